package io.jubelet.app;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.flag.KubeletFlags;
import io.jubelet.config.gate.FeatureGates;
import io.jubelet.config.logging.LogConfiguration;
import io.jubelet.log.LogSettings;
import java.util.List;

/// Everything a start was asked for, checked.
///
/// @param notes lines about the configuration that people should see in the log
public record StartOptions(
        KubeletConfiguration config, KubeletFlags flags, FeatureGates gates, List<String> notes) {
    public StartOptions {
        notes = List.copyOf(notes);
    }

    public LogSettings logSettings() {
        return LogConfiguration.settings(config.getLogging());
    }

    /// No API server was named, so none is asked for anything.
    public boolean standalone() {
        return flags.sources().kubeconfig().isEmpty();
    }
}
