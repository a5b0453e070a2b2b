package io.jubelet.adapters.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CriEndpointTest {
    @ParameterizedTest
    @CsvSource({
        "unix:///run/containerd/containerd.sock, /run/containerd/containerd.sock",
        "unix:/run/crio.sock, /run/crio.sock",
    })
    void aUnixUrlIsAccepted(String text, Path socket) {
        var endpoint = CriEndpoint.parse(text);

        assertThat(endpoint.socket()).isEqualTo(socket);
        assertThat(endpoint.warning()).isEmpty();
    }

    @Test
    void aBarePathIsAcceptedWithAWarning() {
        var endpoint = CriEndpoint.parse("/run/containerd/containerd.sock");

        assertThat(endpoint.socket()).isEqualTo(Path.of("/run/containerd/containerd.sock"));
        assertThat(endpoint.warning())
                .contains(
                        "using \"/run/containerd/containerd.sock\" as endpoint is deprecated,"
                                + " please consider using full url format");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "tcp://localhost:1234, only support unix socket endpoint",
                "http://localhost, 'protocol \"http\" not supported'",
                "npipe:////./pipe/x, 'protocol \"npipe\" not supported'",
                "run/x.sock, 'endpoint \"run/x.sock\" names no absolute path: use unix:///path'",
                "unix://, 'endpoint \"unix://\" names no absolute path: use unix:///path'",
                "'', 'endpoint \"\" names no absolute path: use unix:///path'",
            })
    void everythingElseIsRefusedWithOneLine(String text, String message) {
        assertThatThrownBy(() -> CriEndpoint.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
