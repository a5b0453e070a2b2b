package io.jubelet.adapters.cri;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A socket that passes bytes on to another one until it is shut, which cuts every connection
/// without a word, as the death of a process does.
///
/// Thread: any; one virtual thread a direction of each connection.
final class SocketDoor implements AutoCloseable {
    private final Path path;
    private final ServerSocketChannel listener;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

    SocketDoor(Path path, Path behind) {
        this.path = path;
        try {
            listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            listener.bind(UnixDomainSocketAddress.of(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(() -> accept(behind));
    }

    private void accept(Path behind) {
        try {
            while (true) {
                var outside = listener.accept();
                var inside = SocketChannel.open(UnixDomainSocketAddress.of(behind));
                open.add(outside);
                open.add(inside);
                if (!listener.isOpen()) {
                    closeAll();
                }
                Thread.ofVirtual().start(() -> copy(outside, inside));
                Thread.ofVirtual().start(() -> copy(inside, outside));
            }
        } catch (IOException shut) {
            closeAll();
        }
    }

    private void copy(SocketChannel from, SocketChannel to) {
        var buffer = ByteBuffer.allocate(64 * 1024);
        try (from;
                to) {
            while (from.read(buffer.clear()) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
            }
        } catch (IOException cut) {
            // One side is gone, and so is the other now.
        } finally {
            open.remove(from);
        }
    }

    private void closeAll() {
        for (var channel : open) {
            try {
                channel.close();
            } catch (IOException alreadyGone) {
                // Closed is all that is wanted.
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        closeAll();
    }
}
