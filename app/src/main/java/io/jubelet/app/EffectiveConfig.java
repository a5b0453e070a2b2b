package io.jubelet.app;

import io.jubelet.adapters.cri.CriClient;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.log.Log;
import java.nio.file.Path;

/// The configuration in force, which `/configz` shows: what was configured, and what the start
/// itself decided.
///
/// Upstream: cmd/kubelet/app/server.go InitializeTLS, getCgroupDriverFromCRI.
final class EffectiveConfig {
    private static final Log LOG = Log.of(EffectiveConfig.class);

    private EffectiveConfig() {}

    static KubeletConfiguration of(StartOptions options, CriClient client) {
        var config = options.config().toBuilder();
        var selfSigned =
                config.getTlsCertFile().isEmpty() && config.getTlsPrivateKeyFile().isEmpty();
        if (selfSigned && !config.getServerTLSBootstrap()) {
            var folder = Path.of(options.flags().places().certDirectory());
            config.setTlsCertFile(folder.resolve("kubelet.crt").toString());
            config.setTlsPrivateKeyFile(folder.resolve("kubelet.key").toString());
        }
        try {
            client.runtime().cgroupDriver().ifPresent(config::setCgroupDriver);
        } catch (RuntimeCallException failure) {
            LOG.warning("Cannot ask the runtime for its cgroup driver", "reason", failure.reason());
        }
        return config.build();
    }
}
