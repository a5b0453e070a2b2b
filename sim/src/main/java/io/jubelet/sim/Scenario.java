package io.jubelet.sim;

import io.jubelet.core.Agent;
import io.jubelet.core.status.PodView;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.schedule.Pace;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A short story about pods: what is given, what happens, what is then so. Time passes only where
/// the story says so, and every invariant is checked along the way.
///
/// ```java
/// Scenario.play(story -> {
///     story.given().manifest(PodSketch.server("web"));
///     story.advance(Duration.ofSeconds(2));
///     story.then().pod("web").isRunning();
/// });
/// ```
///
/// Thread: the one that leads the simulation.
public final class Scenario {
    private static final long SEED = 42;

    private final Simulation simulation;

    private Scenario(Simulation simulation) {
        this.simulation = simulation;
    }

    /// Plays the story to its end with an agent that runs from the beginning.
    public static void play(Consumer<Scenario> story) {
        play(UnaryOperator.identity(), story);
    }

    /// The same with another end of some port of the agent's.
    public static void play(UnaryOperator<Agent.Ports> ports, Consumer<Scenario> story) {
        new Simulation(SEED, Pace.STEADY, ports)
                .run(
                        "the same test again",
                        simulation -> {
                            simulation.runtime().images().add("busybox:1");
                            simulation.startAgent();
                            story.accept(new Scenario(simulation));
                        });
    }

    public Given given() {
        return new Given();
    }

    public Then then() {
        return new Then();
    }

    /// Lets time pass and checks every invariant.
    public Scenario advance(Duration time) {
        simulation.advance(time);
        return this;
    }

    public Simulation simulation() {
        return simulation;
    }

    private static String file(String pod) {
        return pod + ".yaml";
    }

    /// What somebody does to the node.
    public final class Given {
        public Given manifest(PodSketch sketch) {
            simulation.write(file(sketch.name()), sketch);
            return this;
        }

        public Given editedManifest(String pod) {
            return manifest(simulation.wishes().of(file(pod)).sketch().edited());
        }

        public Given spoiltManifest(String pod) {
            simulation.spoil(file(pod));
            return this;
        }

        public Given noManifest(String pod) {
            simulation.delete(file(pod));
            return this;
        }

        public Given agentKilled() {
            simulation.killAgent();
            return this;
        }

        public Given agentStarted() {
            simulation.startAgent();
            return this;
        }

        public Given runtimeDown() {
            effect(() -> simulation.runtime().goDown());
            return this;
        }

        public Given runtimeBack() {
            effect(() -> simulation.runtime().comeBack());
            return this;
        }

        /// Ends the running containers of the pod with that code.
        public Given containersBroken(String pod, int code) {
            var victims = running(pod);
            effect(
                    () ->
                            victims.forEach(
                                    c -> simulation.runtime().model().breakContainer(c, code)));
            return this;
        }

        /// Ends the sandbox of the pod and all in it.
        public Given sandboxBroken(String pod) {
            var victims = running(pod);
            effect(
                    () ->
                            victims.forEach(
                                    c -> simulation.runtime().model().breakSandbox(c.sandbox())));
            return this;
        }

        private void effect(Runnable change) {
            simulation.scheduler().after(Duration.ZERO, "given", change);
            simulation.advance(Duration.ofNanos(1));
        }
    }

    private List<FakeContainer> running(String pod) {
        var uid = simulation.wishes().of(file(pod)).uid();
        return simulation.runtime().model().containers().stream()
                .filter(FakeContainer::running)
                .filter(container -> container.sandbox().spec().pod().uid().equals(uid))
                .toList();
    }

    /// What is so.
    public final class Then {
        public PodThen pod(String name) {
            return new PodThen(name);
        }

        public Then nothingIsLeft() {
            var model = simulation.runtime().model();
            check(model.sandboxes().isEmpty(), "left: " + model.sandboxes());
            check(model.containers().isEmpty(), "left: " + model.containers());
            check(simulation.files().pods().isEmpty(), "left: " + simulation.files().pods());
            check(simulation.views().isEmpty(), "left: " + simulation.views());
            return this;
        }
    }

    /// What is so of one pod.
    public final class PodThen {
        private final String name;

        private PodThen(String name) {
            this.name = name;
        }

        private PodView view() {
            return simulation
                    .view(file(name))
                    .orElseThrow(() -> new AssertionError("the agent does not show " + name));
        }

        public PodThen isRunning() {
            hasPhase("Running");
            var parts = simulation.wishes().of(file(name)).sketch().containers().size();
            check(running(name).size() == parts, "running of " + name + ": " + running(name));
            check(!view().status().getPodIP().isEmpty(), name + " has no address");
            return this;
        }

        public PodThen isNotRunning() {
            check(running(name).isEmpty(), "running of " + name + ": " + running(name));
            return this;
        }

        public PodThen hasPhase(String phase) {
            var actual = view().status().getPhase();
            check(actual.equals(phase), name + " is " + actual + ", not " + phase);
            return this;
        }

        public PodThen restarted(int times) {
            var actual = view().status().getContainerStatuses(0).getRestartCount();
            check(actual == times, name + " was restarted " + actual + " times");
            return this;
        }

        /// The sentences of all its waits.
        public List<String> waits() {
            return view().waits().stream().map(wait -> wait.reason().message()).toList();
        }

        public PodThen waitsFor(String code) {
            var codes = view().waits().stream().map(wait -> wait.reason().code()).toList();
            check(codes.contains(code), name + " waits for " + codes + ", not for " + code);
            return this;
        }
    }

    private static void check(boolean holds, String message) {
        if (!holds) {
            throw new AssertionError(message);
        }
    }

    /// The ids and start times of the pod's running containers.
    public List<String> instances(String pod) {
        return running(pod).stream().map(c -> c.id() + " since " + c.startedAt()).toList();
    }
}
