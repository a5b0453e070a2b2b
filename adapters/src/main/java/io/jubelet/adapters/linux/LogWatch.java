package io.jubelet.adapters.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.log.Log;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The kernel's news of all folders that somebody follows a log in, on one thread for all.
///
/// Thread: any may subscribe, on a platform thread; listeners are told on `log-watch`, which starts
/// with the first of them.
final class LogWatch {
    static final int IN_MODIFY = 0x2;
    private static final int IN_DONT_FOLLOW = 0x2000000;
    private static final int MASK =
            IN_MODIFY
                    | Inotify.IN_CLOSE_WRITE
                    | Inotify.IN_CREATE
                    | Inotify.IN_MOVED_TO
                    | Inotify.IN_MOVED_FROM
                    | Inotify.IN_DELETE
                    | Inotify.IN_DELETE_SELF
                    | Inotify.IN_ONLYDIR
                    | IN_DONT_FOLLOW;
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int MASK_OFFSET = 4;
    private static final int LENGTH_OFFSET = 12;
    private static final int HEADER_BYTES = 16;
    private static final Log LOG = Log.of(LogWatch.class);

    private final Execution execution;

    /// Guards the two below, which change together; never held while a listener is told.
    private final Object lock = new Object();

    private final Map<Integer, List<Listener>> listeners = new HashMap<>();
    private OptionalInt inotify = OptionalInt.empty();

    LogWatch(Execution execution) {
        this.execution = execution;
    }

    /// Who wants to know of one folder. It must not block.
    @FunctionalInterface
    interface Listener {
        /// @param name the entry it is about; empty when it is the folder, or anything
        void changed(int mask, String name);
    }

    /// Ends what it stands for when closed.
    @FunctionalInterface
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    /// Tells the listener what happens in the folder from now on.
    Subscription subscribe(Path folder, Listener listener) throws IOException {
        synchronized (lock) {
            if (inotify.isEmpty()) {
                var descriptor = NativeCalls.inotifyInit();
                inotify = OptionalInt.of(descriptor);
                execution.start(ThreadKind.SERVICE, "log-watch", () -> run(descriptor));
            }
            var watch = NativeCalls.inotifyAddWatch(inotify.getAsInt(), folder, MASK);
            listeners.computeIfAbsent(watch, _ -> new ArrayList<>()).add(listener);
            return () -> unsubscribe(watch, listener);
        }
    }

    private void unsubscribe(int watch, Listener listener) {
        synchronized (lock) {
            var left = listeners.get(watch);
            if (left == null || !left.remove(listener)) {
                return;
            }
            if (left.isEmpty()) {
                listeners.remove(watch);
                inotify.ifPresent(open -> NativeCalls.inotifyRemoveWatch(open, watch));
            }
        }
    }

    private void run(int descriptor) {
        try (var arena = Arena.ofConfined()) {
            var buffer = arena.allocate(BUFFER_BYTES);
            while (true) {
                tell(buffer, NativeCalls.read(descriptor, buffer));
            }
        } catch (IOException failure) {
            LOG.error(failure, "Logs cannot be watched any more; who follows one looks again");
            NativeCalls.close(descriptor);
            List<Listener> all;
            synchronized (lock) {
                inotify = OptionalInt.empty();
                all = listeners.values().stream().flatMap(List::stream).toList();
                listeners.clear();
            }
            all.forEach(each -> each.changed(Inotify.IN_Q_OVERFLOW, ""));
        }
    }

    private void tell(MemorySegment buffer, long length) {
        for (var at = 0L; at < length; ) {
            var watch = buffer.get(JAVA_INT_UNALIGNED, at);
            var mask = buffer.get(JAVA_INT_UNALIGNED, at + MASK_OFFSET);
            var nameBytes = buffer.get(JAVA_INT_UNALIGNED, at + LENGTH_OFFSET);
            var name =
                    nameBytes == 0
                            ? ""
                            : buffer.getString(at + HEADER_BYTES, StandardCharsets.UTF_8);
            of(watch, mask).forEach(listener -> listener.changed(mask, name));
            at += HEADER_BYTES + nameBytes;
        }
    }

    private List<Listener> of(int watch, int mask) {
        synchronized (lock) {
            if ((mask & Inotify.IN_Q_OVERFLOW) != 0) {
                return listeners.values().stream().flatMap(List::stream).toList();
            }
            var found = listeners.getOrDefault(watch, List.of());
            if ((mask & Inotify.IN_IGNORED) != 0) {
                listeners.remove(watch);
            }
            return List.copyOf(found);
        }
    }
}
