package io.jubelet.core.desired;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Pods.rule;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DesiredPodTest {
    @ParameterizedTest(name = "{0}: after success {1}, after failure {2}")
    @CsvSource({
        "Always, true, true",
        "OnFailure, false, true",
        "Never, false, false",
        "'', true, true",
    })
    void restartsAsItsPolicySays(String word, boolean afterSuccess, boolean afterFailure) {
        var pod = pod("web").restart(word).build();

        assertThat(pod.restartPolicy().restartsAfter(0)).isEqualTo(afterSuccess);
        assertThat(pod.restartPolicy().restartsAfter(1)).isEqualTo(afterFailure);
    }

    @Test
    void givesThirtySecondsUnlessItSaysOtherwise() {
        var silent = pod("web").with(p -> p.getSpecBuilder().clearTerminationGracePeriodSeconds());
        var hasty = pod("web").with(p -> p.getSpecBuilder().setTerminationGracePeriodSeconds(0));

        assertThat(silent.build().terminationGrace()).isEqualTo(Duration.ofSeconds(30));
        assertThat(hasty.build().terminationGrace()).isEqualTo(Duration.ZERO);
    }

    @Test
    void hasAnIdentity() {
        var identity = pod("web").build().identity();

        assertThat(identity.fullName()).isEqualTo("web_default");
        assertThat(identity.toString()).isEqualTo("default/web");
        assertThat(identity.uid().value()).isEqualTo("web-uid");
        assertThat(pod("web").build().uid()).isEqualTo(identity.uid());
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"Restart, 3, true", "RestartAllContainers, 3, true", "Ignore, 3, false"})
    void theFirstRuleThatNamesACodeDecides(String action, int code, boolean restarts) {
        var pod =
                pod("web")
                        .container("app", "Never", rule(action, "In", 3), rule("Restart", "In", 4))
                        .build();

        assertThat(pod.restartsAfter(pod.containers().getFirst(), code)).isEqualTo(restarts);
        assertThat(pod.restartsAfter(pod.containers().getFirst(), 4)).isTrue();
        assertThat(pod.restartsAfter(pod.containers().getFirst(), 5)).isFalse();
    }
}
