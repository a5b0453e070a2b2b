package io.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.host.MachineLogs.Found;
import io.jubelet.server.testing.Clients;
import io.jubelet.server.testing.RunningNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The pages for people who look into the process, and the machine's logs.
@SuppressWarnings("NullAway.Init") // JUnit fills the field before each test.
class NodePagesTest {
    private static final String WARNING =
            "Warning: This endpoint is not meant to be machine parseable, has no formatting"
                    + " compatibility guarantees and is for debugging purposes only.\n";

    private final HttpClient client = Clients.anonymous();
    private RunningNode node;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        var flags = Map.of("v", "2", "config", "/etc/kubelet.yaml");
        node =
                RunningNode.in(folder)
                        .pages(new NodePages(flags, Instant.EPOCH, "1.36.4", true, true, true))
                        .start();
    }

    @AfterEach
    void close() {
        node.close();
        client.close();
    }

    private HttpResponse<String> get(String path, String accept) {
        try {
            var request = HttpRequest.newBuilder(URI.create(node.url(path)));
            request.header("Accept", accept);
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"*/*", "text/plain", "text/html, text/*;q=0.5", "application/json, */*"})
    void flagsAreTextForPeople(String accept) {
        var page = get("/flagz", accept);
        assertThat(page.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
        assertThat(page.body())
                .isEqualTo("\nkubelet flagz\n" + WARNING + "config=/etc/kubelet.yaml\nv=2\n");
    }

    @Test
    void flagsAreAnObjectForPrograms() {
        var page = get("/flagz", "application/json;v=v1beta1;g=config.k8s.io;as=Flagz");
        assertThat(page.body())
                .isEqualTo(
                        "{\"kind\":\"Flagz\",\"apiVersion\":\"config.k8s.io/v1beta1\","
                                + "\"metadata\":{\"name\":\"kubelet\"},"
                                + "\"flags\":{\"config\":\"/etc/kubelet.yaml\",\"v\":\"2\"}}\n");
        assertThat(page.headers().firstValue("Warning")).isEmpty();
        var old = get("/flagz", "application/json;v=v1alpha1;g=config.k8s.io;as=Flagz");
        assertThat(old.body()).contains("config.k8s.io/v1alpha1");
        assertThat(old.headers().firstValue("Warning").orElse(""))
                .startsWith("299 - \"This version of the flagz endpoint is deprecated.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    application/json
                    application/json;v=v1;g=config.k8s.io;as=Flagz
                    application/json;v=v1beta1;g=config.k8s.io;as=Statusz
                    image/png
                    """)
    void whatCannotBeGivenIsRefused(String accept) {
        assertThat(get("/flagz", accept).statusCode()).isEqualTo(406);
        assertThat(get("/flagz", accept).body()).contains("\"reason\":\"NotAcceptable\"");
    }

    @Test
    void statusTellsVersionAndPaths() {
        assertThat(get("/statusz", "*/*").body())
                .startsWith("\nkubelet statusz\n" + WARNING + "\nStarted: ")
                .contains("\nUp: ", "\nBinary version: 1.36.4\nEmulation version: 1.36\nPaths: ")
                .contains(" /exec /flagz /healthz ");
        assertThat(get("/statusz", "application/json;v=v1beta1;g=config.k8s.io;as=Statusz").body())
                .startsWith(
                        "{\"kind\":\"Statusz\",\"apiVersion\":\"config.k8s.io/v1beta1\","
                                + "\"metadata\":{\"name\":\"kubelet\"},"
                                + "\"startTime\":\"1970-01-01T00:00:00Z\",\"uptimeSeconds\":")
                .contains("\"binaryVersion\":\"1.36.4\",\"emulationVersion\":\"1.36\"");
    }

    @Test
    void pagesWhoseGateIsOffAreNotThere(@TempDir Path other) throws IOException {
        var pages = new NodePages(Map.of(), Instant.EPOCH, "1.36.4", false, false, false);
        try (var without = RunningNode.in(other).pages(pages).start()) {
            for (var path : List.of("/flagz", "/statusz")) {
                assertThat(Clients.get(client, without.url(path)).statusCode()).isEqualTo(404);
            }
            var logs = Clients.get(client, without.url("/logs/syslog"));
            assertThat(logs.statusCode()).isEqualTo(405);
            assertThat(logs.body()).isEqualTo("logs endpoint is disabled.\n");
        }
    }

    @Test
    void logsAreListedAsAFileServerDoes() {
        node.machineLogs = path -> new Found.Folder(List.of("a&b", "pods/", "x:y", path));
        assertThat(get("/logs/", "*/*").body())
                .isEqualTo(
                        """
                        <!doctype html>
                        <meta name="viewport" content="width=device-width">
                        <pre>
                        <a href="a&amp;b">a&amp;b</a>
                        <a href="pods/">pods/</a>
                        <a href="./x:y">x:y</a>
                        <a href=""></a>
                        </pre>
                        """);
        var moved = get("/logs/pods", "*/*");
        assertThat(moved.statusCode()).isEqualTo(301);
        assertThat(moved.headers().firstValue("Location")).contains("pods/");
    }

    @Test
    void aLogIsSentWhole() {
        node.logs.write("/syslog", "one\ntwo\n");
        node.machineLogs =
                path ->
                        path.equals("syslog")
                                ? new Found.File(node.logs.open("/syslog"))
                                : new Found.Missing();
        var page = get("/logs/syslog", "*/*");
        assertThat(page.body()).isEqualTo("one\ntwo\n");
        assertThat(page.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
        assertThat(get("/logs/no", "*/*").statusCode()).isEqualTo(404);
        assertThat(get("/logs/no", "*/*").body()).isEqualTo("404 page not found\n");
        assertThat(node.logs.open).hasValue(0);
    }
}
