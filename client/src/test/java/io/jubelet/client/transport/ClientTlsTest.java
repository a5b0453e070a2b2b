package io.jubelet.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

final class ClientTlsTest {
    @Test
    void namesTheCipherFirstThatCostsLeast() throws NoSuchAlgorithmException {
        var origin = new Origin(true, "127.0.0.1", 6443, "");
        var suites =
                new ClientTls(origin, new ServerTrust.Everybody(""), true)
                        .engine(Optional.empty())
                        .getEnabledCipherSuites();

        assertThat(suites[0]).isEqualTo("TLS_CHACHA20_POLY1305_SHA256");
        assertThat(suites)
                .containsExactlyInAnyOrder(
                        SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites());
    }
}
