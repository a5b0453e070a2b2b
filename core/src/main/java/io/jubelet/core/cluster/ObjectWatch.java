package io.jubelet.core.cluster;

import com.google.protobuf.Message;
import java.time.Duration;

/// A stream of events. It is read by one thread; `close` may come from another and ends the read.
public interface ObjectWatch<T extends Message> extends AutoCloseable {
    /// The next event, or why there is none. Throws [ApiCallException] when the stream broke or the
    /// server said in it that something is wrong.
    Next<T> next(Duration atMost);

    @Override
    void close();

    /// What waiting for an event came to.
    sealed interface Next<T extends Message> {
        record Event<T extends Message>(ObjectEvent<T> event) implements Next<T> {}

        /// Nothing came in time.
        record Nothing<T extends Message>() implements Next<T> {}

        /// The server ended the watch, as it does after its time: watch on from the last version.
        record Ended<T extends Message>() implements Next<T> {}
    }
}
