package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.sim.runtime.FakeContainer;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Upstream's cases of the pod workers that need a whole agent.
class WorkerScenarioTest {
    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    /// Cases of TestUpdatePod, Test_removeTerminatedWorker.
    static Stream<Arguments> stories() {
        return Stream.of(
                story(
                        "a new pod is recorded and started",
                        story -> {
                            story.given().manifest(PodSketch.server("web"));
                            story.advance(seconds(2));
                            story.then().pod("web").isRunning();
                        }),
                story(
                        "a new pod is recorded and started unless it is a duplicate of an existing"
                                + " terminating pod UID: it starts over once it has ended",
                        story -> {
                            var slow = PodSketch.running("web", "stop-in 6").withGrace(seconds(30));
                            story.given().manifest(slow);
                            story.advance(seconds(2));
                            var before = story.instances("web");
                            story.given().noManifest("web");
                            story.advance(seconds(2));
                            story.given().manifest(slow);
                            story.advance(seconds(1));
                            assertThat(story.instances("web")).isEqualTo(before);
                            story.advance(seconds(8));
                            story.then().pod("web").isRunning();
                            assertThat(story.instances("web")).isNotEqualTo(before);
                        }),
                story(
                        "a new pod is recorded and started and running pod is ignored",
                        story -> {
                            story.given().manifest(PodSketch.server("web"));
                            story.advance(seconds(2));
                            var before = story.instances("web");
                            story.given().agentKilled().agentStarted();
                            story.advance(seconds(3));
                            assertThat(story.instances("web")).isEqualTo(before);
                        }),
                story(
                        "an orphaned running pod we have not seen is marked terminating and"
                                + " advances to finished and then is removed",
                        story -> {
                            story.given().manifest(PodSketch.server("web"));
                            story.advance(seconds(2));
                            story.given().agentKilled().noManifest("web").agentStarted();
                            story.advance(seconds(20));
                            story.then().nothingIsLeft();
                        }),
                story(
                        "finished worker",
                        story -> {
                            story.given().manifest(PodSketch.server("web"));
                            story.advance(seconds(2));
                            story.given().noManifest("web");
                            story.advance(seconds(10));
                            assertThat(story.simulation().views()).isEmpty();
                        }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stories")
    void plays(String name, Consumer<Scenario> story) {
        Scenario.play(story);
    }

    /// Cases of TestStaticPodExclusion.
    @Test
    void podsOfOneNameRunOneAfterTheOther() {
        Scenario.play(
                story -> {
                    var slow = PodSketch.running("web", "stop-in 6").withGrace(seconds(30));
                    story.given().manifest(slow);
                    story.advance(seconds(2));
                    story.given().editedManifest("web");
                    story.advance(seconds(1));
                    story.given().editedManifest("web");
                    story.advance(seconds(2));
                    story.then().pod("web").waitsFor("PredecessorStopping").isNotRunning();
                    assertThat(alive(story)).isOne();
                    story.advance(seconds(10));
                    story.then().pod("web").isRunning();
                    assertThat(alive(story)).isOne();
                });
    }

    /// Cases of TestUpdatePodParallel.
    @Test
    void podsStartSideBySide() {
        Scenario.play(
                story -> {
                    IntStream.range(0, 10)
                            .forEach(i -> story.given().manifest(PodSketch.server("web" + i)));
                    story.advance(seconds(20));
                    IntStream.range(0, 10).forEach(i -> story.then().pod("web" + i).isRunning());
                });
    }

    /// Cases of TestTerminalPhaseTransition.
    @Test
    void aPodThatIsOverEndsByItself() {
        Scenario.play(
                story -> {
                    story.given()
                            .manifest(
                                    PodSketch.running("job", "sleep 5 exit 0")
                                            .with(RestartPolicy.NEVER));
                    story.advance(seconds(3));
                    story.then().pod("job").hasPhase("Running");
                    story.advance(seconds(10));
                    story.then().pod("job").hasPhase("Succeeded").isNotRunning();
                    assertThat(story.simulation().views())
                            .allMatch(view -> view.stage().equals("Terminated"));
                });
    }

    /// Cases of TestUpdatePodForTerminatedRuntimePod, TestUpdatePodForRuntimePod.
    /// Cases of TestSyncKnownPods.
    @Test
    void whatHasEndedIsKnownAsEndedUntilItsSourceDropsIt() {
        Scenario.play(
                story -> {
                    var job = PodSketch.running("job", "sleep 1 exit 0").with(RestartPolicy.NEVER);
                    story.given().manifest(job).manifest(PodSketch.server("web"));
                    story.advance(seconds(60));
                    story.then().pod("job").hasPhase("Succeeded");
                    story.then().pod("web").isRunning().restarted(0);
                    story.given().noManifest("job").noManifest("web");
                    story.advance(seconds(20));
                    story.then().nothingIsLeft();
                });
    }

    private static long alive(Scenario story) {
        return story.simulation().runtime().model().containers().stream()
                .filter(FakeContainer::alive)
                .count();
    }

    private static Arguments story(String name, Consumer<Scenario> story) {
        return arguments(name, story);
    }
}
