package io.jubelet.log;

/// Where finished lines go.
///
/// Thread: called on any thread.
interface LogSink {
    void write(Severity severity, String line);

    void flush();

    /// Writes out what is left; from now on every line is written before its call returns.
    void close();
}
