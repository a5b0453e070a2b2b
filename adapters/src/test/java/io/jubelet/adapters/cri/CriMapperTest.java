package io.jubelet.adapters.cri;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedContainer.User;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxState;
import io.jubelet.cri.v1.Container;
import io.jubelet.cri.v1.ContainerEventResponse;
import io.jubelet.cri.v1.ContainerEventType;
import io.jubelet.cri.v1.ContainerMetadata;
import io.jubelet.cri.v1.ContainerStatus;
import io.jubelet.cri.v1.ContainerUser;
import io.jubelet.cri.v1.ImageSpec;
import io.jubelet.cri.v1.LinuxContainerUser;
import io.jubelet.cri.v1.LinuxPodSandboxStatus;
import io.jubelet.cri.v1.Namespace;
import io.jubelet.cri.v1.NamespaceMode;
import io.jubelet.cri.v1.NamespaceOption;
import io.jubelet.cri.v1.PodIP;
import io.jubelet.cri.v1.PodSandbox;
import io.jubelet.cri.v1.PodSandboxMetadata;
import io.jubelet.cri.v1.PodSandboxNetworkStatus;
import io.jubelet.cri.v1.PodSandboxState;
import io.jubelet.cri.v1.PodSandboxStatus;
import io.jubelet.cri.v1.RuntimeCondition;
import io.jubelet.cri.v1.RuntimeFeatures;
import io.jubelet.cri.v1.RuntimeHandler;
import io.jubelet.cri.v1.RuntimeHandlerFeatures;
import io.jubelet.cri.v1.RuntimeStatus;
import io.jubelet.cri.v1.Signal;
import io.jubelet.cri.v1.StatusResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CriMapperTest {
    private static final long NANOS = 1_700_000_000_123_456_789L;
    private static final Instant MOMENT = Instant.parse("2023-11-14T22:13:20.123456789Z");

    @Test
    void aListedSandboxIsThePodsOfItsLabels() {
        var sandbox =
                PodSandbox.newBuilder()
                        .setId("s1")
                        .setMetadata(PodSandboxMetadata.newBuilder().setAttempt(4))
                        .setState(PodSandboxState.SANDBOX_NOTREADY)
                        .setCreatedAt(NANOS)
                        .putAllLabels(Specs.POD_LABELS)
                        .build();

        assertThat(CriMapper.listed(sandbox))
                .contains(
                        new ListedSandbox(
                                new SandboxId("s1"), Specs.POD, 4, SandboxState.NOT_READY, MOMENT));
    }

    @Test
    void aListedContainerIsThePodsOfItsLabels() {
        var container =
                Container.newBuilder()
                        .setId("c1")
                        .setPodSandboxId("s1")
                        .setMetadata(ContainerMetadata.newBuilder().setName("other").setAttempt(2))
                        .setState(io.jubelet.cri.v1.ContainerState.CONTAINER_RUNNING)
                        .setCreatedAt(NANOS)
                        .putAllLabels(Specs.CONTAINER_LABELS)
                        .build();

        assertThat(CriMapper.listed(container))
                .contains(
                        new ListedContainer(
                                new ContainerId("c1"),
                                new SandboxId("s1"),
                                Specs.POD,
                                "app",
                                2,
                                ContainerState.RUNNING,
                                MOMENT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.kubernetes.pod.name",
                "io.kubernetes.pod.namespace",
                "io.kubernetes.pod.uid",
                "io.kubernetes.container.name"
            })
    void aContainerThatLacksALabelIsNotOurs(String missing) {
        var container =
                Container.newBuilder()
                        .putAllLabels(Specs.CONTAINER_LABELS)
                        .removeLabels(missing)
                        .build();

        assertThat(CriMapper.listed(container)).isEmpty();
    }

    @Test
    void aSandboxTellsItsAddressesThePrimaryFirst() {
        var status =
                PodSandboxStatus.newBuilder()
                        .setId("s1")
                        .setMetadata(PodSandboxMetadata.newBuilder().setAttempt(1))
                        .setCreatedAt(NANOS)
                        .setNetwork(
                                PodSandboxNetworkStatus.newBuilder()
                                        .setIp("10.0.0.7")
                                        .addAdditionalIps(PodIP.newBuilder().setIp("fd00::7")))
                        .build();

        assertThat(CriMapper.observed(status))
                .isEqualTo(
                        new ObservedSandbox(
                                new SandboxId("s1"),
                                1,
                                SandboxState.READY,
                                MOMENT,
                                false,
                                List.of("10.0.0.7", "fd00::7")));
    }

    @Test
    void aSandboxOnTheNodesNetworkHasNoAddress() {
        var status =
                PodSandboxStatus.newBuilder()
                        .setNetwork(PodSandboxNetworkStatus.getDefaultInstance())
                        .setLinux(
                                LinuxPodSandboxStatus.newBuilder()
                                        .setNamespaces(
                                                Namespace.newBuilder()
                                                        .setOptions(
                                                                NamespaceOption.newBuilder()
                                                                        .setNetwork(
                                                                                NamespaceMode
                                                                                        .NODE))))
                        .build();

        var observed = CriMapper.observed(status);

        assertThat(observed.hostNetwork()).isTrue();
        assertThat(observed.ips()).isEmpty();
    }

    private static ContainerStatus.Builder status() {
        return ContainerStatus.newBuilder()
                .setId("c1")
                .setMetadata(ContainerMetadata.newBuilder().setName("app").setAttempt(2))
                .setCreatedAt(NANOS)
                .setImage(ImageSpec.newBuilder().setImage("app:1"))
                .setImageRef("registry.example/app@sha256:1")
                .setImageId("sha256:config")
                .putAllLabels(Specs.CONTAINER_LABELS);
    }

    @Test
    void anExitedContainerTellsHow() {
        var status =
                status().setState(io.jubelet.cri.v1.ContainerState.CONTAINER_EXITED)
                        .setStartedAt(NANOS)
                        .setFinishedAt(NANOS)
                        .setExitCode(137)
                        .setReason("OOMKilled")
                        .setMessage("too fat")
                        .putAnnotations("io.kubernetes.container.hash", "11a6d6d6")
                        .putAnnotations("io.kubernetes.pod.terminationGracePeriod", "30")
                        .build();

        assertThat(CriMapper.observed(status, new SandboxId("s1")))
                .isEqualTo(
                        new ObservedContainer(
                                new ContainerId("c1"),
                                new SandboxId("s1"),
                                "app",
                                2,
                                ContainerState.EXITED,
                                MOMENT,
                                Optional.of(MOMENT),
                                Optional.of(
                                        new ObservedContainer.Exit(
                                                137, "OOMKilled", "too fat", MOMENT)),
                                "app:1",
                                "registry.example/app@sha256:1",
                                Optional.of("11a6d6d6"),
                                Optional.of(Duration.ofSeconds(30))));
    }

    @Test
    void aContainerRunsAsWhomTheRuntimeSays() {
        var user = ContainerUser.newBuilder();
        var groups = List.of(7L, 3L);
        var linux = LinuxContainerUser.newBuilder().setGid(5).addAllSupplementalGroups(groups);

        assertThat(userOf(status())).isEmpty();
        assertThat(userOf(status().setUser(user))).contains(new User.Somebody());
        assertThat(userOf(status().setUser(user.setLinux(linux))))
                .contains(new User.Linux(0, 5, groups));
    }

    @Test
    void aContainerIsEndedByTheSignalThatTheRuntimeSays() {
        var told = status().setStopSignal(Signal.SIGRTMINPLUS3).build();

        assertThat(CriMapper.observed(told, new SandboxId("s1")).stopSignal())
                .contains("SIGRTMIN+3");
        assertThat(CriMapper.observed(status().build(), new SandboxId("s1")).stopSignal())
                .isEmpty();
    }

    private static Optional<User> userOf(ContainerStatus.Builder status) {
        return CriMapper.observed(status.build(), new SandboxId("s1")).user();
    }

    @ParameterizedTest
    @CsvSource({
        "CONTAINER_CREATED, CREATED",
        "CONTAINER_RUNNING, RUNNING",
        "CONTAINER_UNKNOWN, UNKNOWN",
    })
    void aContainerThatHasNotExitedHasNoExit(
            io.jubelet.cri.v1.ContainerState sent, ContainerState seen) {
        var observed =
                CriMapper.observed(
                        status().setState(sent).setExitCode(255).build(), new SandboxId("s1"));

        assertThat(observed.state()).isEqualTo(seen);
        assertThat(observed.exit()).isEmpty();
        assertThat(observed.startedAt()).isEmpty();
    }

    @Test
    void aStateOfALaterVersionIsUnknown() {
        var observed = CriMapper.observed(status().setStateValue(77).build(), new SandboxId("s1"));

        assertThat(observed.state()).isEqualTo(ContainerState.UNKNOWN);
    }

    @Test
    void annotationsThatNoKubeletWroteAreNoFacts() {
        var labels = Map.of("io.kubernetes.pod.terminationGracePeriod", "soon");
        var observed =
                CriMapper.observed(status().putAllAnnotations(labels).build(), new SandboxId("s1"));

        assertThat(observed.terminationGrace()).isEmpty();
        assertThat(observed.hash()).isEmpty();
    }

    @Test
    void anEventNamesItsPodAndWhatItIsAbout() {
        var event =
                ContainerEventResponse.newBuilder()
                        .setContainerId("c1")
                        .setContainerEventType(ContainerEventType.CONTAINER_STOPPED_EVENT)
                        .setPodSandboxStatus(
                                PodSandboxStatus.newBuilder()
                                        .setMetadata(
                                                PodSandboxMetadata.newBuilder().setUid("uid-1")))
                        .build();
        var uid = new PodUid("uid-1");

        assertThat(CriMapper.event(event))
                .contains(new RuntimeEvent(uid, "c1", RuntimeEvent.Kind.STOPPED));
        assertThat(CriMapper.event(event.toBuilder().setContainerEventTypeValue(99).build()))
                .contains(new RuntimeEvent(uid, "", RuntimeEvent.Kind.CREATED));
        assertThat(CriMapper.event(ContainerEventResponse.getDefaultInstance())).isEmpty();
    }

    @Test
    void theRuntimesConditionsAreItsHealth() {
        var status =
                RuntimeStatus.newBuilder()
                        .addConditions(
                                RuntimeCondition.newBuilder()
                                        .setType("RuntimeReady")
                                        .setStatus(true))
                        .addConditions(
                                RuntimeCondition.newBuilder()
                                        .setType("NetworkReady")
                                        .setReason("NetworkPluginNotReady")
                                        .setMessage("cni plugin not initialized"))
                        .build();

        assertThat(CriMapper.health(StatusResponse.newBuilder().setStatus(status).build()))
                .isEqualTo(
                        new RuntimeHealth(
                                RuntimeHealth.Condition.OK,
                                new RuntimeHealth.Condition(
                                        false,
                                        "NetworkPluginNotReady",
                                        "cni plugin not initialized")));
    }

    @Test
    void handlersAndFeaturesAreAsTheRuntimeSays() {
        var answer =
                StatusResponse.newBuilder()
                        .addRuntimeHandlers(
                                RuntimeHandler.newBuilder()
                                        .setName("runc")
                                        .setFeatures(
                                                RuntimeHandlerFeatures.newBuilder()
                                                        .setUserNamespaces(true)))
                        .setFeatures(RuntimeFeatures.newBuilder().setSupplementalGroupsPolicy(true))
                        .build();

        var health = CriMapper.health(answer);

        assertThat(health.handlers())
                .containsExactly(new RuntimeHealth.Handler("runc", false, true));
        assertThat(health.features()).contains(new RuntimeHealth.Features(true, false));
        assertThat(CriMapper.health(StatusResponse.getDefaultInstance()).features()).isEmpty();
    }

    @Test
    void aConditionThatIsNotReportedIsNotReady() {
        var health = CriMapper.health(StatusResponse.getDefaultInstance());

        assertThat(health.runtime().ready()).isFalse();
        assertThat(health.network().message())
                .isEqualTo("the runtime does not report NetworkReady");
    }
}
