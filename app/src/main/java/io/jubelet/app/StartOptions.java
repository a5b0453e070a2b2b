package io.jubelet.app;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.flag.KubeletFlags;
import io.jubelet.config.gate.FeatureGates;
import io.jubelet.config.logging.LogConfiguration;
import io.jubelet.log.LogSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Everything a start was asked for, checked.
///
/// @param notes lines about the configuration that people should see in the log
/// @param flagValues every flag with its value, secrets masked
/// @param logLinks where the links to containers' logs lie
/// @param sharesRoot whether the root folder becomes a mount of its own, as a kubelet's does
public record StartOptions(
        KubeletConfiguration config,
        KubeletFlags flags,
        FeatureGates gates,
        List<String> notes,
        Map<String, String> flagValues,
        Path logLinks,
        boolean sharesRoot) {
    /// Where log shippers look, whatever `podLogsDir` is.
    private static final String LOG_LINKS = "/var/log/containers";

    public StartOptions {
        notes = List.copyOf(notes);
    }

    /// With the links where log shippers look, or where the environment says: a trial run beside
    /// another kubelet has a folder of its own.
    StartOptions(
            KubeletConfiguration config,
            KubeletFlags flags,
            FeatureGates gates,
            List<String> notes,
            Map<String, String> flagValues) {
        this(
                config,
                flags,
                gates,
                notes,
                flagValues,
                Path.of(System.getenv().getOrDefault("JUBELET_LOG_LINKS", LOG_LINKS)),
                true);
    }

    /// The same for a node that leaves nothing behind outside of its folders.
    ///
    /// @param links where the links to containers' logs lie
    public StartOptions asTrial(Path links) {
        return new StartOptions(config, flags, gates, notes, flagValues, links, false);
    }

    public LogSettings logSettings() {
        return LogConfiguration.settings(config.getLogging());
    }

    /// No API server was named, so none is asked for anything.
    public boolean standalone() {
        return flags.sources().kubeconfig().isEmpty();
    }
}
