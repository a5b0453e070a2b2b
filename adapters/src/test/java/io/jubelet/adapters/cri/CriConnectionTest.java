package io.jubelet.adapters.cri;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.cri.v1.ContainerEventResponse;
import io.jubelet.cri.v1.GetEventsRequest;
import io.jubelet.cri.v1.ListPodSandboxRequest;
import io.jubelet.cri.v1.PodSandboxMetadata;
import io.jubelet.cri.v1.PodSandboxStatus;
import io.jubelet.cri.v1.PullImageRequest;
import io.jubelet.cri.v1.PullImageResponse;
import io.jubelet.cri.v1.RunPodSandboxRequest;
import io.jubelet.cri.v1.RunPodSandboxResponse;
import io.jubelet.cri.v1.StopContainerRequest;
import io.jubelet.cri.v1.StopContainerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/// How long a call may take, and what becomes of those whose runtime goes and comes.
final class CriConnectionTest extends CriClientFixture {
    @Test
    void anUnreachableSocketFailsAtOnceAndNamesIt() {
        cri.stop();
        var socket = folder.resolve("nothing.sock");
        var options =
                new CriClient.Options(
                        CriEndpoint.parse("unix://" + socket),
                        Optional.empty(),
                        TIMEOUT,
                        RuntimeCallObserver.NONE);

        var failure =
                catchThrowableOfType(
                        RuntimeCallException.class, () -> CriClient.connect(options).close());

        assertThat(failure.code()).isEqualTo(Code.UNAVAILABLE);
        assertThat(failure)
                .hasMessage(
                        "validate service connection: validate CRI v1 runtime API for endpoint"
                                + " \"unix://%s\": rpc error: code = Unavailable desc = connection"
                                + " error: desc = \"transport: Error while dialing: dial unix %s:"
                                + " connect: no such file or directory\"",
                        socket, socket);
    }

    @Test
    void anImageEndpointOfItsOwnIsUsedForImages() {
        try (var images = FakeCri.started(folder.resolve("images.sock"));
                var both =
                        CriClient.connect(
                                new CriClient.Options(
                                        CriEndpoint.parse("unix://" + folder.resolve("cri.sock")),
                                        Optional.of(
                                                CriEndpoint.parse(
                                                        "unix://" + folder.resolve("images.sock"))),
                                        TIMEOUT,
                                        RuntimeCallObserver.NONE))) {
            images.answer(
                    PullImageRequest.class,
                    PullImageResponse.newBuilder().setImageRef("sha256:there").build());

            assertThat(both.images().pull("app:1")).isEqualTo("sha256:there");
        }
    }

