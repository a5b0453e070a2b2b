package io.jubelet.core.host;

import java.time.Duration;
import java.util.Optional;

/// The files that the runtime writes containers' logs to. No link on the way to one is followed: a
/// pod that can write among the logs must not make us read something else.
///
/// Thread: any; every method blocks, at most as long as a call to the machine may take, and throws
/// [HostCallException].
public interface ContainerLogFiles {
    /// @param path as the runtime names it
    LogFile open(String path);

    /// One open file, read forward from its beginning unless moved.
    ///
    /// Thread: one at a time, but for [#wake].
    interface LogFile extends AutoCloseable {
        /// Reads what is there; -1 at what is the end for now.
        int read(byte[] into, int offset, int length);

        long position();

        void moveTo(long position);

        long size();

        /// Begins to watch for changes; what happens from here on ends a wait.
        void watch();

        /// Waits for something to happen since the last wait, as long as it takes at most.
        Change await(Duration atMost);

        /// Ends a wait from another thread, this one or the next.
        void wake();

        /// The file that has taken this one's name; empty while none has.
        Optional<LogFile> successor();

        @Override
        void close();
    }

    /// What ended a wait.
    enum Change {
        /// Something was written, and no more.
        WRITTEN,
        /// The writer closed the file, or a file came or went.
        OTHER,
        /// Nothing within the time.
        NOTHING
    }
}
