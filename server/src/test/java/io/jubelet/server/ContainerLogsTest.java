package io.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.authentication.UserInfo;
import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStateRunning;
import io.jubelet.api.core.ContainerStateTerminated;
import io.jubelet.api.core.ContainerStateWaiting;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.runtime.StreamingRuntime.ContainerLog;
import io.jubelet.core.status.PodView;
import io.jubelet.server.testing.Clients;
import io.jubelet.server.testing.FakeReviews;
import io.jubelet.server.testing.RawClient;
import io.jubelet.server.testing.RunningNode;
import io.jubelet.server.testing.Views;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContainerLogsTest {
    private static final String LOG = "/logs/default_web_uid-web/main/0.log";
    private static final String PATH = "/containerLogs/default/web/main";
    private static final String FIRST = "2026-11-15T10:00:00Z stdout F hello\n";

    private final HttpClient client = Clients.anonymous();
    private RunningNode node;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        node = RunningNode.in(folder).start();
        node.logs.write(LOG, FIRST);
        node.runtime.log = new ContainerLog(LOG, false);
        show(running(), ContainerState.getDefaultInstance());
    }

    @AfterEach
    void close() {
        node.close();
        client.close();
    }

    private static ContainerState running() {
        return ContainerState.newBuilder()
                .setRunning(ContainerStateRunning.getDefaultInstance())
                .build();
    }

    private static ContainerState ended(String id) {
        return ContainerState.newBuilder()
                .setTerminated(ContainerStateTerminated.newBuilder().setContainerID(id))
                .build();
    }

    private static ContainerState waiting(String reason) {
        return ContainerState.newBuilder()
                .setWaiting(ContainerStateWaiting.newBuilder().setReason(reason))
                .build();
    }

    private void show(ContainerState state, ContainerState last) {
        var view = Views.running("web");
        var pod = view.desired().orElseThrow().toBuilder();
        pod.getSpecBuilder().addContainers(Container.newBuilder().setName("main"));
        var status =
                PodStatus.newBuilder()
                        .addContainerStatuses(
                                ContainerStatus.newBuilder()
                                        .setName("main")
                                        .setContainerID("containerd://c1")
                                        .setState(state)
                                        .setLastState(last));
        node.state.pods =
                List.of(
                        new PodView(
                                view.identity(),
                                Optional.of(pod.build()),
                                view.stage(),
                                view.stageSince(),
                                status.build(),
                                List.of()));
    }

    private HttpResponse<String> get(String path) {
        return Clients.get(client, node.url(path));
    }

    @Test
    void aLogIsSentInChunks() {
        var response = get(PATH);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("hello\n");
        assertThat(response.headers().firstValue("transfer-encoding")).hasValue("chunked");
        assertThat(get("/healthz").body()).as("the next on that connection").isEqualTo("ok");
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource({
        "/containerLogs/default/nosuch/main, 404, 'pod \"nosuch\" does not exist'",
        "/containerLogs/other/web/main, 404, 'pod \"web\" does not exist'",
        "/containerLogs/default/web/nosuch, 404, 'container \"nosuch\" not found in pod \"web\"'",
        "/containerLogs/default/web/main?tailLines=x, 400, '{\"message\": \"Unable to decode query.\"}'",
        "/containerLogs/default/web/main?sinceTime=x, 400, '{\"message\": \"Unable to decode query.\"}'",
        "/containerLogs/default/web/main?tailLines=-1, 422, '{\"message\": \"Invalid request.\"}'",
        "/containerLogs/default/web/main?limitBytes=0, 422, '{\"message\": \"Invalid request.\"}'",
        "/containerLogs/default/web/main?sinceSeconds=0, 422, '{\"message\": \"Invalid request.\"}'",
        "/containerLogs/default/web/main?stream=Both, 422, '{\"message\": \"Invalid request.\"}'",
        "/containerLogs/default/web/main?stream=Stdout&tailLines=1, 422, '{\"message\": \"Invalid request.\"}'",
        "/containerLogs/default/web/main?sinceSeconds=1&sinceTime=2026-11-15T10:00:00Z, 422, '{\"message\": \"Invalid request.\"}'",
        "/containerLogs/default/web/main?previous=true, 400, 'previous terminated container \"main\" in pod \"web\" not found'",
    })
    void whatMakesNoSenseIsRefused(String path, int status, String message) {
        assertThat(get(path).statusCode()).isEqualTo(status);
        assertThat(get(path).body()).isEqualTo(message);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "ErrImagePull, image can't be pulled",
        "ImagePullBackOff, trying and failing to pull image",
        "ContainerCreating, ContainerCreating",
    })
    void aContainerThatWaitsSaysWhy(String reason, String message) {
        show(waiting(reason), ContainerState.getDefaultInstance());

        assertThat(get(PATH).statusCode()).isEqualTo(400);
        assertThat(get(PATH).body())
                .isEqualTo("container \"main\" in pod \"web\" is waiting to start: " + message);
    }

    @Test
    void theLastInstanceIsShownWhileTheNextWaits() {
        show(waiting("CrashLoopBackOff"), ended("containerd://c0"));

        assertThat(get(PATH).body()).isEqualTo("hello\n");
        assertThat(get(PATH + "?previous=true").body()).isEqualTo("hello\n");
    }

    @Test
    void aContainerThatLeftNothingIsTerminated() {
        show(ended(""), ContainerState.getDefaultInstance());

        assertThat(get(PATH).body()).isEqualTo("container \"main\" in pod \"web\" is terminated");
    }

    @Test
    void aFileThatIsNotThereIsToldInTheAnswer() {
        node.runtime.log = new ContainerLog("/logs/nosuch", false);

        assertThat(get(PATH).statusCode()).isEqualTo(200);
        assertThat(get(PATH).body())
                .isEqualTo("failed to open log file \"/logs/nosuch\": no such file or directory");
        assertThat(get(PATH + "?stream=Stderr").statusCode()).isEqualTo(400);
    }

    @Test
    void followingGoesOnUntilTheClientIsGone() throws IOException {
        node.runtime.log = new ContainerLog(LOG, true);
        try (var raw = new RawClient(Clients.tls(node.address()))) {
            raw.send("GET " + PATH + "?follow=true HTTP/1.1\r\nHost: a\r\n\r\n");
            raw.readUntil("hello\n");
            node.logs.write(LOG, FIRST.replace("hello", "again"));

            assertThat(raw.readUntil("again\n")).contains("again");
            assertThat(node.logs.open).hasValue(1);
        }
        while (node.logs.open.get() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aClientThatDoesNotReadHoldsNoMoreThanItsShare() throws IOException {
        for (int each = 0; each < 4_000; each++) {
            node.logs.write(LOG, FIRST.replace("hello", "x".repeat(500)));
        }
        try (var raw = new RawClient(Clients.tls(node.address()))) {
            raw.send("GET " + PATH + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            raw.readUntil("xxx");

            assertThat(node.logs.open).as("the reader waits").hasValue(1);
            assertThat(raw.readToEnd()).endsWith("0\r\n\r\n");
        }
    }

    @Test
    void aTokenIsAskedOfTheApiServer(@TempDir Path folder) throws IOException {
        var api = new FakeReviews();
        api.users.put("good", UserInfo.newBuilder().setUsername("ann").build());
        api.allowed.add("ann get nodes/proxy");
        try (var guarded = RunningNode.in(folder).anonymous(false).webhook(api).start()) {
            assertThat(status(guarded, "/pods", "")).isEqualTo("401");
            assertThat(status(guarded, "/pods", "bad")).isEqualTo("401");
            assertThat(status(guarded, "/pods", "good")).isEqualTo("200");
            assertThat(status(guarded, "/metrics", "good")).isEqualTo("403");
        }
    }

    private static String status(RunningNode node, String path, String token) throws IOException {
        try (var raw = new RawClient(Clients.tls(node.address()))) {
            var header = token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
            raw.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n" + header + "\r\n");
            return raw.readUntil("\r\n").substring(9, 12);
        }
    }
}
