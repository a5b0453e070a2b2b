package io.jubelet.log;

import java.time.Duration;
import java.util.List;

/// Everything about logging that configuration decides.
///
/// Thread: immutable. Upstream: `logging` of KubeletConfiguration.
///
/// @param splitStream errors go to stderr and the rest to stdout, instead of all to stderr
/// @param infoBufferBytes how much of the split stdout stream may wait for the next flush
public record LogSettings(
        LogFormat format,
        int verbosity,
        List<ModuleVerbosity> modules,
        Duration flushFrequency,
        boolean splitStream,
        long infoBufferBytes) {

    public LogSettings {
        modules = List.copyOf(modules);
    }

    public static LogSettings defaults() {
        return new LogSettings(LogFormat.TEXT, 0, List.of(), Duration.ofSeconds(5), false, 0);
    }

    public LogSettings withFormat(LogFormat value) {
        return new LogSettings(
                value, verbosity, modules, flushFrequency, splitStream, infoBufferBytes);
    }

    public LogSettings withVerbosity(int value) {
        return new LogSettings(
                format, value, modules, flushFrequency, splitStream, infoBufferBytes);
    }

    public LogSettings withModules(List<ModuleVerbosity> value) {
        return new LogSettings(
                format, verbosity, value, flushFrequency, splitStream, infoBufferBytes);
    }
}
