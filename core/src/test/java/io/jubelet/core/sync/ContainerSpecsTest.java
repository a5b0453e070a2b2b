package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.ContainerSpec.Terminal;
import io.jubelet.core.runtime.ImageService.ImageUser;
import io.jubelet.core.runtime.ImageService.LocalImage;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.volume.NodeSetting;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.model.pod.ContainerHash;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class ContainerSpecsTest {
    @Test
    void carriesWhatTheContainerSays() {
        var spec = of(c -> c.setWorkingDir("/work").setStdin(true).setStdinOnce(true).setTty(true));

        assertThat(spec.name()).isEqualTo("app");
        assertThat(spec.attempt()).isEqualTo(2);
        assertThat(spec.image()).isEqualTo("sha256:1");
        assertThat(spec.requestedImage()).isEqualTo("registry.example/app:1");
        assertThat(spec.workingDirectory()).isEqualTo("/work");
        assertThat(spec.terminal()).isEqualTo(new Terminal(true, true, true));
        assertThat(spec.logPath()).isEqualTo("app/2.log");
        assertThat(of(_ -> {}).terminal()).isEqualTo(new Terminal(false, false, false));
    }

    @Test
    void knowsItsContainersAgainByLabelsAndAnnotations() {
        var spec =
                of(
                        c ->
                                c.setTerminationMessagePath("/dev/termination-log")
                                        .setTerminationMessagePolicy("File"));

        assertThat(spec.labels())
                .containsExactly(
                        entry("io.kubernetes.pod.name", "web"),
                        entry("io.kubernetes.pod.namespace", "default"),
                        entry("io.kubernetes.pod.uid", "web-uid"),
                        entry("io.kubernetes.container.name", "app"));
        assertThat(spec.annotations())
                .containsExactly(
                        entry("io.kubernetes.container.hash", hash()),
                        entry("io.kubernetes.container.restartCount", "2"),
                        entry(
                                "io.kubernetes.container.terminationMessagePath",
                                "/dev/termination-log"),
                        entry("io.kubernetes.container.terminationMessagePolicy", "File"),
                        entry("io.kubernetes.pod.terminationGracePeriod", "30"));
    }

    @Test
    void notesDownHowToEndAContainerWhosePodIsForgotten() {
        var spec =
                of(
                        c -> {
                            c.addPortsBuilder().setContainerPort(80).setProtocol("TCP");
                            c.getLifecycleBuilder()
                                    .getPreStopBuilder()
                                    .getExecBuilder()
                                    .addCommand("a<b");
                        });

        assertThat(spec.annotations())
                .contains(
                        entry(
                                "io.kubernetes.container.preStopHandler",
                                "{\"exec\":{\"command\":[\"a\\u003cb\"]}}"),
                        entry(
                                "io.kubernetes.container.ports",
                                "[{\"containerPort\":80,\"protocol\":\"TCP\"}]"));
    }

    @Test
    void aPostStartHookIsNotNotedDown() {
        var spec =
                of(
                        c ->
                                c.getLifecycleBuilder()
                                        .getPostStartBuilder()
                                        .getExecBuilder()
                                        .addCommand("true"));

        assertThat(spec.annotations()).isEqualTo(of(_ -> {}).annotations());
    }

    @Test
    void notesDownTheGraceOfADeletion() {
        var desired =
                pod("web")
                        .containers("app")
                        .with(p -> p.getMetadataBuilder().setDeletionGracePeriodSeconds(0))
                        .build();

        assertThat(of(desired).annotations())
                .containsEntry("io.kubernetes.pod.deletionGracePeriod", "0");
    }

    @Test
    void namesTheSignalThatEndsItWhereTheGateIsOn() {
        var desired =
                pod("web")
                        .containers("app")
                        .with(
                                p ->
                                        p.getSpecBuilder()
                                                .getContainersBuilder(0)
                                                .getLifecycleBuilder()
                                                .setStopSignal("SIGUSR1"))
                        .build();

        assertThat(of(desired, new PodFeatures(true, true)).stopSignal()).contains("SIGUSR1");
        assertThat(of(desired, new PodFeatures(true, false)).stopSignal()).isEmpty();
        assertThat(of(_ -> {}).stopSignal()).isEmpty();
    }

    @Test
    void expandsVariablesThatWereNamedBefore() {
        var spec =
                of(
                        c -> {
                            c.addCommand("run-$(ONE)").addArgs("$(TWO)").addArgs("$(NONE)");
                            c.addEnvBuilder().setName("ZERO").setValue("$(ONE)");
                            c.addEnvBuilder().setName("ONE").setValue("1");
                            c.addEnvBuilder().setName("TWO").setValue("$(ONE)+1");
                        });

        assertThat(spec.environment())
                .containsExactly(entry("ZERO", "$(ONE)"), entry("ONE", "1"), entry("TWO", "1+1"));
        assertThat(spec.command()).containsExactly("run-1");
        assertThat(spec.args()).containsExactly("1+1", "$(NONE)");
    }

    @Test
    void readsFieldsOfThePod() {
        var spec =
                of(
                        c -> {
                            field(c, "NAME", "metadata.name");
                            field(c, "IP", "status.podIP");
                            c.addEnvBuilder().setName("HELLO").setValue("$(NAME) at $(IP)");
                        });

        assertThat(spec.environment())
                .containsExactly(
                        entry("NAME", "web"),
                        entry("IP", "10.0.0.1"),
                        entry("HELLO", "web at 10.0.0.1"));
    }

    private static String hash() {
        return ContainerHash.of(Pods.container("app"));
    }

    private static void field(Container.Builder container, String name, String path) {
        container
                .addEnvBuilder()
                .setName(name)
                .getValueFromBuilder()
                .getFieldRefBuilder()
                .setFieldPath(path);
    }

    private static ContainerSetup.Result.Ready prepared(DesiredPod desired) {
        var result =
                EnvironmentCalculator.calculate(
                        desired.pod(),
                        desired.containers().getFirst(),
                        List.of("10.0.0.1"),
                        new NodeSetting.Fixed(Map.of(), List.of()),
                        ObjectLookup.NONE,
                        EnvironmentFiles.NONE);
        var complete = (EnvironmentCalculator.Result.Complete) result;
        return new ContainerSetup.Result.Ready(complete.variables(), List.of());
    }

    private static ContainerSpec of(Consumer<Container.Builder> change) {
        var desired =
                pod("web")
                        .containers("app")
                        .with(p -> change.accept(p.getSpecBuilder().getContainersBuilder(0)))
                        .build();
        return of(desired);
    }

    private static ContainerSpec of(DesiredPod desired) {
        return of(desired, PodFeatures.ALL);
    }

    private static ContainerSpec of(DesiredPod desired, PodFeatures features) {
        var plain = PodSettings.STANDARD;
        var settings =
                new PodSettings(
                        plain.clusterDomain(),
                        plain.clusterDns(),
                        plain.hostLookups(),
                        plain.nodeIps(),
                        plain.seccompByDefault(),
                        plain.seccompFolder(),
                        features);
        return ContainerSpecs.of(
                desired,
                desired.containers().getFirst(),
                2,
                new LocalImage("sha256:1", 1, ImageUser.ROOT),
                prepared(desired),
                Optional.empty(),
                new NodeFacts("node", 1L << 30, 2, settings));
    }
}
