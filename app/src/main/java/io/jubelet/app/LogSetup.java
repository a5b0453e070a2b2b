package io.jubelet.app;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.log.LogFormat;
import io.jubelet.log.LogSettings;
import io.jubelet.log.Logging;
import io.jubelet.log.ModuleVerbosity;

/// Makes the log what the configuration says.
///
/// Thread: main.
final class LogSetup {
    private LogSetup() {}

    static void apply(KubeletConfiguration config) {
        var logging = config.getLogging();
        Logging.apply(
                LogSettings.defaults()
                        .withFormat(
                                logging.getFormat().equals("json")
                                        ? LogFormat.JSON
                                        : LogFormat.TEXT)
                        .withVerbosity(Math.toIntExact(logging.getVerbosity()))
                        .withModules(
                                logging.getVmoduleList().stream()
                                        .map(
                                                module ->
                                                        new ModuleVerbosity(
                                                                module.getFilePattern(),
                                                                Math.toIntExact(
                                                                        module.getVerbosity())))
                                        .toList()));
    }
}
