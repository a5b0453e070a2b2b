package io.jubelet.app.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class UpOptionsTest {
    private static final Path HOME = Path.of("/home/jubelet");

    @Test
    void runsTheExamplesUnlessToldOtherwise() {
        assertThat(UpOptions.parse(List.of(), HOME))
                .isEqualTo(
                        new UpOptions(
                                Path.of("/var/tmp/jubelet-up-" + System.getProperty("user.name")),
                                HOME.resolve("examples"),
                                Optional.empty(),
                                false,
                                false,
                                "1"));
    }

    @Test
    void takesEveryOption() {
        var line =
                "--state /s --manifests /m --endpoint unix:///e --containerd 2 --keep --simulate";

        assertThat(UpOptions.parse(List.of(line.split(" ")), HOME))
                .isEqualTo(
                        new UpOptions(
                                Path.of("/s"),
                                Path.of("/m"),
                                Optional.of("unix:///e"),
                                true,
                                true,
                                "2"));
        assertThat(line.split(" "))
                .filteredOn(word -> word.startsWith("--"))
                .allMatch(UpOptions.HELP::contains);
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> UpOptions.parse(List.of("--fast"), HOME))
                .hasMessage("unknown option --fast");
        assertThatThrownBy(() -> UpOptions.parse(List.of("--state"), HOME))
                .hasMessage("--state needs a value");
    }
}
