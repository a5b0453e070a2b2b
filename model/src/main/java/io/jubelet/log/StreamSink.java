package io.jubelet.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;

/// Sends lines to stderr, or, when split, errors and warnings to stderr and the rest to stdout.
///
/// Thread: any. Upstream: the output routing of component-base `logs`.
final class StreamSink implements LogSink {
    private static final int LIMIT_BYTES = 256 * 1024;
    private static final int MAX_INFO_BUFFER_BYTES = 64 * 1024 * 1024;

    private final LogStream errors;
    private final LogStream infos;

    StreamSink(LogSettings settings, OutputStream stderr, OutputStream stdout) {
        var linger = LogStream.lingerWithin(settings.flushFrequency());
        this.errors = new LogStream(stderr, LIMIT_BYTES, linger);
        if (!settings.splitStream()) {
            this.infos = errors;
        } else if (settings.infoBufferBytes() > 0) {
            int bytes = (int) Math.min(settings.infoBufferBytes(), MAX_INFO_BUFFER_BYTES);
            this.infos = new LogStream(stdout, bytes, settings.flushFrequency());
        } else {
            this.infos = new LogStream(stdout, LIMIT_BYTES, linger);
        }
    }

    static StreamSink ofProcess(LogSettings settings) {
        return new StreamSink(
                settings,
                new FileOutputStream(FileDescriptor.err),
                new FileOutputStream(FileDescriptor.out));
    }

    static StreamSink of(LogSettings settings, OutputStream everything) {
        return new StreamSink(settings, everything, everything);
    }

    @Override
    public void write(Severity severity, String line) {
        switch (severity) {
            case INFO -> infos.append(line);
            case WARNING -> errors.append(line);
            case ERROR -> {
                errors.append(line);
                errors.flush();
            }
        }
    }

    @Override
    public void flush() {
        errors.flush();
        infos.flush();
    }

    @Override
    public void close() {
        errors.close();
        infos.close();
    }
}