    @Test
    void aSilentRuntimeIsGivenUpAtTheDeadline() {
        cri.answer(ListPodSandboxRequest.class, FakeCri.SILENCE);
        try (var hasty = CriClient.open(options(Duration.ofMillis(50)))) {
            var failure =
                    catchThrowableOfType(
                            RuntimeCallException.class,
                            () -> hasty.runtime().listSandboxes(Optional.empty()));

            assertThat(failure.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
            assertThat(failure)
                    .hasMessage(
                            "rpc error: code = DeadlineExceeded desc = context deadline exceeded");
        }
    }

    @Test
    void aSandboxGetsTwiceTheTimeAndItsHandler() {
        cri.answer(
                RunPodSandboxRequest.class,
                RunPodSandboxResponse.newBuilder().setPodSandboxId("s1").build());

        assertThat(client.runtime().runSandbox(Specs.sandbox())).isEqualTo(new SandboxId("s1"));

        assertThat(cri.asked(RunPodSandboxRequest.class).getRuntimeHandler())
                .isEqualTo("test-handler");
        assertDeadline(RunPodSandboxRequest.class, TIMEOUT.multipliedBy(2));
    }

    @Test
    void stoppingGetsTheGraceOnTopOfTheTime() {
        cri.answer(StopContainerRequest.class, StopContainerResponse.getDefaultInstance());

        client.runtime().stopContainer(new ContainerId("c1"), Duration.ofSeconds(30));

        assertThat(cri.asked(StopContainerRequest.class).getTimeout()).isEqualTo(30);
        assertDeadline(StopContainerRequest.class, TIMEOUT.plusSeconds(30));
    }

    @Test
    void aPullTakesAsLongAsItTakes() {
        cri.answer(
                PullImageRequest.class,
                PullImageResponse.newBuilder().setImageRef("sha256:1").build());

        assertThat(client.images().pull("app:1")).isEqualTo("sha256:1");

        assertThat(cri.deadlineOf(PullImageRequest.class)).isEmpty();
    }

    private void assertDeadline(Class<? extends com.google.protobuf.Message> of, Duration given) {
        var left = cri.deadlineOf(of).orElseThrow().timeRemaining(MILLISECONDS);
        assertThat(left)
                .isBetween(given.minusSeconds(20).toMillis(), given.plusSeconds(1).toMillis());
    }

    @Test
    void comesBackWithinASecondOfTheRuntimesReturn() {
        cri.stop();
        // Long enough an outage for the pace of attempts to slow down.
        for (var i = 0; i < 20; i++) {
            assertThatThrownBy(() -> client.runtime().version())
                    .hasMessageContaining("code = Unavailable")
                    .extracting(e -> ((RuntimeCallException) e).code())
                    .isEqualTo(Code.UNAVAILABLE);
        }
        cri.start();
        var back = System.nanoTime();

        var answered = false;
        while (!answered && System.nanoTime() - back < Duration.ofSeconds(1).toNanos()) {
            try {
                answered = client.runtime().version().runtimeName().equals("fake");
            } catch (RuntimeCallException stillAway) {
                assertThat(stillAway.code()).isEqualTo(Code.UNAVAILABLE);
            }
        }

        assertThat(answered).isTrue();
    }

    @Test
    void comesBackByItselfWhileNobodyCalls() {
        cri.stop();
        assertThatThrownBy(() -> client.runtime().version()).isNotNull();
        cri.start();
        var waiting = new SystemExecution().signal("reconnected");
        cri.onConnect(waiting::raise);

        assertThat(waiting.await(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void aConnectionCutInMidCallIsUnavailable() {
        cri.answer(ListPodSandboxRequest.class, FakeCri.SILENCE);
        var execution = new SystemExecution();
        var ended = execution.signal("call ended");
        var codes = new ArrayList<Code>();
        execution.start(
                io.jubelet.core.execution.ThreadKind.POD,
                "caller",
                () -> {
                    try {
                        client.runtime().listSandboxes(Optional.empty());
                    } catch (RuntimeCallException failure) {
                        codes.add(failure.code());
                    }
                    ended.raise();
                });
        cri.awaitRequest(ListPodSandboxRequest.class);

        cri.stop();

        assertThat(ended.await(Duration.ofSeconds(10))).isTrue();
        assertThat(codes).containsExactly(Code.UNAVAILABLE);
    }

    @Test
    void eventsNameThePodAndEndWithTheStream() {
        cri.answer(GetEventsRequest.class, FakeCri.SILENCE);
        var execution = new SystemExecution();
        var ended = execution.signal("events ended");
        var pods = new CopyOnWriteArrayList<String>();
        execution.start(
                io.jubelet.core.execution.ThreadKind.SERVICE,
                "events",
                () -> {
                    client.runtime().streamEvents(event -> pods.add(event.pod().value()));
                    ended.raise();
                });
        var events = cri.events();

        events.onNext(event("uid-1"));
        events.onNext(ContainerEventResponse.getDefaultInstance());
        events.onNext(event("uid-2"));
        events.onCompleted();

        assertThat(ended.await(Duration.ofSeconds(10))).isTrue();
        assertThat(pods).containsExactly("uid-1", "uid-2");
    }

    private static ContainerEventResponse event(String uid) {
        return ContainerEventResponse.newBuilder()
                .setPodSandboxStatus(
                        PodSandboxStatus.newBuilder()
                                .setMetadata(PodSandboxMetadata.newBuilder().setUid(uid)))
                .build();
    }

    @Test
    void aRuntimeWithoutEventsSaysSo() {
        assertThatThrownBy(() -> client.runtime().streamEvents(_ -> {}))
                .extracting(e -> ((RuntimeCallException) e).code())
                .isEqualTo(Code.UNIMPLEMENTED);
    }
}
