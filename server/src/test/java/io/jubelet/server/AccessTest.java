package io.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.server.testing.Authority;
import io.jubelet.server.testing.Clients;
import io.jubelet.server.testing.RunningNode;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AccessTest {
    private final Authority believed = new Authority("believed");
    private final Authority stranger = new Authority("stranger");
    private @TempDir Path folder;
    private Path authorities;

    @BeforeEach
    void write() throws IOException {
        authorities =
                Authority.write(folder.resolve("ca.crt"), Authority.pem(believed.certificate()));
    }

    /// What a client shows.
    enum Shown {
        GOOD,
        OF_A_STRANGER,
        EXPIRED,
        FOR_SERVERS,
        WITHOUT_A_NAME,
        NOTHING
    }

    private HttpClient client(Shown shown) {
        return switch (shown) {
            case GOOD -> Clients.with(believed.client("admin", "system:masters"));
            case OF_A_STRANGER -> Clients.with(stranger.client("admin", "system:masters"));
            case EXPIRED -> Clients.with(believed.expiredClient("admin"));
            case FOR_SERVERS -> Clients.with(believed.server("admin"));
            case WITHOUT_A_NAME -> Clients.with(believed.client("", "nameless"));
            case NOTHING -> Clients.anonymous();
        };
    }

    @ParameterizedTest(name = "certificate {0}, anonymous {1}: {2}")
    @CsvSource({
        "GOOD, true, 200",
        "GOOD, false, 200",
        "OF_A_STRANGER, true, 401",
        "OF_A_STRANGER, false, 401",
        "EXPIRED, true, 401",
        "EXPIRED, false, 401",
        "FOR_SERVERS, true, 401",
        "FOR_SERVERS, false, 401",
        "WITHOUT_A_NAME, true, 200",
        "WITHOUT_A_NAME, false, 401",
        "NOTHING, true, 200",
        "NOTHING, false, 401",
    })
    void certificatesDecide(Shown shown, boolean anonymous, int status) throws IOException {
        try (var node =
                        RunningNode.in(folder)
                                .clientAuthorities(authorities)
                                .anonymous(anonymous)
                                .start();
                var client = client(shown)) {
            var response = Clients.get(client, node.url("/pods"));

            assertThat(response.statusCode()).isEqualTo(status);
            if (status == 401) {
                assertThat(response.body()).isEqualTo("Unauthorized");
            }
        }
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "GET, /healthz, 401",
        "GET, /metrics, 401",
        "GET, /configz, 401",
        "GET, /jubelet/waits, 401",
        "POST, /pods, 401",
        "GET, /pods/x, 401",
        "GET, /nosuch, 404",
        "GET, //pods, 307",
    })
    void everyEndpointIsGuardedAndUnknownPathsAreNot(String method, String path, int status)
            throws IOException {
        try (var node =
                        RunningNode.in(folder)
                                .clientAuthorities(authorities)
                                .anonymous(false)
                                .start();
                var client = Clients.anonymous()) {
            assertThat(Clients.send(client, method, node.url(path)).statusCode()).isEqualTo(status);
        }
    }

    @Test
    void theReadOnlyPortAsksNobody() throws IOException {
        try (var node =
                        RunningNode.in(folder)
                                .clientAuthorities(authorities)
                                .anonymous(false)
                                .readOnly()
                                .start();
                var client = HttpClient.newHttpClient()) {
            assertThat(Clients.get(client, node.readOnlyUrl("/pods")).statusCode()).isEqualTo(200);
        }
    }
}
