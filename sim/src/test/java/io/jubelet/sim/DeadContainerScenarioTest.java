package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.host.LogName;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.sync.DeadContainerLimits;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.schedule.Pace;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What stays of containers that have ended.
final class DeadContainerScenarioTest {
    private static final PodSketch CRASHING = PodSketch.running("web", "sleep 2 exit 3");

    /// In the middle of the longest wait between two tries.
    private static final Duration SEVEN_RESTARTS = Duration.ofMinutes(12);

    @Test
    void oneStaysBesideTheNewestWhereNothingElseIsSaid() {
        play(
                DeadContainerLimits.STANDARD,
                story -> {
                    story.given().manifest(CRASHING);
                    story.advance(SEVEN_RESTARTS);
                    assertThat(attempts(story.simulation(), "web")).containsExactly(7, 6);
                });
    }

    @Test
    void asManyStayBesideTheNewestAsThereMayBePerContainer() {
        play(
                limits(0, 3, -1),
                story -> {
                    story.given().manifest(CRASHING);
                    story.advance(SEVEN_RESTARTS);
                    assertThat(attempts(story.simulation(), "web")).containsExactly(7, 6, 5, 4);
                    assertThat(logs(story.simulation())).containsExactly(7, 6, 5, 4);
                });
    }

    @Test
    void withoutALimitAllStay() {
        play(
                limits(0, -1, -1),
                story -> {
                    story.given().manifest(CRASHING);
                    story.advance(SEVEN_RESTARTS);
                    assertThat(attempts(story.simulation(), "web"))
                            .containsExactly(7, 6, 5, 4, 3, 2, 1, 0);
                });
    }

    @Test
    void withNoPlaceForAnyTheNewestStillTellsHowItEndedAndIsWaitedFor() {
        play(
                limits(0, 0, -1),
                story -> {
                    story.given().manifest(CRASHING);
                    story.advance(SEVEN_RESTARTS);
                    story.then().pod("web").restarted(7).waitsFor("CrashLoopBackOff");
                    assertThat(attempts(story.simulation(), "web")).containsExactly(7);
                    assertThat(lastExit(story.simulation(), "web")).isEqualTo(3);
                });
    }

    /// A pod at rest is looked at after a minute at the earliest.
    @Test
    void oneThatIsTooYoungGoesWhenItIsOldEnough() {
        play(
                limits(30, 0, -1),
                story -> {
                    story.given().manifest(PodSketch.server("web"));
                    story.advance(Duration.ofSeconds(5));
                    story.given().containersBroken("web", 3);
                    story.advance(Duration.ofSeconds(23));
                    assertThat(attempts(story.simulation(), "web")).containsExactly(1, 0);
                    story.advance(Duration.ofSeconds(4));
                    assertThat(attempts(story.simulation(), "web")).containsExactly(1);
                    story.then().pod("web").isRunning().restarted(1);
                    assertThat(lastExit(story.simulation(), "web")).isEqualTo(3);
                });
    }

    @Test
    void whatIsTooMuchOfAllPodsGoesFromTheOldestOnButForWhatStillCounts() {
        Simulation.ofNode(42, Pace.STEADY, UnaryOperator.identity())
                .run("the same test again", DeadContainerScenarioTest::tooMuchOfAllPods);
    }

    private static void tooMuchOfAllPods(Simulation node) {
        node.runtime().images().add("busybox:1");
        node.configure(it -> it.withDeadContainers(limits(0, 1, 2)));
        node.startAgent();
        // Of a static pod nobody but its containers knows that it has ended.
        node.write("boot.yaml", job("boot"));
        var jobs = Stream.of("first", "second", "third").map(name -> bound(node, name)).toList();
        node.write("web.yaml", CRASHING);
        node.advance(SEVEN_RESTARTS);
        var told = jobs.stream().map(job -> told(node, job)).toList();

        assertThat(attempts(node, "boot")).containsExactly(0);
        assertThat(attempts(node, "web")).containsExactly(7);
        assertThat(jobs).allMatch(job -> attempts(node, job).isEmpty());
        assertThat(told).allMatch(it -> it.getPhase().equals("Succeeded"));
        assertThat(told)
                .allMatch(
                        it -> it.getContainerStatuses(0).getState().getTerminated().hasExitCode());

        node.killAgent();
        node.startAgent();
        node.advance(Duration.ofMinutes(3));

        assertThat(jobs).allMatch(job -> attempts(node, job).isEmpty());
        assertThat(jobs.stream().map(job -> told(node, job)).toList()).isEqualTo(told);
        assertThat(attempts(node, "boot")).containsExactly(0);
    }

    private static PodSketch job(String name) {
        return PodSketch.running(name, "exit 0").with(RestartPolicy.NEVER);
    }

    private static PodUid bound(Simulation node, String name) {
        node.advance(Duration.ofSeconds(5));
        return node.clusterSide().orElseThrow().bound().create(job(name));
    }

    private static PodStatus told(Simulation node, PodUid pod) {
        return node.clusterSide().orElseThrow().bound().find(pod).orElseThrow().getStatus();
    }

    private static DeadContainerLimits limits(int seconds, int perContainer, int total) {
        return new DeadContainerLimits(Duration.ofSeconds(seconds), perContainer, total);
    }

    private static int lastExit(Simulation simulation, String pod) {
        return simulation
                .view(pod + ".yaml")
                .orElseThrow()
                .status()
                .getContainerStatuses(0)
                .getLastState()
                .getTerminated()
                .getExitCode();
    }

    /// The numbers of the instances that there are of the pod's container, the newest first.
    private static List<Integer> attempts(Simulation simulation, String pod) {
        return attempts(simulation, simulation.wishes().of(pod + ".yaml").uid());
    }

    private static List<Integer> attempts(Simulation simulation, PodUid pod) {
        return instances(simulation)
                .filter(it -> it.owner().orElseThrow().uid().equals(pod))
                .map(it -> it.spec().attempt())
                .sorted((one, other) -> other - one)
                .toList();
    }

    private static Stream<FakeContainer> instances(Simulation simulation) {
        return simulation.runtime().model().containers().stream()
                .filter(it -> it.owner().isPresent());
    }

    /// The numbers of the instances of which there is a log.
    private static List<Integer> logs(Simulation simulation) {
        return instances(simulation)
                .map(it -> new LogName(it.owner().orElseThrow(), it.spec().name(), 0))
                .findFirst()
                .stream()
                .flatMap(
                        any ->
                                Stream.iterate(9, number -> number >= 0, number -> number - 1)
                                        .filter(number -> hasLog(simulation, any, number)))
                .toList();
    }

    private static boolean hasLog(Simulation simulation, LogName any, int number) {
        var log = new LogName(any.pod(), any.container(), number);
        return !simulation.files().logs().content(log).isEmpty();
    }

    private static void play(DeadContainerLimits limits, Consumer<Scenario> tale) {
        Scenario.play(
                story -> {
                    story.simulation().killAgent();
                    story.simulation().configure(it -> it.withDeadContainers(limits));
                    story.simulation().startAgent();
                    tale.accept(story);
                });
    }
}
