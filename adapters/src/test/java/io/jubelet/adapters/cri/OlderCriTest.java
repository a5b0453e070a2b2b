package io.jubelet.adapters.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.grpc.Status;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.runtime.Confinement;
import io.jubelet.core.runtime.Confinement.AppArmor;
import io.jubelet.core.runtime.Confinement.Seccomp;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.cri.v1.ContainerEventResponse;
import io.jubelet.cri.v1.CreateContainerRequest;
import io.jubelet.cri.v1.CreateContainerResponse;
import io.jubelet.cri.v1.GetEventsRequest;
import io.jubelet.cri.v1.ListContainersRequest;
import io.jubelet.cri.v1.ListContainersResponse;
import io.jubelet.cri.v1.PodSandboxMetadata;
import io.jubelet.cri.v1.PodSandboxStatus;
import io.jubelet.cri.v1.PullImageRequest;
import io.jubelet.cri.v1.PullImageResponse;
import io.jubelet.cri.v1.RunPodSandboxRequest;
import io.jubelet.cri.v1.RunPodSandboxResponse;
import io.jubelet.cri.v1.VersionRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Runtimes whose services are still called runtime.v1alpha2, and those that are exchanged for one.
final class OlderCriTest extends CriClientFixture {
    @Override
    FakeCri runtime(Path socket) {
        return FakeCri.started(socket, CriGeneration.V1ALPHA2);
    }

    @Test
    void theFirstCallFindsOutAndNoOtherIsMadeTwice() {
        cri.answer(ListContainersRequest.class, ListContainersResponse.getDefaultInstance());
        cri.answer(
                PullImageRequest.class,
                PullImageResponse.newBuilder().setImageRef("sha256:1").build());

        assertThat(client.runtime().version().apiVersion()).isEqualTo("v1alpha2");
        assertThat(client.runtime().listContainers(Optional.empty())).isEmpty();
        assertThat(client.images().pull("app:1")).isEqualTo("sha256:1");

        assertThat(observed)
                .containsExactly(
                        "version Optional[UNIMPLEMENTED]",
                        "version Optional.empty",
                        "image_fs_info Optional.empty",
                        "version Optional.empty",
                        "list_containers Optional.empty",
                        "pull_image Optional.empty");
    }

    @Test
    void eventsComeByTheOlderNameToo() {
        var pod = PodSandboxMetadata.newBuilder().setUid("uid-1");
        var event =
                ContainerEventResponse.newBuilder()
                        .setPodSandboxStatus(PodSandboxStatus.newBuilder().setMetadata(pod))
                        .build();
        cri.answer(GetEventsRequest.class, List.of(event));
        var pods = new ArrayList<String>();

        client.runtime().streamEvents(told -> pods.add(told.pod().value()));

        assertThat(pods).containsExactly("uid-1");
    }

    @Test
    void aCallThatItLacksIsJustThat() {
        assertThatThrownBy(() -> client.runtime().listContainers(Optional.empty()))
                .extracting(failure -> ((RuntimeCallException) failure).code())
                .isEqualTo(Code.UNIMPLEMENTED);

        assertThat(observed).last().isEqualTo("list_containers Optional[UNIMPLEMENTED]");
        assertThat(client.runtime().version().apiVersion()).isEqualTo("v1alpha2");
    }

    private CriClient.Options options(String socket) {
        var endpoint = CriEndpoint.parse("unix://" + folder.resolve(socket));
        return new CriClient.Options(endpoint, Optional.empty(), TIMEOUT, RuntimeCallObserver.NONE);
    }

    /// An upgrade of the runtime under a running agent, and the way back.
    @ParameterizedTest
    @EnumSource
    void aRuntimeMayBeExchangedForOneOfTheOtherGeneration(CriGeneration second) {
        var socket = folder.resolve("changing.sock");
        try (var both = CriClient.open(options("changing.sock"))) {
            try (var _ = FakeCri.started(socket, second.other())) {
                assertThat(both.runtime().version().apiVersion()).isEqualTo(second.other().text());
            }
            try (var runtime = FakeCri.started(socket, second)) {
                var connected = new SystemExecution().signal("connected");
                runtime.onConnect(connected::raise);
                both.resetConnectBackoff();
                assertThat(connected.await(Duration.ofSeconds(10))).isTrue();
                assertThat(versionOnceReached(both)).isEqualTo(second.text());
            }
        }
    }

