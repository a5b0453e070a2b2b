package io.jubelet.app.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ExplainOptionsTest {
    @Test
    void asksTheKubeletOfThisMachineOfAllPodsUnlessToldOtherwise() {
        var options = ExplainOptions.parse(List.of());
        assertThat(options.pod()).isEmpty();
        assertThat(options.json()).isFalse();
        assertThat(options.sockets().getFirst())
                .isEqualTo(Path.of("/var/lib/kubelet/jubelet/explain.sock"));
        assertThat(options.sockets()).hasSize(2);
    }

    @Test
    void takesEveryOption() {
        assertThat(ExplainOptions.parse(List.of("shop/web", "--json", "--root-dir", "/r")))
                .isEqualTo(
                        new ExplainOptions(
                                Optional.of("shop/web"),
                                true,
                                List.of(Path.of("/r/jubelet/explain.sock"))));
        assertThat(ExplainOptions.parse(List.of("--state", "/s")).sockets())
                .containsExactly(Path.of("/s/kubelet/jubelet/explain.sock"));
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> ExplainOptions.parse(List.of("a", "b")))
                .hasMessage("unknown option b");
        assertThatThrownBy(() -> ExplainOptions.parse(List.of("--root-dir")))
                .hasMessage("--root-dir needs a value");
    }
}
