package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimePulse;
import io.jubelet.core.volume.FakeObjects;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Upstream: kubelet_pods_test.go TestRuntimeHandlerSupportsRecursiveReadOnlyMounts.
final class RuntimeHandlersTest {
    private static final RuntimePulse TOLD =
            RuntimePulse.NONE.unready(
                    new RuntimeHealth(
                            RuntimeHealth.Condition.OK,
                            RuntimeHealth.Condition.OK,
                            List.of(
                                    new RuntimeHealth.Handler("", true, true),
                                    new RuntimeHealth.Handler("runsc", false, false)),
                            Optional.empty()));

    /// Knows the class `gvisor`, whose handler is `runsc`.
    private final FakeObjects objects = new FakeObjects();

    private static DesiredPod ofClass(String name) {
        return pod("web")
                .containers("app")
                .with(p -> p.getSpecBuilder().setRuntimeClassName(name))
                .build();
    }

    @ParameterizedTest(name = "of class \"{0}\": {1}")
    @CsvSource({"'', true", "gvisor, false", "unknown, false"})
    void findsTheHandlerOfAPod(String name, boolean supported) {
        assertThat(new RuntimeHandlers(() -> TOLD, objects).recursiveReadOnly(ofClass(name)))
                .isEqualTo(supported);
    }

    @Test
    void aRuntimeThatTellsNothingSupportsNothing() {
        var silent = new RuntimeHandlers(() -> RuntimePulse.NONE, objects);

        assertThat(silent.recursiveReadOnly(ofClass(""))).isFalse();
    }
}
