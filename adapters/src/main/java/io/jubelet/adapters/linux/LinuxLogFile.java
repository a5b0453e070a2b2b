package io.jubelet.adapters.linux;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.host.ContainerLogFiles.Change;
import io.jubelet.core.host.ContainerLogFiles.LogFile;
import io.jubelet.core.host.HostCallException;
import io.jubelet.log.Log;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// One open log file.
///
/// Thread: one at a time; `log-watch` and [#wake] only raise its signal.
final class LinuxLogFile implements LogFile {
    private static final Log LOG = Log.of(LinuxLogFile.class);

    private final LinuxLogFiles files;
    private final Path path;
    private final SeekableByteChannel channel;
    private final Object key;
    private final HostCalls calls;
    private final Signal changed;

    /// The most that happened since the last wait.
    private final AtomicReference<Change> news = new AtomicReference<>(Change.NOTHING);

    private Optional<LogWatch.Subscription> subscription = Optional.empty();
    private long position;

    LinuxLogFile(
            LinuxLogFiles files,
            Path path,
            LinuxLogFiles.Opened opened,
            HostCalls calls,
            Execution execution) {
        this.files = files;
        this.path = path;
        this.channel = opened.channel();
        this.key = opened.key();
        this.calls = calls;
        this.changed = execution.signal("log-changed");
    }

    private <T> T call(String what, HostCalls.Body<T> body) {
        return calls.call("log " + path, "failed to " + what + " log file \"" + path + "\"", body);
    }

    /// A call that was given up may still read; it does so into a buffer of its own.
    @Override
    public int read(byte[] into, int offset, int length) {
        var from = position;
        var buffer =
                call(
                        "read",
                        () -> {
                            var own = ByteBuffer.allocate(length);
                            channel.position(from);
                            var count = channel.read(own);
                            return count < 0 ? own.limit(0) : own.flip();
                        });
        if (!buffer.hasRemaining()) {
            return -1;
        }
        var count = buffer.remaining();
        buffer.get(into, offset, count);
        position += count;
        return count;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void moveTo(long wanted) {
        position = wanted;
    }

    @Override
    public long size() {
        return call("look at", channel::size);
    }

    @Override
    public void watch() {
        var folder = path.getParent();
        if (!NativeCalls.AVAILABLE || folder == null || subscription.isPresent()) {
            return;
        }
        try {
            subscription =
                    Optional.of(
                            call("watch", () -> files.watch().subscribe(folder, this::happened)));
        } catch (HostCallException noWatch) {
            // Whoever follows looks again from time to time.
            LOG.warning("A log cannot be watched", "path", path, "reason", noWatch.reason());
        }
    }

    private void happened(int mask, String name) {
        if (!name.isEmpty() && !name.equals(String.valueOf(path.getFileName()))) {
            return;
        }
        var change = mask == LogWatch.IN_MODIFY ? Change.WRITTEN : Change.OTHER;
        news.accumulateAndGet(change, LinuxLogFile::more);
        changed.raise();
    }

    private static Change more(Change one, Change other) {
        return one == Change.OTHER || other == Change.NOTHING ? one : other;
    }

    @Override
    public Change await(Duration atMost) {
        changed.await(atMost);
        return news.getAndSet(Change.NOTHING);
    }

    @Override
    public void wake() {
        changed.raise();
    }

    @Override
    public Optional<LogFile> successor() {
        var current = call("look at", () -> files.currentKey(path));
        return current.filter(found -> !found.equals(key)).map(_ -> files.open(path.toString()));
    }

    @Override
    public void close() {
        subscription.ifPresent(
                each ->
                        call(
                                "leave",
                                () -> {
                                    each.close();
                                    return true;
                                }));
        subscription = Optional.empty();
        call(
                "close",
                () -> {
                    channel.close();
                    return true;
                });
    }
}
