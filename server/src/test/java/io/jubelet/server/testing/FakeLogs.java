package io.jubelet.server.testing;

import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.host.ContainerLogFiles;
import io.jubelet.core.host.HostCallException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// Log files in memory that a test writes, replaces and cuts.
///
/// Thread: any.
public final class FakeLogs implements ContainerLogFiles {
    private final Map<String, Content> files = new ConcurrentHashMap<>();
    public final AtomicInteger open = new AtomicInteger();

    /// What is in one file, and who looks at it.
    private static final class Content {
        private final StringBuilder text = new StringBuilder();
        private final List<Handle> readers = new CopyOnWriteArrayList<>();

        synchronized byte[] from(long position) {
            return position >= text.length()
                    ? new byte[0]
                    : text.substring((int) position).getBytes(StandardCharsets.ISO_8859_1);
        }

        synchronized long size() {
            return text.length();
        }

        synchronized void change(String more, boolean cut) {
            if (cut) {
                text.setLength(0);
            }
            text.append(more);
        }
    }

    /// Adds to the file, which is made when it is not there.
    public void write(String path, String text) {
        var content = files.computeIfAbsent(path, _ -> new Content());
        content.change(text, false);
        content.readers.forEach(reader -> reader.tell(Change.WRITTEN));
    }

    /// Empties the file and writes anew, as copy-and-truncate does.
    public void cut(String path, String text) {
        var content = files.computeIfAbsent(path, _ -> new Content());
        content.change(text, true);
        content.readers.forEach(reader -> reader.tell(Change.OTHER));
    }

    /// Puts another file in its place, as rotation does.
    public void replace(String path, String text) {
        var before = files.get(path);
        var after = new Content();
        after.change(text, false);
        files.put(path, after);
        if (before != null) {
            before.readers.forEach(reader -> reader.tell(Change.OTHER));
        }
    }

    /// Says that its writer closed the file.
    public void close(String path) {
        var content = files.get(path);
        if (content != null) {
            content.readers.forEach(reader -> reader.tell(Change.OTHER));
        }
    }

    @Override
    public LogFile open(String path) {
        var content = files.get(path);
        if (content == null) {
            throw new HostCallException(
                    "failed to open log file \"" + path + "\": no such file or directory");
        }
        open.incrementAndGet();
        var handle = new Handle(path, content);
        content.readers.add(handle);
        return handle;
    }

    private final class Handle implements LogFile {
        private final String path;
        private final Content content;
        private final Signal changed = new SystemExecution().signal("fake-log");
        private final AtomicReference<Change> news = new AtomicReference<>(Change.NOTHING);
        private long position;

        private Handle(String path, Content content) {
            this.path = path;
            this.content = content;
        }

        private void tell(Change change) {
            news.accumulateAndGet(change, (one, other) -> one == Change.OTHER ? one : other);
            changed.raise();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            var bytes = content.from(position);
            if (bytes.length == 0) {
                return -1;
            }
            var count = Math.min(length, bytes.length);
            System.arraycopy(bytes, 0, into, offset, count);
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
            return content.size();
        }

        @Override
        public void watch() {}

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
            return files.get(path) == content ? Optional.empty() : Optional.of(open(path));
        }

        @Override
        public void close() {
            content.readers.remove(this);
            open.decrementAndGet();
        }
    }
}
