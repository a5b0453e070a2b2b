package io.jubelet.server.http;

import java.io.IOException;

/// Where the body of a [StreamedResponse] is written, piece by piece.
///
/// Thread: one writer, which may block until the client takes what was written.
public interface ResponseStream {
    /// Sends these bytes and waits until they are on their way, so that no more than one piece is
    /// ever held. Throws when the client is gone.
    void write(byte[] bytes, int offset, int length) throws IOException;

    /// Runs `then` once, when the client is gone or the answer is over; at once if it is.
    void onEnd(Runnable then);
}
