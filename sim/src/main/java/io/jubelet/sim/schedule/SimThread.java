package io.jubelet.sim.schedule;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// One thread under the baton. A real thread stands behind it from the first time it gets the
/// baton.
///
/// Thread: fields belong to whoever holds the baton, but for `holds`, which hands it over.
final class SimThread {
    private final String name;
    private final Incarnation incarnation;
    private final Thread thread;
    private boolean started;
    private volatile boolean holds;
    private boolean doomed;
    private boolean ended;

    /// The signal or sleep it waits for; null while it could run.
    private @Nullable SimWait wait;

    private SimThread(String name, Incarnation incarnation, Thread thread, boolean started) {
        this.name = name;
        this.incarnation = incarnation;
        this.thread = thread;
        this.started = started;
    }

    static SimThread unstarted(String name, Incarnation incarnation, Runnable body) {
        return new SimThread(
                name, incarnation, Thread.ofVirtual().name(name).unstarted(body), false);
    }

    /// The calling thread, which holds the baton from now on.
    static SimThread attached(String name, Incarnation incarnation) {
        var attached = new SimThread(name, incarnation, Thread.currentThread(), true);
        attached.holds = true;
        return attached;
    }

    String name() {
        return name;
    }

    Incarnation incarnation() {
        return incarnation;
    }

    boolean isCurrentThread() {
        return Thread.currentThread().equals(thread);
    }

    StackTraceElement[] stack() {
        return thread.getStackTrace();
    }

    /// Gives the baton to this thread; the giver must not touch the simulation any more.
    void takeBaton() {
        holds = true;
        if (started) {
            LockSupport.unpark(thread);
        } else {
            started = true;
            thread.start();
        }
    }

    /// Lays the baton down. Called by its holder, on this thread or on the one that ends.
    void layDownBaton() {
        holds = false;
    }

    void awaitBaton() {
        while (!holds) {
            LockSupport.park(this);
        }
    }

    void doom() {
        doomed = true;
    }

    boolean doomed() {
        return doomed;
    }

    void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    /// Whether the real thread behind it was ever started.
    boolean started() {
        return started;
    }

    @Nullable SimWait waiting() {
        return wait;
    }

    void waiting(@Nullable SimWait wait) {
        this.wait = wait;
    }

    @Override
    public String toString() {
        return name;
    }
}
