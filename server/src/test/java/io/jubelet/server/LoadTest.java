package io.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.server.testing.Clients;
import io.jubelet.server.testing.RunningNode;
import io.jubelet.server.testing.Views;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class LoadTest {
    private static final List<String> PATHS = List.of("/healthz", "/pods", "/metrics", "/configz");
    private static final int REQUESTS = 200;

    @Test
    @Timeout(60)
    void twoHundredRequestsAtOnceAreAllAnswered(@TempDir Path folder) throws IOException {
        try (var node = RunningNode.in(folder).start();
                var client = Clients.anonymous()) {
            node.state.pods =
                    IntStream.range(0, 100).mapToObj(each -> Views.running("pod-" + each)).toList();

            var answers =
                    IntStream.range(0, REQUESTS)
                            .mapToObj(each -> node.url(PATHS.get(each % PATHS.size())))
                            .map(url -> HttpRequest.newBuilder(URI.create(url)).build())
                            .map(request -> client.sendAsync(request, BodyHandlers.ofString()))
                            .toList();

            assertThat(answers.stream().map(CompletableFuture::join))
                    .extracting(HttpResponse::statusCode)
                    .hasSize(REQUESTS)
                    .containsOnly(200);
            assertThat(Clients.get(client, node.url("/metrics")).body())
                    .contains(
                            "path=\"pods\",server_type=\"readwrite\"} " + REQUESTS / PATHS.size());
        }
    }
}
