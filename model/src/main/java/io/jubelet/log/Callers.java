package io.jubelet.log;

import java.lang.StackWalker.StackFrame;

/// Finds the source place that logged; asked only for lines that are written.
///
/// Thread: stateless.
final class Callers {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final String PACKAGE = "io.jubelet.log.";

    private Callers() {}

    static LogEvent.Caller find() {
        return WALKER.walk(
                frames ->
                        frames.filter(frame -> !isOurs(frame.getClassName()))
                                .findFirst()
                                .map(Callers::of)
                                .orElse(LogEvent.Caller.UNKNOWN));
    }

    private static boolean isOurs(String type) {
        return type.startsWith(PACKAGE)
                && switch (type.substring(PACKAGE.length())) {
                    case "Log", "Log$Verbose", "Logging", "Callers" -> true;
                    default -> false;
                };
    }

    private static LogEvent.Caller of(StackFrame frame) {
        String file = frame.getFileName();
        return new LogEvent.Caller(
                folder(frame.getClassName()),
                file == null ? "???" : file,
                Math.max(frame.getLineNumber(), 1));
    }

    /// The last segment of the package: `pod` for `io.jubelet.core.pod.PodWorker`.
    private static String folder(String type) {
        int end = type.lastIndexOf('.');
        if (end < 0) {
            return "";
        }
        return type.substring(type.lastIndexOf('.', end - 1) + 1, end);
    }
}
