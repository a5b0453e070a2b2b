package io.jubelet.adapters.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The few system calls that the JDK does not offer. Each handle is made at its first use.
///
/// Thread: platform threads only, for a foreign call holds its carrier.
final class NativeCalls {
    static final int O_RDONLY = 0;
    static final int O_NOCTTY = 0x100;
    static final int O_NONBLOCK = 0x800;
    static final int O_CLOEXEC = 0x80000;
    static final int O_DIRECTORY = 0x10000;
    static final int O_NOFOLLOW = 0x20000;
    static final int O_PATH = 0x200000;
    static final long MS_BIND = 0x1000;
    static final long MS_REC = 0x4000;
    static final long MS_SHARED = 0x100000;
    static final int UMOUNT_NOFOLLOW = 8;

    /// Number and flags of openat2, the same on every machine that Linux and Java share.
    private static final long OPENAT2 = 437;

    private static final long RESOLVE_NO_MAGICLINKS = 2;
    private static final long RESOLVE_BENEATH = 8;
    private static final long OPEN_HOW_SIZE = 24;
    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int AT_NO_AUTOMOUNT = 0x800;
    private static final long STATX_SIZE = 256;
    private static final long STATX_ATTRIBUTES = 8;
    private static final long STATX_ATTRIBUTES_MASK = 56;
    static final int IN_CLOEXEC = O_CLOEXEC;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            STATE.varHandle(StructLayout.PathElement.groupElement("errno"));

    /// Whether there is a Linux to call. The demo on the simulated runtime runs elsewhere too.
    static final boolean AVAILABLE = System.getProperty("os.name", "").equals("Linux");

    private NativeCalls() {}

