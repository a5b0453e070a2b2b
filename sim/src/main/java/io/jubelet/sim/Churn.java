package io.jubelet.sim;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimeHealth.Condition;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.FakeSandbox;
import io.jubelet.sim.runtime.FaultCounts;
import io.jubelet.sim.runtime.Faults;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A random life of a node: manifests come, change and go, calls fail, events get lost, containers
/// die, the runtime restarts, the agent is killed at any point. In the end everything is left alone
/// and must come to rest as the manifests say.
///
/// Thread: the one that leads the simulation.
public final class Churn {
    private static final Duration REST = Duration.ofMinutes(8);
    private static final Duration PROMPT = Duration.ofSeconds(15);

    private final Simulation simulation;
    private final Seeded random;
    private final PodShapes shapes;
    private final Faults faults;
    private final Optional<ClusterChurn> cluster;
    private int names;

    private Churn(Simulation simulation, long seed) {
        this.simulation = simulation;
        this.random = Seeded.of(seed, "churn");
        this.shapes = new PodShapes(random);
        this.faults = random.pick(List.of(Faults.NONE, Faults.OF_EVENTS, Faults.SOME, Faults.MANY));
        this.cluster =
                simulation
                        .clusterSide()
                        .map(
                                side ->
                                        new ClusterChurn(
                                                simulation,
                                                side,
                                                Seeded.of(seed, "cluster churn"),
                                                shapes::sketch));
    }

    /// What a run came to.
    ///
    /// @param tally what met what in it
    public record Outcome(
            long seed, long hash, long steps, Duration virtualTime, FaultCounts tally) {}

    /// Runs one seed to its end; throws [io.jubelet.sim.schedule.SimulationFailure] when something
    /// is wrong.
    public static Outcome run(long seed) {
        return run(new Simulation(seed, Pace.of(seed), UnaryOperator.identity()));
    }

    /// The same with an API server beside the manifests.
    public static Outcome runNode(long seed) {
        return run(Simulation.ofNode(seed, Pace.of(seed), UnaryOperator.identity()));
    }

    /// The same in a machine that was prepared before.
    public static Outcome run(Simulation simulation) {
        var scheduler = simulation.scheduler();
        var replay =
                simulation.clusterSide().isPresent() ? "./test --node-seed " : "./test --seed ";
        simulation.run(
                replay + scheduler.seed(), running -> new Churn(running, scheduler.seed()).live());
        return new Outcome(
                scheduler.seed(),
                scheduler.trace().hash(),
                scheduler.trace().length(),
                scheduler.elapsed(),
                simulation.faulty().tally());
    }

    private void live() {
        furnish();
        simulation.startAgent();
        var pods = random.between(2, 4);
        for (var pod = 0; pod < pods; pod++) {
            create();
            cluster.ifPresent(ClusterChurn::create);
        }
        var steps = random.oneIn(20) ? 100 : random.between(8, 30);
        for (var step = 0; step < steps; step++) {
            if (cluster.isPresent() && step % 2 == 0) {
                cluster.get().act();
            } else {
                act();
            }
            simulation.advance(pause());
            if (!simulation.agentRuns()) {
                simulation.advance(random.between(Duration.ofMillis(1), Duration.ofSeconds(3)));
                simulation.startAgent();
            }
        }
        calmDown();
        simulation.settle(REST);
        restsQuietly();
        cluster.ifPresent(ClusterChurn::comesBackInSilence);
        actsPromptly();
        cluster.ifPresent(ClusterChurn::actsPromptly);
        simulation.settle(REST);
    }

    /// An agent with nothing to do asks the runtime little.
    private void restsQuietly() {
        var before = simulation.runtime().calls();
        simulation.advance(Duration.ofSeconds(30));
        var calls = simulation.runtime().calls() - before;
        var most = 150 + 120L * simulation.wishes().all().size();
        if (calls > most) {
            throw new AssertionError(calls + " calls in 30 s at rest, more than " + most);
        }
    }

    /// In a world in order nothing waits for a resync: a pod starts, its end is noticed, and it
    /// goes.
    private void actsPromptly() {
        var file = "prompt.yaml";
        var sketch = PodSketch.server("prompt");
        simulation.write(file, sketch);
        simulation.await("a new pod runs", PROMPT, () -> restarts(file) == 0);
        var victim =
                simulation.runtime().model().containers().stream()
                        .filter(container -> container.owner().isPresent())
                        .filter(c -> c.sandbox().spec().pod().name().startsWith("prompt"))
                        .findFirst()
                        .orElseThrow();
        soon("break", () -> simulation.runtime().model().breakContainer(victim, 1));
        simulation.await("a broken container runs again", PROMPT, () -> restarts(file) == 1);
        var uid = simulation.wishes().of(file).uid();
        simulation.delete(file);
        simulation.await("a removed pod is gone", PROMPT, () -> simulation.view(uid).isEmpty());
    }

    /// How often the only container of the pod was restarted; -1 while it does not run.
    private int restarts(String file) {
        return simulation
                .view(file)
                .flatMap(view -> view.status().getContainerStatusesList().stream().findFirst())
                .filter(status -> status.getState().hasRunning())
                .map(ContainerStatus::getRestartCount)
                .orElse(-1);
    }

    private void furnish() {
        var images = simulation.runtime().images();
        images.add("here:1");
        images.add("busybox:1");
        images.pullsIn("slow:1", Duration.ofSeconds(12));
        images.unpullable("nobody/has-it:1");
        if (random.oneIn(3)) {
            simulation.runtime().withoutEvents();
        }
        soon("somebody else's container", simulation.runtime()::addForeign);
        simulation.faulty().faults(faults);
        HostWeather.rough(simulation, random);
    }

