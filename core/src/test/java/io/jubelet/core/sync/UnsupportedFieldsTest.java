package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class UnsupportedFieldsTest {
    @Test
    void findsNothingWrongWithAPlainPod() {
        assertThat(UnsupportedFields.of(pod("web").containers("app").build())).isEmpty();
    }

    @Test
    void namesAProbeByItsPath() {
        assertThat(
                        fieldsOf(
                                p ->
                                        p.getSpecBuilder()
                                                .getContainersBuilder(0)
                                                .getLivenessProbeBuilder()))
                .containsExactly("spec.containers[0].livenessProbe");
    }

    @Test
    void namesVolumesAndHooks() {
        assertThat(
                        fieldsOf(
                                p -> {
                                    p.getSpecBuilder().addVolumesBuilder().setName("data");
                                    p.getSpecBuilder()
                                            .getContainersBuilder(0)
                                            .getLifecycleBuilder();
                                }))
                .containsExactly("spec.volumes", "spec.containers[0].lifecycle");
    }

    @Test
    void acceptsTheFieldsOfThePodThatItKnowsInTheEnvironment() {
        assertThat(fieldsOf(p -> addFieldRef(p, "metadata.name"))).isEmpty();
        assertThat(fieldsOf(p -> addFieldRef(p, "metadata.labels['app']"))).isEmpty();
        assertThat(fieldsOf(p -> addFieldRef(p, "status.hostIP")))
                .containsExactly("spec.containers[0].env[X].valueFrom");
    }

    @Test
    void doesNotRunAsRootWhatMustNot() {
        assertThat(
                        fieldsOf(
                                p ->
                                        p.getSpecBuilder()
                                                .getSecurityContextBuilder()
                                                .setRunAsNonRoot(true)))
                .containsExactly("spec.securityContext.runAsNonRoot");
    }

    private static void addFieldRef(Pod.Builder pod, String path) {
        pod.getSpecBuilder()
                .getContainersBuilder(0)
                .addEnvBuilder()
                .setName("X")
                .getValueFromBuilder()
                .getFieldRefBuilder()
                .setFieldPath(path);
    }

    private static List<String> fieldsOf(Consumer<Pod.Builder> change) {
        return UnsupportedFields.of(pod("web").containers("app").with(change).build());
    }
}
