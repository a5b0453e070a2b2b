package io.jubelet.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Gathers lines in memory and writes them out together, so that a logging thread rarely makes a
/// system call and a slow reader of the log does not slow the agent at once.
///
/// A line waits at most the linger time; a full buffer makes the next writer write it out itself,
/// which bounds memory and passes the pressure on.
///
/// Thread: any; the flusher is a daemon platform thread. `gate` guards the pending bytes and is
/// held only to copy; `device` keeps the order of writes and is always taken first.
final class LogStream {
    private final OutputStream out;
    private final int limitBytes;
    private final long lingerNanos;
    private final ReentrantLock gate = new ReentrantLock();
    private final Condition arrived = gate.newCondition();
    private final ReentrantLock device = new ReentrantLock();
    private ByteArrayOutputStream pending = new ByteArrayOutputStream(8192);
    private ByteArrayOutputStream spare = new ByteArrayOutputStream(8192);
    private boolean flusherStarted;
    private boolean closed;

    LogStream(OutputStream out, int limitBytes, Duration linger) {
        this.out = out;
        this.limitBytes = limitBytes;
        this.lingerNanos = linger.toNanos();
    }

    void append(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        boolean full;
        gate.lock();
        try {
            boolean first = pending.size() == 0;
            pending.write(bytes, 0, bytes.length);
            full = closed || pending.size() >= limitBytes;
            if (first) {
                startFlusher();
                arrived.signal();
            }
        } finally {
            gate.unlock();
        }
        if (full) {
            flush();
        }
    }

    void flush() {
        device.lock();
        try {
            ByteArrayOutputStream batch = takePending();
            if (batch.size() > 0) {
                batch.writeTo(out);
                out.flush();
            }
            batch.reset();
            spare = batch;
        } catch (IOException e) {
            // Nobody is left to tell: the log itself cannot be written.
            spare = new ByteArrayOutputStream(8192);
        } finally {
            device.unlock();
        }
    }

    private ByteArrayOutputStream takePending() {
        gate.lock();
        try {
            ByteArrayOutputStream batch = pending;
            pending = spare;
            return batch;
        } finally {
            gate.unlock();
        }
    }

    private void startFlusher() {
        if (!flusherStarted && !closed) {
            flusherStarted = true;
            Thread.ofPlatform().name("log-flusher").daemon(true).start(this::flushForever);
        }
    }

    private void flushForever() {
        while (awaitLines()) {
            flush();
        }
        flush();
    }

    /// Waits for a first line, then lingers for others; false once the stream is closed.
    private boolean awaitLines() {
        gate.lock();
        try {
            while (pending.size() == 0 && !closed) {
                arrived.awaitUninterruptibly();
            }
            long left = lingerNanos;
            while (left > 0 && !closed) {
                left = arrived.awaitNanos(left);
            }
            return !closed;
        } catch (InterruptedException e) {
            return !closed; // nobody interrupts this thread; go on as if the wait had ended
        } finally {
            gate.unlock();
        }
    }

    /// Writes out what is left and lets the flusher end; later lines are written at once.
    void close() {
        gate.lock();
        try {
            closed = true;
            arrived.signal();
        } finally {
            gate.unlock();
        }
        flush();
    }

    static Duration lingerWithin(Duration flushFrequency) {
        Duration usual = Duration.ofNanos(TimeUnit.MILLISECONDS.toNanos(10));
        return flushFrequency.compareTo(usual) < 0 ? flushFrequency : usual;
    }
}
