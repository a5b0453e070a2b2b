package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.Programs.Command;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LinuxProgramsTest {
    private final LinuxPrograms programs = new LinuxPrograms(Duration.ofSeconds(2));

    @Test
    void aProgramIsToldAndAnswers() {
        assertThat(ask("read line; echo \"$GREETING $line\"")).isEqualTo("hello you\n");
    }

    @Test
    void aProgramThatDoesNotListenMayAnswer() {
        assertThat(ask("exec <&-; echo yes")).isEqualTo("yes\n");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "echo secret; echo secret >&2; exit 3 | /bin/sh: exit status 3",
                "sleep 60 | /bin/sh: no answer within 2 s",
                "sleep 60 & sleep 61 | answer within",
                "yes secret | /bin/sh: printed more than 1048576 bytes",
            })
    void whatFailsIsToldWithoutWhatItPrinted(String script, String message) {
        assertThatExceptionOfType(HostCallException.class)
                .isThrownBy(() -> ask(script))
                .satisfies(
                        failure ->
                                assertThat(failure.reason())
                                        .contains(message)
                                        .doesNotContain("secret"));
    }

    @Test
    void aProgramThatIsNotThereIsToldByItsPath() {
        assertThatExceptionOfType(HostCallException.class)
                .isThrownBy(
                        () ->
                                programs.ask(
                                        new Command("/nowhere/x", List.of(), Map.of()),
                                        new byte[0]))
                .withMessageContaining("/nowhere/x");
    }

    private String ask(String script) {
        var command = new Command("/bin/sh", List.of("-c", script), Map.of("GREETING", "hello"));
        var answer = programs.ask(command, "you\n".getBytes(StandardCharsets.UTF_8));
        return new String(answer, StandardCharsets.UTF_8);
    }
}
