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
    static final int IN_CLOEXEC = O_CLOEXEC;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            STATE.varHandle(StructLayout.PathElement.groupElement("errno"));

    private NativeCalls() {}

    /// Opens a file for reading; never waits for the other end of a pipe.
    static int openForReading(Path path) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var name = arena.allocateFrom(path.toString());
            var flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
            return check(path, state, (int) Open.HANDLE.invokeExact(state, name, flags));
        } catch (Throwable failure) {
            throw rethrown(failure);
        }
    }

    static void close(int file) {
        try {
            // Nothing can be done about an error, and the descriptor is gone either way.
            var _ = (int) Close.HANDLE.invokeExact(file);
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    static int inotifyInit() throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var result = (int) InotifyInit.HANDLE.invokeExact(state, IN_CLOEXEC);
            return check(Path.of("inotify"), state, result);
        } catch (Throwable failure) {
            throw rethrown(failure);
        }
    }

    static int inotifyAddWatch(int inotify, Path path, int mask) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var name = arena.allocateFrom(path.toString());
            var result = (int) InotifyAddWatch.HANDLE.invokeExact(state, inotify, name, mask);
            return check(path, state, result);
        } catch (Throwable failure) {
            throw rethrown(failure);
        }
    }

    static void inotifyRemoveWatch(int inotify, int watch) {
        try {
            // Fails only where the watch is gone already, which is what is wanted.
            var _ = (int) InotifyRemoveWatch.HANDLE.invokeExact(inotify, watch);
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    /// Fills `buffer` as far as there is something to read, waiting for the first byte.
    static long read(int file, MemorySegment buffer) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            while (true) {
                var count = (long) Read.HANDLE.invokeExact(state, file, buffer, buffer.byteSize());
                if (count >= 0 || (int) ERRNO.get(state, 0L) != Errno.EINTR) {
                    return check(Path.of("descriptor " + file), state, (int) count);
                }
            }
        } catch (Throwable failure) {
            throw rethrown(failure);
        }
    }

    private static int check(Path path, MemorySegment state, int result) throws IOException {
        if (result < 0) {
            throw Errno.exception(path, (int) ERRNO.get(state, 0L));
        }
        return result;
    }

    private static IOException rethrown(Throwable failure) {
        return switch (failure) {
            case IOException io -> io;
            case RuntimeException runtime -> throw runtime;
            case Error error -> throw error;
            default -> throw new IllegalStateException(failure);
        };
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
