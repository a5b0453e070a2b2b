package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.meta.Quantity;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class UnsupportedFieldsTest {
    private static final Quantity ONE = Quantity.newBuilder().setString("1").build();

    @Test
    void findsNothingWrongWithAPlainPod() {
        assertThat(UnsupportedFields.of(pod("web").containers("app").build())).isEmpty();
    }

    @Test
    void acceptsProbesAndHooks() {
        assertThat(
                        fieldsOf(
                                p -> {
                                    var app = p.getSpecBuilder().getContainersBuilder(0);
                                    app.getLivenessProbeBuilder();
                                    app.getReadinessProbeBuilder();
                                    app.getStartupProbeBuilder();
                                    app.getLifecycleBuilder().getPreStopBuilder();
                                }))
                .isEmpty();
    }

    @Test
    void namesAVolumeByItsName() {
        assertThat(
                        fieldsOf(
                                p ->
                                        p.getSpecBuilder()
                                                .addVolumesBuilder()
                                                .setName("data")
                                                .getVolumeSourceBuilder()
                                                .getCsiBuilder()))
                .containsExactly("spec.volumes[data].csi");
    }

    @Test
    void acceptsTheFieldsOfThePodThatItKnowsInTheEnvironment() {
        assertThat(fieldsOf(p -> addFieldRef(p, "metadata.name"))).isEmpty();
        assertThat(fieldsOf(p -> addFieldRef(p, "metadata.labels['app']"))).isEmpty();
        assertThat(fieldsOf(p -> addFieldRef(p, "status.hostIP"))).isEmpty();
    }

    static Stream<Arguments> ofThePod() {
        return Stream.of(row("spec.resourceClaims", PodSpec.Builder::addResourceClaimsBuilder));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofThePod")
    void namesAFieldOfThePod(String path, Consumer<PodSpec.Builder> change) {
        assertThat(fieldsOf(p -> change.accept(p.getSpecBuilder()))).containsExactly(path);
    }

    static Stream<Arguments> ofAContainer() {
        return Stream.of(
                part("volumeDevices", Container.Builder::addVolumeDevicesBuilder),
                part(
                        "resources.limits[example.com/gpu]",
                        c -> c.getResourcesBuilder().putLimits("example.com/gpu", ONE)),
                part("resources.claims", c -> c.getResourcesBuilder().addClaimsBuilder()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofAContainer")
    void namesAFieldOfEveryKindOfContainer(String path, Consumer<Container.Builder> change) {
        assertThat(fieldsOf(p -> change.accept(p.getSpecBuilder().getContainersBuilder(0))))
                .containsExactly("spec.containers[0]." + path);
        assertThat(fieldsOf(p -> change.accept(p.getSpecBuilder().addInitContainersBuilder())))
                .containsExactly("spec.initContainers[0]." + path);
    }

    @Test
    void mindsNoFieldThatSaysWhatIsDoneAnyway() {
        assertThat(
                        fieldsOf(
                                p -> {
                                    var spec = p.getSpecBuilder();
                                    spec.setHostUsers(true).setSetHostnameAsFQDN(false);
                                    spec.getSecurityContextBuilder()
                                            .setRunAsNonRoot(false)
                                            .getSeccompProfileBuilder()
                                            .setType("RuntimeDefault");
                                    var container = spec.getContainersBuilder(0);
                                    container
                                            .getResourcesBuilder()
                                            .putLimits("cpu", ONE)
                                            .putLimits("memory", ONE)
                                            .putRequests("ephemeral-storage", ONE);
                                    container.getSecurityContextBuilder().setProcMount("Default");
                                    // Pods for either kind of node say it too, as upstream's
                                    // own registry for tests does.
                                    container
                                            .getSecurityContextBuilder()
                                            .getWindowsOptionsBuilder()
                                            .setRunAsUserName("ContainerUser");
                                    spec.getSecurityContextBuilder().getWindowsOptionsBuilder();
                                    container.addEnvBuilder().setName("X").setValue("1");
                                }))
                .isEmpty();
    }

    private static Arguments row(String path, Consumer<PodSpec.Builder> change) {
        return arguments(path, change);
    }

    private static Arguments part(String path, Consumer<Container.Builder> change) {
        return arguments(path, change);
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
