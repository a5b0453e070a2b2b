package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class PodHostnameTest {
    private static Pod with(Consumer<PodSpec.Builder> change) {
        return pod("web")
                .containers("app")
                .with(p -> change.accept(p.getSpecBuilder()))
                .build()
                .pod();
    }

    private static PodHostname of(Consumer<PodSpec.Builder> change) {
        return PodHostname.of(with(change), "cluster.local");
    }

    @Test
    void aPodIsCalledByItsNameItsHostnameOrWhatOverridesBoth() {
        assertThat(of(_ -> {})).isEqualTo(new PodHostname("web", ""));
        assertThat(of(spec -> spec.setHostname("front"))).isEqualTo(new PodHostname("front", ""));
        assertThat(
                        of(
                                spec ->
                                        spec.setHostname("front")
                                                .setSubdomain("sub")
                                                .setHostnameOverride("a.b")))
                .isEqualTo(new PodHostname("a.b", ""));
    }

    @Test
    void aSubdomainIsOneOfItsNamespace() {
        assertThat(of(spec -> spec.setSubdomain("sub")))
                .isEqualTo(new PodHostname("web", "sub.default.svc.cluster.local"));
    }

    @Test
    void theKernelIsToldAllOfItWhereThePodAsksForThat() {
        var pod = with(spec -> spec.setSubdomain("sub").setSetHostnameAsFQDN(true));

        assertThat(PodHostname.of(pod, "cluster.local").ofKernel(pod))
                .isEqualTo("web.sub.default.svc.cluster.local");
    }

    @Test
    void moreThanAKernelTakesIsAnError() {
        var pod =
                with(
                        spec ->
                                spec.setHostname("x".repeat(50))
                                        .setSubdomain("sub")
                                        .setSetHostnameAsFQDN(true));
        var name = PodHostname.of(pod, "cluster.local");

        assertThatThrownBy(() -> name.ofKernel(pod))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "is too long (64 characters is the max, 80 characters requested)");
    }
}
