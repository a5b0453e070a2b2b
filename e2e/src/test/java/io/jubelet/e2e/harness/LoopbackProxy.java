package io.jubelet.e2e.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Hands on the bytes of TCP connections to a port of this machine, later than they came, not at
/// all, or up to the middle of something.
///
/// Thread: the test's; each direction of a connection has two virtual threads of its own.
public final class LoopbackProxy implements AutoCloseable {
    private static final int MOST_BYTES = 64 * 1024;

    private final int target;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile Duration delay = Duration.ZERO;
    private volatile boolean away;
    private volatile boolean cutNext;
    private final AtomicInteger cuts = new AtomicInteger();

    private LoopbackProxy(int target, ServerSocket listener) {
        this.target = target;
        this.listener = listener;
    }

    public static LoopbackProxy to(int target) {
        try {
            var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            var proxy = new LoopbackProxy(target, listener);
            Thread.ofVirtual().name("proxy").start(proxy::accept);
            return proxy;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    /// From now on the target hears everything so much later.
    public void delay(Duration time) {
        delay = time;
    }

    /// Nobody is there, until [#comeBack].
    public void goAway() {
        away = true;
        sockets.forEach(LoopbackProxy::end);
    }

    public void comeBack() {
        away = false;
    }

    /// What the target says next ends in its middle, and the connection with it.
    public void cutNext() {
        cutNext = true;
    }

    /// How many connections were cut so.
    public int cuts() {
        return cuts.get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var client = listener.accept();
                if (away) {
                    end(client);
                } else {
                    connect(client);
                }
            } catch (IOException over) {
                // Closed, or a client that has gone again; the next one may be luckier.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        sockets.add(client);
        try {
            var server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            hand(client, server, true);
            hand(server, client, false);
        } catch (IOException nobody) {
            end(client);
        }
    }

    /// Some bytes, and when they are due.
    private static final class Piece implements Delayed {
        private final byte[] bytes;
        private final long due;
        private final long number;

        Piece(byte[] bytes, long due, long number) {
            this.bytes = bytes;
            this.due = due;
            this.number = number;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(number, ((Piece) other).number);
        }
    }

    private void hand(Socket from, Socket to, boolean delayed) {
        var pieces = new DelayQueue<Piece>();
        Thread.ofVirtual().name("proxy-read").start(() -> read(from, to, pieces, delayed));
        Thread.ofVirtual().name("proxy-write").start(() -> write(from, to, pieces, delayed));
    }

    private void read(Socket from, Socket to, DelayQueue<Piece> pieces, boolean delayed) {
        var buffer = new byte[MOST_BYTES];
        var number = 0L;
        try {
            while (true) {
                var count = from.getInputStream().read(buffer);
                var due = System.nanoTime() + (delayed ? delay.toNanos() : 0);
                pieces.put(new Piece(Arrays.copyOf(buffer, Math.max(0, count)), due, number++));
                if (count < 0) {
                    return;
                }
            }
        } catch (IOException over) {
            end(from);
            end(to);
        }
    }

    private void write(Socket from, Socket to, DelayQueue<Piece> pieces, boolean towardsTarget) {
        try {
            var out = to.getOutputStream();
            while (hand(pieces.take().bytes, out, towardsTarget)) {
                // On to the next one.
            }
        } catch (IOException over) {
            // The other side is gone.
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        } finally {
            end(from);
            end(to);
        }
    }

    /// Answers whether the connection goes on.
    private boolean hand(byte[] bytes, OutputStream out, boolean towardsTarget) throws IOException {
        if (!towardsTarget && cutNext && bytes.length > 1) {
            cutNext = false;
            out.write(bytes, 0, bytes.length / 2);
            cuts.incrementAndGet();
            return false;
        }
        out.write(bytes);
        return bytes.length > 0;
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // That is what was wanted.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        goAway();
    }
}
