package io.jubelet.sim.schedule;

import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Lets many threads run one at a time under a baton that a seed passes on, on a virtual clock.
///
/// Every wait, every raise, every thread start and every call of [#point] is a scheduling point.
/// There the seed picks who goes on; when nobody can, time jumps to the next timer. A run depends
/// on the seed and on the code alone, so that the same seed gives the same [Trace#hash] in every
/// JVM.
///
/// ```
///   runnable ──picked──▶ holds the baton ──point──▶ runnable
///                            │    ╰──await, sleep──▶ waiting ──raise, timer──▶ runnable
///                            ╰──crash of its incarnation──▶ throws SimulatedCrash, ends
/// ```
///
/// Thread: the baton holder alone; the baton's hand-over publishes every field.
public final class SimScheduler implements Timeline {
    /// The wall clock at the beginning of every run.
    public static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private final long seed;
    private final Pace pace;
    private final Seeded random;
    private final LivelockGuard livelock;
    private final Trace trace = new Trace();
    private final List<SimThread> runnable = new ArrayList<>();
    private final ArrayDeque<SimThread> doomed = new ArrayDeque<>();
    private final VirtualClock clock = new VirtualClock(EPOCH);
    private final List<Incarnation> incarnations = new ArrayList<>();
    private final Incarnation world;

    /// For the watchdog, which looks from outside whether anything still moves.
    private final AtomicLong steps = new AtomicLong();

    private volatile @Nullable SimThread holder;
    private @Nullable SimThread driver;
    private @Nullable SimulationFailure failure;
    private Runnable everyStep = () -> {};
    private boolean inEffect;
    private boolean closing;

    public SimScheduler(long seed, Pace pace) {
        this.seed = seed;
        this.pace = pace;
        this.random = Seeded.of(seed, "schedule");
        this.livelock = new LivelockGuard(pace.stepsPerSecond());
        this.world = incarnation();
    }

    /// Runs `driver` as the thread that leads the simulation, and ends every other thread after it.
    /// Fails when the run fails or when its baton holder hangs outside the simulation's doors.
    public void run(Runnable driver) {
        Watchdog.run(this, driver, Watchdog.PATIENCE);
    }

    /// Makes the calling thread the one that leads the simulation until the session is closed.
    public Session attach(String name) {
        var attached = SimThread.attached(name, world);
        world.threads().add(attached);
        driver = attached;
        holder = attached;
        return new Session();
    }

    /// A new process with no threads yet.
    public Incarnation incarnation() {
        var made = new Incarnation(this, incarnations.size());
        incarnations.add(made);
        return made;
    }

    @Override
    public Instant now() {
        return clock.wall();
    }

    @Override
    public Tick tick() {
        return clock.tick();
    }

    @Override
    public double random() {
        return random.fraction();
    }

    /// Virtual time since the run began.
    public Duration elapsed() {
        return Duration.ofNanos(clock.nanos());
    }

    /// Sets the wall clock forward or back; the monotonic one does not notice.
    public void jumpWallClock(Duration by) {
        clock.jumpWall(by);
    }

    public long seed() {
        return seed;
    }

    public Trace trace() {
        return trace;
    }

    long steps() {
        return steps.get();
    }

    @Nullable SimThread holder() {
        return holder;
    }

    @Override
    public Signal signal(String name) {
        return new SimSignal(this, name);
    }

    @Override
    public void start(ThreadKind kind, String name, Runnable body) {
        start(world, name, body);
    }

    void start(Incarnation incarnation, String name, Runnable body) {
        point("start " + name);
        if (incarnation.crashed()) {
            throw new SimulatedCrash();
        }
        var slot = new SimThread[1];
        var label = incarnation.number() + ":" + name;
        var made = SimThread.unstarted(label, incarnation, () -> live(slot[0], body));
        slot[0] = made;
        incarnation.threads().add(made);
        runnable.add(made);
    }

    private void live(SimThread me, Runnable body) {
        me.awaitBaton();
        try {
            body.run();
        } catch (SimulatedCrash crash) {
            // Its process is gone: this is how its threads end.
        } catch (RuntimeException | Error thrown) {
            fail("thread " + me + " died of " + thrown, thrown);
        }
        me.end();
        me.incarnation().threads().remove(me);
        var next = pick();
        holder = next;
        if (next != null) {
            next.takeBaton();
        }
    }

    @Override
    public void point(String label) {
        if (inEffect) {
            return;
        }
        var me = current();
        step(me, label);
        if (me != driver && random.oneIn(pace.stallOneIn())) {
            sleep(random.between(Duration.ofNanos(1), pace.stallAtMost()), "stalled");
        } else if (random.below(4) < pace.switchesOfFour()) {
            runnable.add(me);
            handOver(me);
        }
    }

    /// Lets virtual time pass for the calling thread; the others run meanwhile.
    public void advance(Duration time) {
        step(current(), "advance");
        sleep(time, "advance");
    }

    private void sleep(Duration time, String label) {
        var me = current();
        me.waiting(new SimWait.Sleep(timer(time, label, () -> unblock(me))));
        handOver(me);
    }

