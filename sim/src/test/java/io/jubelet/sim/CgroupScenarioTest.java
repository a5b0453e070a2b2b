package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.Agent;
import io.jubelet.core.AgentSettings;
import io.jubelet.core.cgroup.CgroupPart;
import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.Cgroups;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.core.waiting.CgroupNotMade;
import io.jubelet.core.waiting.CgroupStillThere;
import io.jubelet.model.pod.QosClass;
import io.jubelet.sim.host.FakeCgroups;
import io.jubelet.sim.host.FakeContainerFiles;
import io.jubelet.sim.host.FakeManifestFolder;
import io.jubelet.sim.host.FakePodFiles;
import io.jubelet.sim.host.FakePodMemory;
import io.jubelet.sim.host.FakeVolumeFiles;
import io.jubelet.sim.runtime.FakeProber;
import io.jubelet.sim.runtime.FakeRuntime;
import io.jubelet.sim.runtime.FakeSandbox;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Incarnation;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Pods and their cgroups, with things that go wrong.
final class CgroupScenarioTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration LATE = Duration.ofMinutes(3);
    private static final PodSketch.Part SIZED =
            new PodSketch.Part("main", "here:1", "serve")
                    .with("resources: {limits: {cpu: 500m, memory: 64Mi}}");
    private static final PodSketch WEB =
            new PodSketch(
                    "web",
                    0,
                    RestartPolicy.ALWAYS,
                    Duration.ofSeconds(10),
                    List.of(),
                    List.of(SIZED));

    @Test
    void aPodIsHeldToItsLimitsAndItsCgroupGoesWithIt() {
        play(
                run -> {
                    start(run);

                    var limits = run.cgroups().limits(cgroup(run)).orElseThrow();
                    assertThat(limits.memoryBytes()).isEqualTo(64L << 20);
                    assertThat(limits.cpuQuota()).isEqualTo(50_000);

                    run.delete("web");
                    run.settle(LATE);
                    assertThat(run.cgroups().tree())
                            .containsOnlyKeys(
                                    name("/simulated"),
                                    name("/simulated/kubepods"),
                                    name("/simulated/kubepods/burstable"),
                                    name("/simulated/kubepods/besteffort"));
                });
    }

    @Test
    void nothingStartsWithoutItsCgroup() {
        play(
                run -> {
                    run.cgroups().lacks(Optional.of("memory"));
                    run.write("web", WEB);
                    run.startAgent();
                    run.await("the reason", SOON, () -> waitsFor(run, CgroupNotMade.class));
                    assertThat(run.runtime().model().sandboxes())
                            .noneMatch(sandbox -> sandbox.owner().isPresent());

                    run.cgroups().lacks(Optional.empty());
                    run.await("the pod to run", SOON, () -> runs(run));
                });
    }

    @Test
    void thePodIsNotGoneBeforeItsCgroupIs() {
        play(
                run -> {
                    start(run);
                    run.cgroups().occupy(cgroup(run), 12);
                    run.delete("web");
                    run.await("the reason", SOON, () -> waitsFor(run, CgroupStillThere.class));
                    assertThat(run.files().pods()).isNotEmpty();

                    run.settle(LATE);
                });
    }

    @Test
    void aCgroupThatNobodyKnowsIsRemoved() {
        play(
                run -> {
                    run.cgroups()
                            .make(
                                    name("/simulated/kubepods/besteffort/podlost-1"),
                                    CgroupLimits.ofShares(2));
                    run.startAgent();
                    run.await(
                            "the cgroup to go",
                            LATE,
                            () ->
                                    !run.cgroups()
                                            .tree()
                                            .containsKey(
                                                    name(
                                                            "/simulated/kubepods/besteffort"
                                                                    + "/podlost-1")));
                });
    }

    /// Without the invariants of a run, which forbid anybody to touch such a pod.
    @Test
    void aPodThatRunsOutsideOfItsCgroupStartsOver() {
        var scheduler = new SimScheduler(7, Pace.STEADY);
        scheduler.run(
                () -> {
                    var machine = new Bare(scheduler);
                    var pod = name("/simulated/kubepods/pod" + machine.uid());
                    var first = machine.start();
                    machine.await(scheduler, sandbox -> sandbox.spec().attempt() == 0);
                    assertThat(machine.cgroups().limits(pod)).isPresent();

                    first.crash();
                    assertThat(machine.cgroups().remove(pod)).isEmpty();
                    machine.start();
                    machine.await(scheduler, sandbox -> sandbox.spec().attempt() == 1);
                    assertThat(machine.cgroups().limits(pod)).isPresent();
                });
    }

    /// A machine with one pod and nobody who watches over it.
    private record Bare(
            SimScheduler scheduler,
            FakeRuntime runtime,
            FakeManifestFolder folder,
            FakeCgroups cgroups) {
        Bare(SimScheduler scheduler) {
            this(
                    scheduler,
                    new FakeRuntime(scheduler, new Seeded(1), Latency.NORMAL),
                    new FakeManifestFolder(scheduler, new Seeded(2)),
                    new FakeCgroups(scheduler, new Seeded(3)));
            runtime.images().add("here:1");
            folder.write("web", WEB.text());
        }

        PodUid uid() {
            return new KnownManifests(scheduler).uid("web", WEB);
        }

        Incarnation start() {
            var process = scheduler.incarnation();
            var ports =
                    new Agent.Ports(
                            process,
                            runtime,
                            runtime,
                            new FakePodFiles(scheduler, new Seeded(4)),
                            new FakePodMemory(scheduler, new Seeded(5)),
                            folder,
                            EventRecorder.NONE,
                            new FakeVolumeFiles(scheduler, new Seeded(6)),
                            new FakeContainerFiles(scheduler, new Seeded(7)),
                            new FakeProber(scheduler, runtime.model(), new Seeded(8)),
                            () -> DnsSettings.NONE,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(
                                    new CgroupPart(
                                            cgroups,
                                            CgroupRules.LAYOUT,
                                            CgroupLimits.ofShares(4096))));
            var settings = AgentSettings.standard(new NodeFacts(KnownManifests.NODE, 8L << 30, 4));
            var agent = new Agent(ports, new KnownManifests(scheduler), settings);
            process.start(ThreadKind.SERVICE, "main", agent::start);
            return process;
        }

        void await(SimScheduler time, Predicate<FakeSandbox> which) {
            for (var tries = 0; tries < 60; tries++) {
                var running =
                        runtime.model().containers().stream()
                                .anyMatch(c -> c.running() && which.test(c.sandbox()));
                if (running) {
                    return;
                }
                time.advance(Duration.ofSeconds(1));
            }
            throw new AssertionError("not running: " + runtime.model().sandboxes());
        }
    }

    @Test
    void aNextAgentKeepsWhatIsThere() {
        play(
                run -> {
                    start(run);
                    run.killAgent();
                    run.startAgent();
                    run.await("the pod to run", SOON, () -> runs(run));
                    run.advance(Duration.ofMinutes(2));

                    assertThat(run.runtime().model().sandboxes())
                            .filteredOn(sandbox -> sandbox.owner().isPresent())
                            .hasSize(1);
                    assertThat(run.cgroups().limits(cgroup(run))).isPresent();
                });
    }

    @Test
    void theSimulationSeesPodsWithoutCgroups() {
        assertThatThrownBy(() -> play(ports -> with(ports, Lost::new), CgroupScenarioTest::start))
                .hasStackTraceContaining("nothing holds its pod");
    }

    /// Says that it made what it did not make.
    private record Lost(Cgroups real) implements Cgroups {
        @Override
        public boolean exists(CgroupName name) {
            return true;
        }

        @Override
        public void make(CgroupName name, CgroupLimits limits) {}

        @Override
        public void update(CgroupName name, CgroupLimits limits) {}

        @Override
        public Optional<String> remove(CgroupName name) {
            return real.remove(name);
        }

        @Override
        public Set<String> children(CgroupName name) {
            return real.children(name);
        }
    }

    private static Agent.Ports with(Agent.Ports ports, UnaryOperator<Cgroups> plant) {
        return new Agent.Ports(
                ports.execution(),
                ports.runtime(),
                ports.images(),
                ports.files(),
                ports.memory(),
                ports.manifests(),
                ports.events(),
                ports.volumes(),
                ports.containers(),
                ports.prober(),
                ports.resolver(),
                ports.cluster(),
                ports.url(),
                ports.node(),
                ports.cgroups()
                        .map(
                                part ->
                                        new CgroupPart(
                                                plant.apply(part.cgroups()),
                                                part.layout(),
                                                part.ofAllPods())));
    }

    private static void start(Simulation run) {
        run.write("web", WEB);
        run.startAgent();
        run.await("the pod to run", SOON, () -> runs(run));
    }

    private static boolean runs(Simulation run) {
        return run.view("web")
                .filter(view -> view.status().getPhase().equals("Running"))
                .isPresent();
    }

    private static boolean waitsFor(Simulation run, Class<?> reason) {
        return run.views().stream()
                .flatMap(view -> view.waits().stream())
                .anyMatch(wait -> reason.isInstance(wait.reason()));
    }

    private static CgroupName cgroup(Simulation run) {
        return CgroupRules.LAYOUT.of(QosClass.GUARANTEED, run.wishes().of("web").uid());
    }

    private static CgroupName name(String path) {
        return CgroupName.parse(path);
    }

    private static void play(Consumer<Simulation> story) {
        play(UnaryOperator.identity(), story);
    }

    private static void play(UnaryOperator<Agent.Ports> tamper, Consumer<Simulation> story) {
        var run = new Simulation(7, Pace.STEADY, tamper);
        run.run(
                "this test",
                simulation -> {
                    simulation.runtime().images().add("here:1");
                    simulation.runtime().addForeign();
                    story.accept(simulation);
                });
    }
}
