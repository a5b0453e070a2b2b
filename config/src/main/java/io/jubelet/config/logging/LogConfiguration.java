package io.jubelet.config.logging;

import io.jubelet.api.kubeletconfig.LoggingConfiguration;
import io.jubelet.api.kubeletconfig.OutputRoutingOptions;
import io.jubelet.api.kubeletconfig.VModuleItem;
import io.jubelet.log.LogFormat;
import io.jubelet.log.LogSettings;
import io.jubelet.log.ModuleVerbosity;
import io.jubelet.model.quantity.Quantity;
import java.time.Duration;

/// Reads the log's settings from a configuration that has been validated.
///
/// Thread: stateless. Upstream: component-base logs/api/v1 `apply`.
public final class LogConfiguration {
    private LogConfiguration() {}

    /// What [io.jubelet.log.Logging#apply] takes. Only the options of the chosen format count.
    public static LogSettings settings(LoggingConfiguration logging) {
        boolean json = logging.getFormat().equals("json");
        OutputRoutingOptions routing =
                json ? logging.getOptions().getJson() : logging.getOptions().getText();
        return new LogSettings(
                json ? LogFormat.JSON : LogFormat.TEXT,
                logging.getVerbosity(),
                logging.getVmoduleList().stream().map(LogConfiguration::module).toList(),
                Duration.ofNanos(logging.getFlushFrequency().getNanos()),
                routing.getSplitStream(),
                bytes(routing.getInfoBufferSize().getString()));
    }

    private static ModuleVerbosity module(VModuleItem item) {
        return new ModuleVerbosity(item.getFilePattern(), item.getVerbosity());
    }

    private static long bytes(String size) {
        return size.isEmpty() ? 0 : Quantity.parse(size).value();
    }
}
