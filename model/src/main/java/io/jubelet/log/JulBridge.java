package io.jubelet.log;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/// Brings the lines of libraries that use `java.util.logging` (gRPC, Netty) into this log.
///
/// Thread: any.
public final class JulBridge extends Handler {
    private static final int LIBRARY_DETAIL = 6;

    private final SimpleFormatter formatter = new SimpleFormatter();

    private JulBridge() {}

    /// Replaces every handler of the root logger.
    ///
    /// Libraries speak from WARNING on, or from INFO when the verbosity is 6 or more.
    public static void install() {
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.setLevel(Logging.enabled(LIBRARY_DETAIL) ? Level.INFO : Level.WARNING);
        root.addHandler(new JulBridge());
    }

    @Override
    public void publish(LogRecord record) {
        if (!isLoggable(record) || isHarmless(record)) {
            return;
        }
        String logger = record.getLoggerName() == null ? "" : record.getLoggerName();
        Severity severity = severity(record.getLevel());
        Logging.emit(
                severity,
                severity == Severity.INFO ? LIBRARY_DETAIL : 0,
                caller(logger),
                formatter.formatMessage(record),
                record.getThrown(),
                new Object[] {"logger", logger});
    }

    /// Netty warns of an option that a Unix socket does not have; gRPC sets it on every channel.
    private static boolean isHarmless(LogRecord record) {
        String message = record.getMessage();
        return message == null
                || (message.contains("SO_KEEPALIVE") && message.contains("Unknown channel option"));
    }

    private static Severity severity(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return Severity.ERROR;
        }
        return level.intValue() >= Level.WARNING.intValue() ? Severity.WARNING : Severity.INFO;
    }

    private static LogEvent.Caller caller(String logger) {
        int dot = logger.lastIndexOf('.');
        return new LogEvent.Caller("", logger.substring(dot + 1) + ".java", 1);
    }

    @Override
    public void flush() {
        Logging.flush();
    }

    @Override
    public void close() {
        Logging.flush();
    }
}
