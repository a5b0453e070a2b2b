package io.jubelet.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.observation.RuntimeChanges.RuntimeState;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimeVersion;
import org.junit.jupiter.api.Test;

final class RuntimeStatusTest {
    private static final RuntimeHealth.Condition GOOD = new RuntimeHealth.Condition(true, "", "");

    private final RuntimeStatus status = new RuntimeStatus();

    @Test
    void isOfNoUseBeforeItWasAsked() {
        assertThat(status.usable()).isFalse();
        assertThat(status.problemWithRuntime()).contains("it has not been asked yet");
        assertThat(status.problem()).isEmpty();
        assertThat(status.name()).isEmpty();
    }

    @Test
    void isOfUseOnceItIsUp() {
        status.change(up(GOOD));

        assertThat(status.usable()).isTrue();
        assertThat(status.problemWithRuntime()).isEmpty();
        assertThat(status.problem()).isEmpty();
        assertThat(status.name()).isEqualTo("containerd");
    }

    @Test
    void tellsWhatIsWrongWithTheNetwork() {
        status.change(up(new RuntimeHealth.Condition(false, "NoCNI", "no configuration")));

        assertThat(status.usable()).isTrue();
        assertThat(status.problem())
                .contains("NetworkReady=false reason:NoCNI message:no configuration");
    }

    @Test
    void remembersTheRuntimesNameWhileItIsDown() {
        status.change(up(GOOD));
        status.change(new RuntimeState.Down("gone"));

        assertThat(status.usable()).isFalse();
        assertThat(status.problemWithRuntime()).contains("gone");
        assertThat(status.name()).isEqualTo("containerd");
    }

    private static RuntimeState up(RuntimeHealth.Condition network) {
        return new RuntimeState.Up(
                new RuntimeHealth(GOOD, network), new RuntimeVersion("containerd", "2", "v1"));
    }
}