    private Duration pause() {
        return switch (random.below(4)) {
            case 0 -> random.between(Duration.ofNanos(1), Duration.ofMillis(20));
            case 1 -> random.between(Duration.ofMillis(1), Duration.ofMillis(600));
            case 2 -> random.between(Duration.ofMillis(1), Duration.ofSeconds(5));
            default -> random.between(Duration.ofSeconds(1), Duration.ofSeconds(20));
        };
    }

    private void act() {
        var files = simulation.wishes().files();
        if (files.isEmpty()) {
            create();
            return;
        }
        var file = random.pick(files);
        switch (random.below(20)) {
            case 0, 1 -> {
                if (files.size() < 6) {
                    create();
                }
            }
            case 2, 3 -> simulation.write(file, simulation.wishes().of(file).sketch().edited());
            case 4 -> simulation.delete(file);
            case 5 -> deleteAndBringBack(file);
            case 6 -> simulation.spoil(file);
            case 7, 8 -> breakSomething();
            case 9 -> restartRuntime();
            case 10 -> simulation.killAgent();
            case 11, 12 -> simulation.killAgentAfter(random.between(1, 400));
            case 13 -> touch(file);
            case 14 -> editInHaste(file);
            case 15 -> move(file);
            case 16 -> networkTrouble();
            case 17 -> copyForAWhile(file);
            case 18 -> Ambush.ofAgent(simulation, random);
            default -> Ambush.ofRuntime(simulation, random);
        }
    }

    private void create() {
        names++;
        var name = "pod" + names;
        simulation.write(name + ".yaml", shapes.sketch(name));
    }

    private void editInHaste(String file) {
        for (var edits = random.between(2, 4); edits > 0; edits--) {
            simulation.write(file, simulation.wishes().of(file).sketch().edited());
            simulation.advance(random.between(Duration.ofMillis(1), Duration.ofSeconds(2)));
        }
    }

    /// The same pod in another file is another pod of the same name.
    private void move(String file) {
        var sketch = simulation.wishes().of(file).sketch();
        names++;
        simulation.delete(file);
        simulation.write("moved" + names + ".yaml", sketch);
    }

    /// Two files with pods of one name: one of them counts, until the other is alone again.
    private void copyForAWhile(String file) {
        var sketch = simulation.wishes().of(file).sketch();
        var copy = random.oneIn(2) ? "a" + file : "z" + file;
        if (!simulation.wishes().files().contains(copy)) {
            simulation.write(copy, sketch);
            simulation.advance(pause());
            simulation.delete(copy);
            simulation.write(file, sketch);
        }
    }

    private void deleteAndBringBack(String file) {
        var sketch = simulation.wishes().of(file).sketch();
        simulation.delete(file);
        simulation.advance(pause());
        simulation.write(file, sketch);
    }

    private void touch(String file) {
        simulation.write(file, simulation.wishes().of(file).sketch());
    }

    private void breakSomething() {
        var model = simulation.runtime().model();
        var running =
                model.containers().stream()
                        .filter(FakeContainer::running)
                        .filter(container -> container.owner().isPresent())
                        .toList();
        var ready =
                model.sandboxes().stream()
                        .filter(FakeSandbox::ready)
                        .filter(sandbox -> sandbox.owner().isPresent())
                        .toList();
        var dead = model.sandboxes().stream().filter(sandbox -> !sandbox.ready()).toList();
        if (random.oneIn(4) && !dead.isEmpty()) {
            var victim = random.pick(dead);
            soon("lose a sandbox", () -> model.loseSandbox(victim));
        } else if (random.oneIn(3) && !ready.isEmpty()) {
            var victim = random.pick(ready);
            soon("break a sandbox", () -> model.breakSandbox(victim));
        } else if (random.oneIn(6) && !running.isEmpty()) {
            var victim = random.pick(running);
            soon("lose track of a container", () -> model.loseTrack(victim));
        } else if (!running.isEmpty()) {
            var victim = random.pick(running);
            var code = random.pick(List.of(0, 1, PodSketch.ASKING, 137));
            soon("break a container", () -> model.breakContainer(victim, code));
        }
    }

    private void restartRuntime() {
        var runtime = simulation.runtime();
        soon("runtime down", runtime::goDown);
        simulation.advance(random.between(Duration.ofMillis(1), Duration.ofSeconds(12)));
        soon("runtime up", runtime::comeBack);
    }

    private void networkTrouble() {
        var runtime = simulation.runtime();
        var broken = new Condition(false, "NetworkPluginNotReady", "cni plugin not initialized");
        soon("no network", () -> runtime.health(new RuntimeHealth(Condition.OK, broken)));
        simulation.advance(random.between(Duration.ofSeconds(1), Duration.ofSeconds(15)));
        soon("network", () -> runtime.health(RuntimeHealth.HEALTHY));
    }

    /// Effects of the world happen between steps of threads, not inside one.
    private void soon(String label, Runnable effect) {
        simulation.scheduler().after(Duration.ZERO, label, effect);
    }

    private void calmDown() {
        simulation.scheduler().note("everything is left alone from now on");
        simulation.faulty().faults(Faults.NONE);
        simulation.faulty().letPass();
        HostWeather.calm(simulation);
        cluster.ifPresent(ClusterChurn::calmDown);
        simulation.killAgentAfter(0);
        if (!simulation.agentRuns()) {
            simulation.startAgent();
        }
    }
}