    /// The runtime knows of a connection a moment before the client may use it.
    private static String versionOnceReached(CriClient client) {
        var until = Instant.now().plusSeconds(10);
        while (true) {
            try {
                return client.runtime().version().apiVersion();
            } catch (RuntimeCallException failure) {
                if (failure.code() != Code.UNAVAILABLE || Instant.now().isAfter(until)) {
                    throw failure;
                }
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void whoHasNeitherIsRefusedInTheWordsOfToday() {
        try (var stranger = FakeCri.started(folder.resolve("stranger.sock"))) {
            var unknown = "unknown service runtime.v1.RuntimeService";
            stranger.answer(VersionRequest.class, Status.UNIMPLEMENTED.withDescription(unknown));
            var options = options("stranger.sock");

            var failure =
                    catchThrowableOfType(
                            RuntimeCallException.class, () -> CriClient.connect(options).close());

            assertThat(failure)
                    .hasMessage(
                            "validate service connection: validate CRI v1 runtime API for endpoint"
                                    + " \"%s\": rpc error: code = Unimplemented desc = %s",
                            options.runtime().text(), unknown);
        }
    }

    private static Confinement confined(Optional<Seccomp> seccomp, Optional<AppArmor> appArmor) {
        return new Confinement(seccomp, appArmor, Optional.empty(), false);
    }

    static List<Arguments> confinements() {
        return List.of(
                arguments(confined(Optional.empty(), Optional.empty()), "unconfined", ""),
                arguments(
                        confined(
                                Optional.of(new Seccomp.RuntimeDefault()),
                                Optional.of(new AppArmor.RuntimeDefault())),
                        "runtime/default",
                        "runtime/default"),
                arguments(
                        confined(
                                Optional.of(new Seccomp.Localhost("/profiles/strict.json")),
                                Optional.of(new AppArmor.Localhost("strict"))),
                        "localhost//profiles/strict.json",
                        "localhost/strict"),
                arguments(
                        confined(Optional.empty(), Optional.of(new AppArmor.Unconfined())),
                        "unconfined",
                        "unconfined"));
    }

    @ParameterizedTest
    @MethodSource("confinements")
    @SuppressWarnings("deprecation") // What is tested is what such runtimes read.
    void whatConfinesIsSaidInTheOlderWordsToo(
            Confinement confinement, String seccomp, String appArmor) {
        cri.answer(
                RunPodSandboxRequest.class,
                RunPodSandboxResponse.newBuilder().setPodSandboxId("s1").build());
        cri.answer(
                CreateContainerRequest.class,
                CreateContainerResponse.newBuilder().setContainerId("c1").build());
        var identity = ProcessIdentity.confinedBy(confinement);
        var sandbox = Specs.sandbox(Specs.OWN_NAMESPACES, identity);

        var id = client.runtime().runSandbox(sandbox);
        client.runtime().createContainer(id, Specs.container(identity), sandbox);

        var ofSandbox =
                cri.asked(RunPodSandboxRequest.class).getConfig().getLinux().getSecurityContext();
        assertThat(ofSandbox.getSeccompProfilePath()).isEqualTo(seccomp);
        assertThat(ofSandbox.hasSeccomp()).isTrue();
        var ofContainer =
                cri.asked(CreateContainerRequest.class).getConfig().getLinux().getSecurityContext();
        assertThat(ofContainer.getSeccompProfilePath()).isEqualTo(seccomp);
        assertThat(ofContainer.getApparmorProfile()).isEqualTo(appArmor);
        assertThat(ofContainer.hasSeccomp()).isTrue();
    }

    @Test
    @SuppressWarnings("deprecation") // What is tested is that they are not there.
    void aRuntimeOfTodayIsToldInTodaysWordsAlone() {
        try (var today = FakeCri.started(folder.resolve("today.sock"))) {
            today.answer(
                    RunPodSandboxRequest.class,
                    RunPodSandboxResponse.newBuilder().setPodSandboxId("s1").build());
            try (var client = CriClient.open(options("today.sock"))) {
                client.runtime().runSandbox(Specs.sandbox());
            }

            var linux = today.asked(RunPodSandboxRequest.class).getConfig().getLinux();
            assertThat(linux.getSecurityContext().getSeccompProfilePath()).isEmpty();
        }
    }
}
