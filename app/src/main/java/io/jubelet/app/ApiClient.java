package io.jubelet.app;

import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.app.identity.ClientIdentity;
import io.jubelet.app.identity.IdentitySettings;
import io.jubelet.client.ApiSettings;
import io.jubelet.client.ApiSettings.Rate;
import io.jubelet.client.kubeconfig.KubeconfigException;
import io.jubelet.config.flag.VersionText;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.core.execution.Execution;
import io.jubelet.log.Log;
import io.jubelet.log.Logging;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// From flags and configuration to the connections to the API server. Nothing is sent here: a
/// server that is away stops no start.
///
/// Thread: main, once.
/// Upstream: cmd/kubelet/app/server.go run and kubeClientConfigOverrides.
final class ApiClient {
    private static final Log LOG = Log.of(ApiClient.class);

    private ApiClient() {}

    /// Empty for an agent that has no server; throws [StartException] when the kubeconfig is wrong.
    static Optional<ClientIdentity.Opened> open(
            StartOptions options, String nodeName, Execution execution) {
        if (options.standalone()) {
            return Optional.empty();
        }
        var sources = options.flags().sources();
        var identity =
                new IdentitySettings(
                        nodeName,
                        Path.of(sources.kubeconfig()),
                        sources.bootstrapKubeconfig().isEmpty()
                                ? Optional.empty()
                                : Optional.of(Path.of(sources.bootstrapKubeconfig())),
                        Path.of(options.flags().places().certDirectory()),
                        options.config().getRotateCertificates());
        try {
            return Optional.of(
                    ClientIdentity.open(
                            identity,
                            settings(options.config()),
                            execution,
                            new HostCalls(HostCalls.Limits.DEFAULT),
                            ApiClient::lost));
        } catch (KubeconfigException failure) {
            throw new StartException("failed to run Kubelet: " + failure.getMessage(), failure);
        }
    }

    /// A node that nobody knows any more is of no use; its supervisor decides.
    private static void lost(String why) {
        LOG.error(null, "The client certificate is lost, ending", "reason", why);
        Logging.flush();
        Runtime.getRuntime().halt(1);
    }

    static ApiSettings settings(KubeletConfiguration config) {
        var lease = Duration.ofSeconds(config.getNodeLeaseDurationSeconds());
        var updates = Spans.toJava(config.getNodeStatusUpdateFrequency());
        return ApiSettings.of(
                userAgent(),
                config.getContentType(),
                new Rate(config.getKubeAPIQPS(), config.getKubeAPIBurst()),
                new Rate(config.getEventRecordQPS(), config.getEventBurst()),
                lease.compareTo(updates) < 0 ? lease : updates);
    }

    /// In the shape of client-go's, which servers and their audit logs know.
    private static String userAgent() {
        var machine = System.getProperty("os.arch", "").replace("aarch64", "arm64");
        return "kubelet/"
                + VersionText.KUBERNETES
                + " (linux/"
                + machine.replace("x86_64", "amd64")
                + ") kubernetes/jubelet";
    }
}
