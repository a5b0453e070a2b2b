package io.jubelet.log;

/// Where finished lines go.
///
/// Thread: called on any thread.
interface LogSink {
    void write(Severity severity, String line);

    void flush();
}
