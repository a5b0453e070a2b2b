package io.jubelet.log;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Takes the process's log lines into memory until it is closed; made for tests and the simulation.
///
/// Thread: any. One capture at a time: it replaces the destination of the whole process.
public final class LogCapture implements AutoCloseable {
    private final List<String> lines = new ArrayList<>();
    private final Logging.State before;
    private final int verbosityBefore;

    private LogCapture(LogSettings settings, InstantSource clock) {
        this.verbosityBefore = Logging.verbosity();
        Logging.verbosity(settings.verbosity());
        var encoder = LogEncoder.of(settings.format());
        this.before = Logging.swap(new Logging.State(encoder, sink(), clock, settings.modules()));
    }

    public static LogCapture start() {
        return start(LogSettings.defaults(), InstantSource.system());
    }

    public static LogCapture start(LogSettings settings, InstantSource clock) {
        return new LogCapture(settings, clock);
    }

    private LogSink sink() {
        return new LogSink() {
            @Override
            public void write(Severity severity, String line) {
                synchronized (lines) {
                    lines.add(line.stripTrailing());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    public List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    @Override
    public void close() {
        Logging.swap(before);
        Logging.verbosity(verbosityBefore);
    }
}
