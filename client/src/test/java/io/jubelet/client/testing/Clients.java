package io.jubelet.client.testing;

import io.jubelet.client.ApiConnections;
import io.jubelet.client.ApiSettings;
import io.jubelet.client.ApiSettings.Rate;
import io.jubelet.client.kubeconfig.Kubeconfig;
import io.jubelet.client.kubeconfig.Kubeconfig.Server;
import io.jubelet.client.kubeconfig.Kubeconfig.User;
import io.jubelet.client.login.ClientCertificateSource;
import io.jubelet.client.login.KubeconfigCredentials;
import io.jubelet.client.login.Login;
import io.jubelet.client.transport.TransportSettings;
import io.jubelet.core.execution.Execution;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Clients of a stand-in, with times that a test can wait for.
public final class Clients {
    public static final int WINDOW = 64 * 1024;
    public static final TransportSettings PATIENT =
            times(Duration.ofSeconds(30), Duration.ofSeconds(30));

    private Clients() {}

    public static TransportSettings times(Duration ping, Duration idle) {
        var connecting = Duration.ofSeconds(10);
        return new TransportSettings(connecting, connecting, ping, ping, idle, WINDOW);
    }

    /// Asks for a sign of life often, and gives a busy machine time to send it.
    public static TransportSettings asksOften(Duration ping, Duration answer) {
        var connecting = Duration.ofSeconds(10);
        return new TransportSettings(connecting, connecting, ping, answer, answer, WINDOW);
    }

    public static KubeconfigCredentials credentials(
            String address,
            List<X509Certificate> authorities,
            ClientCertificateSource certificates,
            Login login) {
        var server = new Server(address, "", false, Optional.empty(), "");
        return new KubeconfigCredentials(
                new Kubeconfig(Path.of("/kubeconfig"), server, anonymous()),
                authorities,
                certificates,
                login);
    }

    private static User anonymous() {
        return new User(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public static ApiSettings settings(Duration deadline, TransportSettings transport) {
        return new ApiSettings(
                "test",
                ApiSettings.PROTOBUF,
                Rate.UNLIMITED,
                Rate.UNLIMITED,
                deadline,
                deadline,
                transport);
    }

    /// Nobody in particular, trusting `authorities`.
    public static ApiConnections open(
            String address,
            List<X509Certificate> authorities,
            ApiSettings settings,
            Execution execution) {
        var nobody = ClientCertificateSource.fixed(Optional.empty());
        return ApiConnections.open(
                credentials(address, authorities, nobody, Login.NONE), settings, execution);
    }
}
