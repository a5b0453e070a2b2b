package io.jubelet.core.execution;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The real clock and the JDK's threads.
///
/// Thread: any.
public final class SystemExecution implements Execution {
    private final InstantSource wallClock = InstantSource.system();

    @Override
    public Instant now() {
        return wallClock.instant();
    }

    @Override
    public Tick tick() {
        return new Tick(System.nanoTime());
    }

    @Override
    public double random() {
        return ThreadLocalRandom.current().nextDouble();
    }

    @Override
    public Signal signal(String name) {
        return new LockSignal();
    }

    @Override
    public void start(ThreadKind kind, String name, Runnable body) {
        var builder =
                switch (kind) {
                    case POD -> Thread.ofVirtual();
                    case SERVICE -> Thread.ofPlatform().daemon();
                };
        builder.name(name).start(body);
    }

    /// A flag under a lock; the lock guards `raised` alone and is never held across foreign code.
    private static final class LockSignal implements Signal {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private boolean raised;

        @Override
        public void raise() {
            lock.lock();
            try {
                raised = true;
                changed.signal();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void await() {
            lock.lock();
            try {
                while (!raised) {
                    changed.awaitUninterruptibly();
                }
                raised = false;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public boolean await(Duration atMost) {
            var deadline = System.nanoTime() + atMost.toNanos();
            lock.lock();
            try {
                var left = atMost.toNanos();
                while (!raised && left > 0) {
                    try {
                        left = changed.awaitNanos(left);
                    } catch (InterruptedException interrupted) {
                        // Nobody here interrupts threads; if the JVM does, the wait goes on.
                        left = deadline - System.nanoTime();
                    }
                }
                var result = raised;
                raised = false;
                return result;
            } finally {
                lock.unlock();
            }
        }
    }
}
