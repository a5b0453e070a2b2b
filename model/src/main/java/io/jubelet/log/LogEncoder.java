package io.jubelet.log;

/// Gives a log event its final shape, one line with its line break.
///
/// Thread: stateless, called on any thread.
sealed interface LogEncoder permits TextEncoder, JsonEncoder {
    String encode(LogEvent event);

    static LogEncoder of(LogFormat format) {
        return switch (format) {
            case TEXT -> new TextEncoder();
            case JSON -> new JsonEncoder();
        };
    }
}
