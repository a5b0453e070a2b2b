package io.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.certificate.CertificateKeeper;
import io.jubelet.core.certificate.CertificateWait;
import io.jubelet.core.source.ManifestProblems;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.server.testing.Clients;
import io.jubelet.server.testing.RunningNode;
import io.jubelet.server.testing.Views;
import io.jubelet.server.view.CertificateView;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeEndpointsTest {
    private final HttpClient client = Clients.anonymous();
    private RunningNode node;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        node = RunningNode.in(folder).readOnly().start();
    }

    @AfterEach
    void close() {
        node.close();
        client.close();
    }

    private HttpResponse<String> get(String path) {
        return Clients.get(client, node.url(path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/healthz", "/healthz/ping", "/healthz/log", "/healthz/syncloop"})
    void aHealthyNodeSaysOk(String path) {
        assertThat(get(path).statusCode()).isEqualTo(200);
        assertThat(get(path).body()).isEqualTo("ok");
    }

    @Test
    void verboseHealthNamesEveryCheck() {
        assertThat(get("/healthz?verbose").body())
                .isEqualTo(
                        """
                        [+]ping ok
                        [+]log ok
                        [+]syncloop ok
                        healthz check passed
                        """);
    }

    @Test
    void aSilentLoopFailsHealth() {
        node.state.loopSilence = Duration.ofMinutes(5).plusMillis(1);

        assertThat(get("/healthz").statusCode()).isEqualTo(500);
        assertThat(get("/healthz").body())
                .isEqualTo(
                        """
                        [+]ping ok
                        [+]log ok
                        [-]syncloop failed: reason withheld
                        healthz check failed
                        """);
        assertThat(get("/healthz/syncloop").body())
                .isEqualTo("internal server error: sync Loop took longer than expected\n");
    }

    @Test
    void aLoopSilentForFiveMinutesIsStillHealthy() {
        node.state.loopSilence = Duration.ofMinutes(5);

        assertThat(get("/healthz").statusCode()).isEqualTo(200);
    }

    @Test
    void anExcludedCheckIsNotLookedAt() {
        node.state.loopSilence = Duration.ofHours(1);

        assertThat(get("/healthz?exclude=syncloop&verbose").body())
                .isEqualTo(
                        """
                        [+]ping ok
                        [+]log ok
                        [+]syncloop excluded: ok
                        healthz check passed
                        """);
    }

    @Test
    void whatCannotBeExcludedIsNamed() {
        assertThat(get("/healthz?exclude=b&exclude=a&verbose").body())
                .contains(
                        "warn: some health checks cannot be excluded: no matches for"
                                + " \"a\",\"b\"\n");
    }

    @Test
    void noPodsIsAnEmptyList() {
        var response = get("/pods");

        assertThat(response.body())
                .isEqualTo(
                        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{},"
                                + "\"items\":null}");
        assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
    }

    @Test
    void aStaticPodShowsOurStatusAndAnotherItsOwn() {
        node.state.pods =
                List.of(Views.fromApi("remote"), Views.orphan("lost"), Views.running("web"));

        var body = get("/pods").body();

        assertThat(body).contains("\"name\":\"remote\"").contains("\"name\":\"web\"");
        assertThat(body).doesNotContain("\"lost\"");
        assertThat(body).containsOnlyOnce("\"phase\":\"Running\"");
        assertThat(body.indexOf("\"phase\"")).isGreaterThan(body.indexOf("\"name\":\"web\""));
    }

    @Test
    void configzWrapsTheConfiguration() {
        assertThat(get("/configz").body())
                .isEqualTo("{\"kubeletconfig\":{\"kind\":\"KubeletConfiguration\"}}");
    }

    @Test
    void waitsTellEverything() {
        var since = Views.SINCE;
        var wait =
                new Wait(
                        new WaitReason.ImagePullBackOff("main", "shop:1"),
                        since,
                        Optional.of(since.plusSeconds(20)));
        node.state.pods = List.of(Views.waiting("web", List.of(wait)));
        node.state.problems = List.of(new ManifestProblems.Problem("/m/a.yaml", "no \"kind\""));
        node.state.runtimeProblem = Optional.of("connection refused");
        node.state.certificates =
                List.of(
                        new CertificateView(
                                CertificateView.CLIENT,
                                Optional.empty(),
                                Optional.of(
                                        new CertificateKeeper.Pending(
                                                new CertificateWait.NotApproved("csr-1", "signer"),
                                                since)),
                                0));

        assertThat(get("/jubelet/waits").body())
                .isEqualTo(
                        "{\"runtime\":{\"name\":\"containerd\",\"usable\":false,"
                                + "\"problem\":\"connection refused\"},"
                                + "\"loopSilenceMillis\":1000,"
                                + "\"manifestProblems\":[{\"path\":\"/m/a.yaml\","
                                + "\"reason\":\"no \\\"kind\\\"\"}],"
                                + "\"certificates\":[{\"name\":\"client\",\"waits\":[{"
                                + "\"reason\":\"CertificateNotApproved\","
                                + "\"message\":\"certificate signing request csr-1 for signer is"
                                + " pending\",\"since\":\"2026-11-15T10:00:00Z\","
                                + "\"unblockedBy\":\"kubectl certificate approve csr-1\"}]}],"
                                + "\"pods\":[{\"namespace\":\"default\",\"name\":\"web\","
                                + "\"uid\":\"uid-web\",\"desired\":true,\"stage\":\"Syncing\","
                                + "\"since\":\"2026-11-15T10:00:00Z\",\"waits\":[{"
                                + "\"reason\":\"ImagePullBackOff\",\"container\":\"main\","
                                + "\"message\":\"Back-off pulling image \\\"shop:1\\\"\","
                                + "\"since\":\"2026-11-15T10:00:00Z\","
                                + "\"nextTry\":\"2026-11-15T10:00:20Z\","
                                + "\"unblockedBy\":\"the end of the back-off\"}]}]}");
    }

    @Test
    void metricsAreTextAndCountTheirOwnRequest() {
        var response = get("/metrics");

        assertThat(response.headers().firstValue("content-type"))
                .hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(response.body())
                .contains(
                        "kubelet_http_requests_total{long_running=\"false\",method=\"GET\","
                                + "path=\"metrics\",server_type=\"readwrite\"} 1\n")
                .contains(
                        "kubelet_http_inflight_requests{long_running=\"false\",method=\"GET\","
                                + "path=\"metrics\",server_type=\"readwrite\"} 1\n");
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "GET, /nosuch, 404, 404 page not found",
        "GET, /healthz/nosuch, 404, 404 page not found",
        "GET, /metrics/, 404, 404 page not found",
        "GET, /exec/default/web, 404, 404: Page Not Found",
        "GET, /exec/default/web/main, 400, 'you must specify at least 1 of stdin, stdout, stderr'",
        "PUT, /exec/default/web/main, 405, 405: Method Not Allowed",
        "GET, /run/default/web/main, 405, 405: Method Not Allowed",
        "POST, /run/default/web/main, 404, pod does not exist",
        "GET, /containerLogs/default/web/main, 404, pod \"web\" does not exist",
        "GET, /containerLogs/default/web, 404, 404: Page Not Found",
        "POST, /portForward/default/web, 404, pod does not exist",
        "GET, /pods/web, 404, 404: Page Not Found",
        "POST, /pods, 405, 405: Method Not Allowed",
        "HEAD, /pods, 405, ''",
        "BREW, /jubelet/waits, 405, 405: Method Not Allowed",
        "POST, /healthz, 200, ok",
        "HEAD, /healthz, 200, ''",
        "HEAD, /metrics, 200, ''",
        "HEAD, /metrics/probes, 200, ''",
        "HEAD, /configz, 200, ''",
    })
    void pathsAndMethodsAreKnownOrRefused(String method, String path, int status, String body) {
        var response = Clients.send(client, method, node.url(path));

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body().strip()).isEqualTo(body);
    }

    @Test
    void aWrongMethodIsToldTheRightOne() {
        assertThat(Clients.send(client, "PUT", node.url("/pods")).headers().firstValue("Allow"))
                .hasValue("GET");
    }

    @ParameterizedTest(name = "read-only {0}: {1}")
    @CsvSource({
        "/healthz, 200",
        "/healthz/syncloop, 200",
        "/pods, 200",
        "/metrics, 200",
        "/configz, 404",
        "/jubelet/waits, 404",
        "/run/default/web/main, 405",
        "/exec/, 405",
        "/containerLogs/default/web/main, 405",
        "/runningpods/, 405",
        "/logs/syslog, 405",
        "/debug/pprof/heap, 405",
        "/debug/flags/v, 404",
    })
    void theReadOnlyPortServesLittle(String path, int status) {
        var response = Clients.get(client, node.readOnlyUrl(path));

        assertThat(response.statusCode()).isEqualTo(status);
        if (status == 405) {
            assertThat(response.body()).isEqualTo("Debug endpoints are disabled.\n");
        }
    }

    @ParameterizedTest(name = "without debugging handlers {0}: {1}")
    @CsvSource({
        "/healthz, 200",
        "/pods, 200",
        "/metrics, 200",
        "/jubelet/waits, 200",
        "/configz, 404",
        "/attach/default/web/main, 405",
        "/logs/, 405",
    })
    void debuggingHandlersCanBeSwitchedOff(String path, int status, @TempDir Path folder)
            throws IOException {
        try (var plain = RunningNode.in(folder).withoutDebuggingHandlers().start()) {
            assertThat(Clients.get(client, plain.url(path)).statusCode()).isEqualTo(status);
        }
    }
}
