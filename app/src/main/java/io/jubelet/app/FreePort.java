package io.jubelet.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/// A TCP port of the loopback address that nobody uses at this moment.
///
/// Thread: any.
public final class FreePort {
    private FreePort() {}

    public static int find() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
