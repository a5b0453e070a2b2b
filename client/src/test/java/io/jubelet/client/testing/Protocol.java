package io.jubelet.client.testing;

import io.jubelet.client.ApiConnections;
import io.jubelet.core.execution.Execution;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// The two ways to the server: what holds for one holds for the other.
public enum Protocol {
    HTTP_1_PLAIN,
    HTTP_2_TLS;

    private static final TestTls TLS = TestTls.honest();

    public StandInServer server(Consumer<Call> script) {
        return switch (this) {
            case HTTP_1_PLAIN -> StandInServer.plain(script);
            case HTTP_2_TLS -> StandInServer.secure(TLS, script);
        };
    }

    /// Who speaks for the server.
    public X509Certificate authority() {
        return TLS.certificate();
    }

    public ApiConnections client(StandInServer server, Execution execution) {
        return client(server, execution, Duration.ofSeconds(20));
    }

    public ApiConnections client(StandInServer server, Execution execution, Duration deadline) {
        return Clients.open(
                server.address(),
                List.of(TLS.certificate()),
                Clients.settings(deadline, Clients.PATIENT),
                execution);
    }
}
