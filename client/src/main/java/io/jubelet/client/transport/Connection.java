package io.jubelet.client.transport;

/// An open connection, as its pool sees it.
///
/// Thread: any.
interface Connection {
    /// Takes one of the streams that the server allows at a time; false when none is free or the
    /// connection takes no new ones.
    boolean reserve();

    /// Sends the request on the stream that was reserved, which is free again when the exchange is
    /// done.
    Exchange send(Request request);

    /// Whether it is gone, with every call that was on it.
    boolean closed();

    /// Ends it at once, and every call on it with `why`.
    void close(String why);
}
