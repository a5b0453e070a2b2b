package io.jubelet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.flag.KubeletFlags;
import io.jubelet.config.gate.FeatureGates;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.core.sync.DeadContainerLimits;
import io.jubelet.core.sync.PodFeatures;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PodOptionsTest {
    @ParameterizedTest(name = "{0}: variables from files {1}, stop signals {2}")
    @CsvSource({
        "'', true, false",
        "EnvFiles=false, false, false",
        "ContainerStopSignals=true, true, true",
    })
    void gatesSayWhichPartsOfAPodAreKnown(String gates, boolean files, boolean signals) {
        assertThat(PodOptions.features(FeatureGates.parse(gates)))
                .isEqualTo(new PodFeatures(files, signals));
    }

    @ParameterizedTest(name = "{0} and a longest wait of {1} s is from {2} to {3} s")
    @CsvSource({
        "'', 0, 10, 300",
        "'', 300, 10, 300",
        "'', 45, 10, 45",
        "'', 2, 2, 2",
        "KubeletCrashLoopBackOffMax=false, 45, 10, 300",
        "ReduceDefaultCrashLoopBackOffDecay=true, 0, 1, 60",
        "ReduceDefaultCrashLoopBackOffDecay=true, 300, 1, 300",
    })
    void theWaitBetweenRestartsIsConfigured(String gates, int configured, int first, int longest) {
        var config = KubeletConfiguration.newBuilder();
        if (configured > 0) {
            config.getCrashLoopBackOffBuilder()
                    .setMaxContainerRestartPeriod(Spans.ofSeconds(configured));
        }

        var limits = PodOptions.restarts(config.build(), FeatureGates.parse(gates));

        assertThat(limits.first()).isEqualTo(Duration.ofSeconds(first));
        assertThat(limits.longest()).isEqualTo(Duration.ofSeconds(longest));
    }

    @Test
    void deadContainersStayAsTheFlagsSay() {
        var age = Duration.ofMinutes(5);

        assertThat(PodOptions.deadContainers(flags(age)))
                .isEqualTo(new DeadContainerLimits(age, 3, 100));
        assertThat(PodOptions.deadContainers(KubeletFlags.defaults()))
                .isEqualTo(DeadContainerLimits.STANDARD);
    }

    @Test
    void anAgeThatIsNoneKeepsTheNodeFromStarting() {
        assertThatThrownBy(() -> PodOptions.deadContainers(flags(Duration.ofSeconds(-90))))
                .isInstanceOf(StartException.class)
                .hasMessage("invalid minimum garbage collection age: -1m30s");
    }

    private static KubeletFlags flags(Duration age) {
        var plain = KubeletFlags.defaults();
        return new KubeletFlags(
                plain.sources(),
                plain.identity(),
                plain.places(),
                plain.runtime(),
                new KubeletFlags.DeadContainers(age, 3, 100),
                plain.cadvisor());
    }
}