    @Override
    public Timer after(Duration delay, String label, Runnable effect) {
        return timer(delay, label, effect);
    }

    SimTimer timer(Duration delay, String label, Runnable effect) {
        return clock.timer(delay, label, effect);
    }

    @Override
    public void note(String line) {
        trace.add(clock.nanos(), "", line);
    }

    /// Runs `check` at every step of every thread; what it throws ends the run.
    public void onStep(Runnable check) {
        everyStep = check;
    }

    /// Ends the run: the driver throws this at once, with the trace of now.
    public void fail(String message, @Nullable Throwable cause) {
        if (failure == null && !closing) {
            var lines = String.join("\n", trace.last(60));
            failure = new SimulationFailure(message + "\nseed " + seed + "\n" + lines, cause);
        }
    }

    SimThread current() {
        var me = holder;
        if (me == null || !me.isCurrentThread()) {
            var name = Thread.currentThread().getName();
            throw new IllegalStateException("thread " + name + " is not under the baton");
        }
        return me;
    }

    void block(SimWait wait) {
        var me = current();
        me.waiting(wait);
        handOver(me);
    }

    void unblock(SimThread thread) {
        thread.waiting(null);
        runnable.add(thread);
    }

    void crash(Incarnation incarnation) {
        var me = current();
        step(me, "crash " + incarnation.number());
        doomAll(incarnation);
        runnable.add(me);
        handOver(me);
    }

    private void step(SimThread me, String label) {
        if (me.doomed()) {
            throw new SimulatedCrash();
        }
        trace.add(clock.nanos(), me.name(), label);
        steps.lazySet(steps.get() + 1);
        if (livelock.isTooMany(clock.nanos())) {
            fail("livelock: virtual time stands still", null);
        }
        guarded("step", everyStep);
        if (failure != null && !closing) {
            runnable.add(me);
            handOver(me);
        }
        if (me.incarnation().crashesHere()) {
            note("crash of incarnation " + me.incarnation().number() + " in " + me);
            doomAll(me.incarnation());
            throw new SimulatedCrash();
        }
    }

    /// Lets every thread of the process end at its next chance, before anybody else does anything.
    private void doomAll(Incarnation incarnation) {
        incarnation.markCrashed();
        for (var thread : List.copyOf(incarnation.threads())) {
            if (thread == driver) {
                continue;
            }
            thread.doom();
            var wait = thread.waiting();
            if (wait != null) {
                wait.abandon();
                thread.waiting(null);
            }
            runnable.remove(thread);
            if (!thread.started()) {
                incarnation.threads().remove(thread);
            } else if (thread != holder) {
                doomed.add(thread);
            }
        }
    }

    private void handOver(SimThread me) {
        var next = pick();
        if (next != null && next != me) {
            holder = next;
            me.layDownBaton();
            next.takeBaton();
            me.awaitBaton();
        }
        if (me == driver && failure != null && !closing) {
            throw failure;
        }
        if (me.doomed()) {
            throw new SimulatedCrash();
        }
    }

    /// Who goes on. Null only when the run is over.
    private @Nullable SimThread pick() {
        while (true) {
            if (!doomed.isEmpty()) {
                return doomed.removeFirst();
            }
            if (failure != null && !closing) {
                return wakeDriver();
            }
            if (!runnable.isEmpty()) {
                return runnable.remove(random.below(runnable.size()));
            }
            if (!fireNextTimer()) {
                if (driver == null || closing) {
                    return null;
                }
                fail("deadlock: nobody can run and no timer is set\n" + waits(), null);
            }
        }
    }

    private @Nullable SimThread wakeDriver() {
        var woken = driver;
        if (woken != null) {
            var wait = woken.waiting();
            if (wait != null) {
                wait.abandon();
                woken.waiting(null);
            }
            runnable.remove(woken);
        }
        return woken;
    }

    private boolean fireNextTimer() {
        var next = clock.jump();
        if (next.isEmpty()) {
            return false;
        }
        var timer = next.get();
        guarded("effect " + timer.label(), timer::fire);
        return true;
    }

    /// Runs what belongs to the world, not to a thread: it must not wait, and its failure is the
    /// run's.
    private void guarded(String what, Runnable effect) {
        inEffect = true;
        try {
            effect.run();
        } catch (RuntimeException | AssertionError thrown) {
            fail(what + " failed: " + thrown.getMessage(), thrown);
        } finally {
            inEffect = false;
        }
    }

    /// What every thread waits for, one line each.
    public String waits() {
        var lines = new StringBuilder();
        for (var incarnation : incarnations) {
            for (var thread : incarnation.threads()) {
                lines.append("  ").append(thread).append(' ').append(thread.waiting()).append('\n');
            }
        }
        return lines.toString();
    }

    private void close() {
        var me = current();
        closing = true;
        clock.clear();
        incarnations.forEach(this::doomAll);
        runnable.clear();
        runnable.add(me);
        handOver(me);
        driver = null;
        holder = null;
    }

    /// The time in which a thread leads the simulation.
    public final class Session implements AutoCloseable {
        @Override
        public void close() {
            SimScheduler.this.close();
        }
    }
}
