package io.jubelet.app;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.client.ApiConnections;
import io.jubelet.client.ApiSettings;
import io.jubelet.client.ApiSettings.Rate;
import io.jubelet.client.kubeconfig.KubeconfigException;
import io.jubelet.client.login.KubeconfigCredentials;
import io.jubelet.config.flag.VersionText;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.core.execution.Execution;
import io.jubelet.log.Log;
import java.nio.file.Files;
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
    static Optional<ApiConnections> open(StartOptions options, Execution execution) {
        if (options.standalone()) {
            return Optional.empty();
        }
        var sources = options.flags().sources();
        var file = Path.of(sources.kubeconfig());
        if (!Files.exists(file) && !sources.bootstrapKubeconfig().isEmpty()) {
            LOG.warning("There is no kubeconfig yet", "file", file.toString());
            return Optional.empty();
        }
        try {
            var credentials = KubeconfigCredentials.load(file, execution);
            return Optional.of(
                    ApiConnections.open(credentials, settings(options.config()), execution));
        } catch (KubeconfigException failure) {
            throw new StartException("failed to run Kubelet: " + failure.getMessage(), failure);
        }
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
