package io.jubelet.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BehaviourTest {
    /// Command line, lifetime in seconds or -1, exit code, hears SIGTERM, can be started.
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    nginx -g daemon                               | -1 | 0 | true  | true
                    sleep 30                                      | 30 | 0 | false | true
                    sh -c sleep 3; exit 4                         | 3  | 4 | false | true
                    exit 7                                        | 0  | 7 | true  | true
                    /bin/true                                     | 0  | 0 | true  | true
                    false                                         | 0  | 1 | true  | true
                    sh -c while true; do sleep 1; done            | -1 | 0 | false | true
                    trap 'exit 0' TERM; while true; do date; done | -1 | 0 | true  | true
                    /no/such fail-start                           | -1 | 0 | true  | false
                    """)
    void aCommandLineMeansToTheFakeWhatItMeansToAShell(
            String command, long lifetime, int code, boolean hears, boolean startable) {
        var behaviour = Behaviour.of(List.of(command.split("[ ;']+", -1)));
        assertThat(behaviour.lifetime().map(Duration::toSeconds).orElse(-1L)).isEqualTo(lifetime);
        assertThat(behaviour.exitCode()).isEqualTo(code);
        assertThat(behaviour.stopsIn().isPresent()).isEqualTo(hears);
        assertThat(behaviour.startable()).isEqualTo(startable);
    }
}
