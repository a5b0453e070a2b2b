package io.jubelet.adapters.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The kernel's news of one folder.
///
/// Thread: one at a time, a platform thread, for [#next] waits in the kernel; [#wake] from any.
final class Inotify implements AutoCloseable {
    static final int IN_ATTRIB = 0x4;
    static final int IN_CLOSE_WRITE = 0x8;
    static final int IN_MOVED_FROM = 0x40;
    static final int IN_MOVED_TO = 0x80;
    static final int IN_CREATE = 0x100;
    static final int IN_DELETE = 0x200;
    static final int IN_DELETE_SELF = 0x400;
    static final int IN_MOVE_SELF = 0x800;
    static final int IN_Q_OVERFLOW = 0x4000;
    static final int IN_IGNORED = 0x8000;
    static final int IN_ONLYDIR = 0x1000000;

    /// Room for many events at once; the smallest that is allowed holds one with the longest name.
    private static final int BUFFER_BYTES = 16 * 1024;

    private static final int MASK_OFFSET = 4;
    private static final int LENGTH_OFFSET = 12;
    private static final int HEADER_BYTES = 16;

    private final Arena arena;
    private final MemorySegment buffer;
    private final int descriptor;
    private final int watch;

    private Inotify(Arena arena, int descriptor, int watch) {
        this.arena = arena;
        this.buffer = arena.allocate(BUFFER_BYTES);
        this.descriptor = descriptor;
        this.watch = watch;
    }

    /// Begins to watch a folder: what happens from now on is kept until it is read.
    static Inotify watch(Path folder, int mask) throws IOException {
        var descriptor = NativeCalls.inotifyInit();
        try {
            var watch = NativeCalls.inotifyAddWatch(descriptor, folder, mask | IN_ONLYDIR);
            return new Inotify(Arena.ofConfined(), descriptor, watch);
        } catch (IOException failure) {
            NativeCalls.close(descriptor);
            throw failure;
        }
    }

    /// @param name the entry of the folder, or empty when it is about the folder itself
    record Event(int mask, String name) {
        boolean is(int bits) {
            return (mask & bits) != 0;
        }
    }

    /// Waits for the next events.
    List<Event> next() throws IOException {
        var length = NativeCalls.read(descriptor, buffer);
        var events = new ArrayList<Event>();
        for (var at = 0L; at < length; ) {
            var mask = buffer.get(JAVA_INT_UNALIGNED, at + MASK_OFFSET);
            var nameBytes = buffer.get(JAVA_INT_UNALIGNED, at + LENGTH_OFFSET);
            events.add(new Event(mask, name(at + HEADER_BYTES, nameBytes)));
            at += HEADER_BYTES + nameBytes;
        }
        return events;
    }

    private String name(long at, int bytes) {
        return bytes == 0 ? "" : buffer.getString(at, StandardCharsets.UTF_8);
    }

    /// Ends the wait in [#next], which then answers with [#IN_IGNORED], and the watch with it.
    void wake() {
        NativeCalls.inotifyRemoveWatch(descriptor, watch);
    }

    @Override
    public void close() {
        NativeCalls.close(descriptor);
        arena.close();
    }
}
