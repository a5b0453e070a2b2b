package io.jubelet.server.http;

/// What an endpoint answers with: a whole answer, one that goes on, or a way through to another
/// server.
public sealed interface Answer permits Response, StreamedResponse, Tunnel {
    /// The same answer, which also runs `then` once it is over, however it ended.
    Answer whenDone(Runnable then);
}
