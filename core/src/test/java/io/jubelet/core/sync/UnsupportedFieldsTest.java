package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSecurityContext;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.SecurityContext;
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
                                    p.getSpecBuilder()
                                            .addVolumesBuilder()
                                            .setName("data")
                                            .getVolumeSourceBuilder()
                                            .getCsiBuilder();
                                    p.getSpecBuilder()
                                            .getContainersBuilder(0)
                                            .getLifecycleBuilder();
                                }))
                .containsExactly("spec.volumes[data].csi", "spec.containers[0].lifecycle");
    }

    @Test
    void acceptsTheFieldsOfThePodThatItKnowsInTheEnvironment() {
        assertThat(fieldsOf(p -> addFieldRef(p, "metadata.name"))).isEmpty();
        assertThat(fieldsOf(p -> addFieldRef(p, "metadata.labels['app']"))).isEmpty();
        assertThat(fieldsOf(p -> addFieldRef(p, "status.hostIP"))).isEmpty();
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

    static Stream<Arguments> ofThePod() {
        return Stream.of(
                row("spec.ephemeralContainers", PodSpec.Builder::addEphemeralContainersBuilder),
                row("spec.imagePullSecrets", PodSpec.Builder::addImagePullSecretsBuilder),
                row("spec.readinessGates", PodSpec.Builder::addReadinessGatesBuilder),
                row("spec.resourceClaims", PodSpec.Builder::addResourceClaimsBuilder),
                row("spec.overhead", s -> s.putOverhead("cpu", ONE)),
                row("spec.activeDeadlineSeconds", s -> s.setActiveDeadlineSeconds(1)),
                row("spec.dnsConfig", PodSpec.Builder::getDnsConfigBuilder),
                row("spec.dnsConfig", s -> s.setDnsPolicy("None")),
                row("spec.hostUsers", s -> s.setHostUsers(false)),
                row("spec.resources", PodSpec.Builder::getResourcesBuilder),
                row("spec.runtimeClassName", s -> s.setRuntimeClassName("gvisor")),
                row("spec.subdomain", s -> s.setSubdomain("sub")),
                row("spec.setHostnameAsFQDN", s -> s.setSetHostnameAsFQDN(true)),
                row("spec.hostnameOverride", s -> s.setHostnameOverride("other")),
                context("seLinuxOptions", PodSecurityContext.Builder::getSeLinuxOptionsBuilder),
                context("appArmorProfile", PodSecurityContext.Builder::getAppArmorProfileBuilder),
                context("supplementalGroupsPolicy", c -> c.setSupplementalGroupsPolicy("Strict")),
                context("sysctls", PodSecurityContext.Builder::addSysctlsBuilder),
                context("windowsOptions", PodSecurityContext.Builder::getWindowsOptionsBuilder),
                context("seccompProfile", c -> c.getSeccompProfileBuilder().setType("Localhost")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofThePod")
    void namesAFieldOfThePod(String path, Consumer<PodSpec.Builder> change) {
        assertThat(fieldsOf(p -> change.accept(p.getSpecBuilder()))).containsExactly(path);
    }

    static Stream<Arguments> ofAContainer() {
        return Stream.of(
                part("readinessProbe", Container.Builder::getReadinessProbeBuilder),
                part("startupProbe", Container.Builder::getStartupProbeBuilder),
                part("restartPolicy", c -> c.setRestartPolicy("Always")),
                part("volumeDevices", Container.Builder::addVolumeDevicesBuilder),
                part(
                        "env[X].valueFrom.fileKeyRef",
                        c ->
                                c.addEnvBuilder()
                                        .setName("X")
                                        .getValueFromBuilder()
                                        .getFileKeyRefBuilder()),
                part(
                        "resources.limits[hugepages-2Mi]",
                        c -> c.getResourcesBuilder().putLimits("hugepages-2Mi", ONE)),
                part("resources.claims", c -> c.getResourcesBuilder().addClaimsBuilder()),
                security("runAsNonRoot", c -> c.setRunAsNonRoot(true)),
                security("seLinuxOptions", SecurityContext.Builder::getSeLinuxOptionsBuilder),
                security("appArmorProfile", SecurityContext.Builder::getAppArmorProfileBuilder),
                security("windowsOptions", SecurityContext.Builder::getWindowsOptionsBuilder),
                security("procMount", c -> c.setProcMount("Unmasked")),
                security("seccompProfile", c -> c.getSeccompProfileBuilder().setType("Localhost")));
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
    void takesAGroupOnlyWithItsUser() {
        assertThat(fieldsOf(p -> p.getSpecBuilder().getSecurityContextBuilder().setRunAsGroup(5)))
                .containsExactly("spec.securityContext.runAsGroup");
        assertThat(
                        fieldsOf(
                                p ->
                                        p.getSpecBuilder()
                                                .getContainersBuilder(0)
                                                .getSecurityContextBuilder()
                                                .setRunAsGroup(5)))
                .containsExactly("spec.containers[0].securityContext.runAsGroup");
        assertThat(
                        fieldsOf(
                                p -> {
                                    p.getSpecBuilder().getSecurityContextBuilder().setRunAsUser(1);
                                    p.getSpecBuilder()
                                            .getContainersBuilder(0)
                                            .getSecurityContextBuilder()
                                            .setRunAsGroup(5);
                                }))
                .isEmpty();
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
                                    container.addEnvBuilder().setName("X").setValue("1");
                                }))
                .isEmpty();
    }

    private static Arguments row(String path, Consumer<PodSpec.Builder> change) {
        return arguments(path, change);
    }

    private static Arguments context(String field, Consumer<PodSecurityContext.Builder> change) {
        return row(
                "spec.securityContext." + field,
                spec -> change.accept(spec.getSecurityContextBuilder()));
    }

    private static Arguments part(String path, Consumer<Container.Builder> change) {
        return arguments(path, change);
    }

    private static Arguments security(String field, Consumer<SecurityContext.Builder> change) {
        return part(
                "securityContext." + field,
                container -> change.accept(container.getSecurityContextBuilder()));
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