    /// Opens a file for reading; never waits for the other end of a pipe.
    static int openForReading(Path path) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var name = arena.allocateFrom(path.toString());
            var flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
            var result = call(() -> (int) Open.HANDLE.invokeExact(state, name, flags));
            return (int) check(path, state, result);
        }
    }

    /// A folder as a place to stand on: what it is called later does not matter any more.
    static int openFolder(Path path) throws IOException {
        return open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    }

    /// A folder of the node, for which links are followed.
    static int openNodeFolder(Path path) throws IOException {
        return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    }

    private static int open(Path path, int flags) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var name = arena.allocateFrom(path.toString());
            var result = call(() -> (int) Open.HANDLE.invokeExact(state, name, flags));
            return (int) check(path, state, result);
        }
    }

    /// Something below an open folder, by a path that no link leads out of it.
    static int openBelow(int folder, String path) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var name = arena.allocateFrom(path);
            var how = arena.allocate(OPEN_HOW_SIZE, Long.BYTES);
            how.set(JAVA_LONG, 0, O_PATH | O_CLOEXEC);
            how.set(JAVA_LONG, 2 * Long.BYTES, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
            var result =
                    call(
                            () ->
                                    (long)
                                            OpenAt2.HANDLE.invokeExact(
                                                    state,
                                                    OPENAT2,
                                                    (long) folder,
                                                    name,
                                                    how,
                                                    OPEN_HOW_SIZE));
            return (int) check(Path.of(path), state, result);
        }
    }

    /// What the kernel says of a file beside its usual attributes.
    ///
    /// @param set the flags that are set
    /// @param known the flags that this kernel and file system can tell
    record Attributes(long set, long known) {}

    static Attributes attributes(Path path) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var name = arena.allocateFrom(path.toString());
            var answer = arena.allocate(STATX_SIZE, Long.BYTES);
            var result =
                    call(
                            () ->
                                    (int)
                                            Statx.HANDLE.invokeExact(
                                                    state,
                                                    AT_FDCWD,
                                                    name,
                                                    AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT,
                                                    0,
                                                    answer));
            check(path, state, result);
            return new Attributes(
                    answer.get(JAVA_LONG, STATX_ATTRIBUTES),
                    answer.get(JAVA_LONG, STATX_ATTRIBUTES_MASK));
        }
    }

    static void mount(String source, Path target, String type, long flags, String options)
            throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var from = arena.allocateFrom(source);
            var to = arena.allocateFrom(target.toString());
            var kind = arena.allocateFrom(type);
            var data = arena.allocateFrom(options);
            var result =
                    call(() -> (int) Mount.HANDLE.invokeExact(state, from, to, kind, flags, data));
            check(target, state, result);
        }
    }

    static void unmount(Path target) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var name = arena.allocateFrom(target.toString());
            var result = call(() -> (int) Unmount.HANDLE.invokeExact(state, name, UMOUNT_NOFOLLOW));
            check(target, state, result);
        }
    }

    /// Nothing can be done about an error, and the descriptor is gone either way.
    static void close(int file) {
        var _ = call(() -> (int) Close.HANDLE.invokeExact(file));
    }

    static int inotifyInit() throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var result = call(() -> (int) InotifyInit.HANDLE.invokeExact(state, IN_CLOEXEC));
            return (int) check(Path.of("inotify"), state, result);
        }
    }

    static int inotifyAddWatch(int inotify, Path path, int mask) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var name = arena.allocateFrom(path.toString());
            var result =
                    call(
                            () ->
                                    (int)
                                            InotifyAddWatch.HANDLE.invokeExact(
                                                    state, inotify, name, mask));
            return (int) check(path, state, result);
        }
    }

    /// Fails only where the watch is gone already, which is what is wanted.
    static void inotifyRemoveWatch(int inotify, int watch) {
        var _ = call(() -> (int) InotifyRemoveWatch.HANDLE.invokeExact(inotify, watch));
    }

    /// Fills `buffer` as far as there is something to read, waiting for the first byte.
    static long read(int file, MemorySegment buffer) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var size = buffer.byteSize();
            while (true) {
                var count = call(() -> (long) Read.HANDLE.invokeExact(state, file, buffer, size));
                if (count >= 0 || (int) ERRNO.get(state, 0L) != Errno.EINTR) {
                    return check(Path.of("descriptor " + file), state, count);
                }
            }
        }
    }

    private static long check(Path path, MemorySegment state, long result) throws IOException {
        if (result < 0) {
            throw Errno.exception(path, (int) ERRNO.get(state, 0L));
        }
        return result;
    }

    /// A call through a method handle, which Java takes to throw anything.
    private interface Downcall<X extends Throwable> {
        long run() throws X;
    }

    private static long call(Downcall<Throwable> downcall) {
        return NativeCalls.<RuntimeException>harmless(downcall).run();
    }

    @SuppressWarnings("unchecked") // A function in C throws nothing.
    private static <X extends Throwable> Downcall<X> harmless(Downcall<Throwable> downcall) {
        return (Downcall<X>) (Downcall<?>) downcall;
    }

    private static MethodHandle withErrno(
            String name, FunctionDescriptor descriptor, Linker.Option... more) {
        var options = new ArrayList<>(List.of(more));
        options.add(Linker.Option.captureCallState("errno"));
        return handle(name, descriptor, options.toArray(Linker.Option[]::new));
    }

    @SuppressWarnings("restricted") // What this class is for; the launcher allows it.
    private static MethodHandle handle(
            String name, FunctionDescriptor descriptor, Linker.Option... options) {
        var address = LINKER.defaultLookup().findOrThrow(name);
        return LINKER.downcallHandle(address, descriptor, options);
    }

    private static final class Open {
        static final MethodHandle HANDLE =
                withErrno(
                        "open",
                        FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
                        Linker.Option.firstVariadicArg(2));
    }

    private static final class OpenAt2 {
        static final MethodHandle HANDLE =
                withErrno(
                        "syscall",
                        FunctionDescriptor.of(
                                JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG),
                        Linker.Option.firstVariadicArg(1));
    }

    private static final class Statx {
        static final MethodHandle HANDLE =
                withErrno(
                        "statx",
                        FunctionDescriptor.of(
                                JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
    }

    private static final class Mount {
        static final MethodHandle HANDLE =
                withErrno(
                        "mount",
                        FunctionDescriptor.of(
                                JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS));
    }

    private static final class Unmount {
        static final MethodHandle HANDLE =
                withErrno("umount2", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    }

    private static final class Close {
        static final MethodHandle HANDLE =
                handle("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    }

    private static final class Read {
        static final MethodHandle HANDLE =
                withErrno("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    }

    private static final class InotifyInit {
        static final MethodHandle HANDLE =
                withErrno("inotify_init1", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    }

    private static final class InotifyAddWatch {
        static final MethodHandle HANDLE =
                withErrno(
                        "inotify_add_watch",
                        FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    }

    private static final class InotifyRemoveWatch {
        static final MethodHandle HANDLE =
                handle("inotify_rm_watch", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    }
}
