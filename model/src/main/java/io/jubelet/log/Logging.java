package io.jubelet.log;

import java.io.OutputStream;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// What is set once for the process: format, verbosity, destination.
///
/// Before [#apply] lines go to stderr as text at verbosity 0.
///
/// Thread: any. The state is one immutable value behind a volatile; the verbosity alone can change
/// at run time.
public final class Logging {
    private static final AtomicInteger VERBOSITY = new AtomicInteger();
    private static volatile State state = State.of(LogSettings.defaults());

    static {
        // Other hooks may still log after this one, so nothing must wait in a buffer any more.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> state.sink().close(), "log-close"));
    }

    private Logging() {}

    /// Encoder, destination, clock and module patterns that belong together.
    record State(
            LogEncoder encoder, LogSink sink, InstantSource clock, List<ModuleVerbosity> modules) {
        static State of(LogSettings settings) {
            return of(settings, StreamSink.ofProcess(settings));
        }

        static State of(LogSettings settings, LogSink sink) {
            return new State(
                    LogEncoder.of(settings.format()),
                    sink,
                    InstantSource.system(),
                    settings.modules());
        }
    }

    /// Takes over new settings; lines already accepted are written first.
    public static synchronized void apply(LogSettings settings) {
        VERBOSITY.set(settings.verbosity());
        swap(State.of(settings)).sink().close();
    }

    /// The same, with every line written to `destination` instead of the process's own streams.
    public static synchronized void apply(LogSettings settings, OutputStream destination) {
        VERBOSITY.set(settings.verbosity());
        swap(State.of(settings, StreamSink.of(settings, destination))).sink().close();
    }

    public static int verbosity() {
        return VERBOSITY.get();
    }

    /// Changes the verbosity of the running process.
    public static void verbosity(int level) {
        VERBOSITY.set(level);
    }

    /// Writes out everything accepted so far.
    public static void flush() {
        state.sink().flush();
    }

    static State state() {
        return state;
    }

    static synchronized State swap(State next) {
        State before = state;
        state = next;
        return before;
    }

    static boolean enabled(int level) {
        return level <= VERBOSITY.get();
    }

    static void emit(
            Severity severity,
            int level,
            String message,
            @Nullable Throwable failure,
            @Nullable Object[] pairs) {
        emit(severity, level, Callers.find(), message, failure, pairs);
    }

    static void emit(
            Severity severity,
            int level,
            LogEvent.Caller caller,
            String message,
            @Nullable Throwable failure,
            @Nullable Object[] pairs) {
        State now = state;
        var event =
                new LogEvent(
                        severity,
                        level,
                        now.clock().instant(),
                        caller,
                        message,
                        failure,
                        LogContext.current().pairs(),
                        Arrays.asList(pairs));
        now.sink().write(severity, now.encoder().encode(event));
    }
}
