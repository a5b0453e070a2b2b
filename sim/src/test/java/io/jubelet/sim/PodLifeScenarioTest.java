package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.source.ManifestProblems;
import io.jubelet.sim.PodSketch.Part;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.RuntimeFact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodLifeScenarioTest {
    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void aManifestBecomesARunningPodWithinASecond() {
        Scenario.play(
                story -> {
                    story.given().manifest(PodSketch.server("web"));
                    story.advance(seconds(1));
                    story.then().pod("web").isRunning().restarted(0);
                });
    }

    @Test
    void anEditReplacesThePod() {
        Scenario.play(
                story -> {
                    story.given().manifest(PodSketch.server("web"));
                    story.advance(seconds(2));
                    var before = story.instances("web");
                    story.given().editedManifest("web");
                    story.advance(seconds(5));
                    story.then().pod("web").isRunning().restarted(0);
                    assertThat(story.instances("web")).isNotEqualTo(before);
                });
    }

    @Test
    void aRemovedPodFinishesInItsOwnTimeAndLeavesNothing() {
        Scenario.play(
                story -> {
                    var exits = exitCodes(story);
                    story.given()
                            .manifest(PodSketch.running("web", "stop-in 7").withGrace(seconds(30)));
                    story.advance(seconds(2));
                    story.given().noManifest("web");
                    story.advance(seconds(5));
                    assertThat(exits).isEmpty();
                    story.advance(seconds(5));
                    assertThat(exits).containsExactly(0);
                    story.then().nothingIsLeft();
                });
    }

    @Test
    void aRemovedPodThatDoesNotHearIsKilledAfterItsGrace() {
        Scenario.play(
                story -> {
                    var exits = exitCodes(story);
                    story.given()
                            .manifest(
                                    PodSketch.running("web", "ignore-term").withGrace(seconds(8)));
                    story.advance(seconds(2));
                    story.given().noManifest("web");
                    story.advance(seconds(7));
                    assertThat(exits).isEmpty();
                    story.advance(seconds(3));
                    assertThat(exits).containsExactly(137);
                    story.then().nothingIsLeft();
                });
    }

    @Test
    void sidecarsStopAfterWhatTheyServeAndTheLastOneFirst() {
        Scenario.play(
                story -> {
                    var ends = ends(story);
                    story.given()
                            .manifest(
                                    PodSketch.running("web", "stop-in 3")
                                            .withGrace(seconds(30))
                                            .withInit(Part.sidecar("mesh", "busybox:1", "serve"))
                                            .withInit(Part.sidecar("tail", "busybox:1", "serve")));
                    story.advance(seconds(5));
                    story.then().pod("web").hasPhase("Running");
                    story.given().noManifest("web");
                    story.advance(seconds(15));
                    assertThat(ends).containsExactly("main", "tail", "mesh");
                    story.then().nothingIsLeft();
                });
    }

    @Test
    void aPodSucceedsAlthoughItsSidecarWouldRunForever() {
        Scenario.play(
                story -> {
                    var ends = ends(story);
                    story.given()
                            .manifest(
                                    PodSketch.running("job", "sleep 5 exit 0")
                                            .with(RestartPolicy.NEVER)
                                            .withInit(Part.sidecar("mesh", "busybox:1", "serve")));
                    story.advance(seconds(20));
                    assertThat(ends).containsExactly("main", "mesh");
                    story.then().pod("job").hasPhase("Succeeded");
                });
    }

    @Test
    void aSidecarThatEndsComesBackWhileTheOthersRunOn() {
        Scenario.play(
                story -> {
                    story.given()
                            .manifest(
                                    PodSketch.server("web")
                                            .with(RestartPolicy.NEVER)
                                            .withInit(
                                                    Part.sidecar(
                                                            "mesh",
                                                            "busybox:1",
                                                            "sleep 8 exit 1")));
                    story.advance(seconds(12));
                    story.then().pod("web").hasPhase("Running");
                    assertThat(story.instances("web")).hasSize(2);
                });
    }

    private static List<String> ends(Scenario story) {
        var ends = new ArrayList<String>();
        story.simulation()
                .runtime()
                .model()
                .onFact(
                        fact -> {
                            if (fact instanceof RuntimeFact.ContainerExited(FakeContainer c, _)) {
                                ends.add(c.spec().name());
                            }
                        });
        return ends;
    }

    @Test
    void aKilledAgentsSuccessorAdoptsWhatRuns() {
        Scenario.play(
                story -> {
                    story.given().manifest(PodSketch.server("web"));
                    story.advance(seconds(2));
                    var before = story.instances("web");
                    story.given().agentKilled();
                    story.advance(seconds(60));
                    story.given().agentStarted();
                    story.advance(seconds(60));
                    story.then().pod("web").isRunning().restarted(0);
                    assertThat(story.instances("web")).isEqualTo(before).hasSize(1);
                });
    }

    @Test
    void aPodRemovedWhileNoAgentRanIsEndedByTheNext() {
        Scenario.play(
                story -> {
                    story.given().manifest(PodSketch.server("web"));
                    story.advance(seconds(2));
                    story.given().agentKilled().noManifest("web");
                    story.advance(seconds(5));
                    story.given().agentStarted();
                    story.advance(seconds(40));
                    story.then().nothingIsLeft();
                });
    }

    @Test
    void aSpoiltManifestStopsNothing() {
        Scenario.play(
                story -> {
                    story.given()
                            .manifest(PodSketch.server("web"))
                            .manifest(PodSketch.server("other"));
                    story.advance(seconds(2));
                    var before = story.instances("web");
                    story.given().spoiltManifest("web").editedManifest("other");
                    story.advance(seconds(30));
                    assertThat(story.instances("web")).isEqualTo(before);
                    story.then().pod("other").isRunning();
                    assertThat(story.simulation().manifestProblems())
                            .extracting(ManifestProblems.Problem::path)
                            .containsExactly("/etc/kubernetes/manifests/web.yaml");
                });
    }

    @Test
    void aFailedContainerIsRestartedUntilItSucceeds() {
        Scenario.play(
                story -> {
                    var job = PodSketch.server("job").with(RestartPolicy.ON_FAILURE);
                    story.given().manifest(job);
                    story.advance(seconds(2));
                    story.given().containersBroken("job", 1);
                    story.advance(seconds(2));
                    story.then().pod("job").isRunning().restarted(1);
                    story.given().containersBroken("job", 0);
                    story.advance(seconds(60));
                    story.then().pod("job").isNotRunning().hasPhase("Succeeded").restarted(1);
                });
    }

    @Test
    void aPodThatNeverRestartsFailsForGood() {
        Scenario.play(
                story -> {
                    story.given()
                            .manifest(PodSketch.running("job", "exit 3").with(RestartPolicy.NEVER));
                    story.advance(seconds(30));
                    story.then().pod("job").isNotRunning().hasPhase("Failed").restarted(0);
                    story.given().agentKilled().agentStarted();
                    story.advance(seconds(30));
                    story.then().pod("job").isNotRunning().hasPhase("Failed").restarted(0);
                });
    }

    @Test
    void aCrashLoopIsSlowedDown() {
        Scenario.play(
                story -> {
                    var starts = new ArrayList<Long>();
                    var simulation = story.simulation();
                    simulation
                            .runtime()
                            .model()
                            .onFact(
                                    fact -> {
                                        if (fact instanceof RuntimeFact.ContainerStarted) {
                                            starts.add(
                                                    simulation.scheduler().elapsed().toSeconds());
                                        }
                                    });
                    story.given().manifest(PodSketch.running("loop", "exit 1"));
                    story.advance(seconds(75));
                    assertThat(starts).containsExactly(0L, 0L, 10L, 30L, 70L);
                    story.then().pod("loop").waitsFor("CrashLoopBackOff").restarted(4);
                });
    }

    @Test
    void whileTheRuntimeIsDownNothingHappensAndThenItGoesOn() {
        Scenario.play(
                story -> {
                    story.given().manifest(PodSketch.server("web"));
                    story.advance(seconds(2));
                    var before = story.instances("web");
                    story.given().runtimeDown().manifest(PodSketch.server("late"));
                    story.advance(seconds(60));
                    story.then().pod("late").isNotRunning();
                    story.given().runtimeBack();
                    story.advance(seconds(20));
                    story.then().pod("late").isRunning();
                    assertThat(story.instances("web")).isEqualTo(before);
                });
    }

    @Test
    void aPodWhoseImageNobodyHasWaitsAndRunsOnceItIsThere() {
        Scenario.play(
                story -> {
                    var images = story.simulation().runtime().images();
                    images.unpullable("app:1");
                    var sketch = PodSketch.server("web");
                    story.given()
                            .manifest(
                                    new PodSketch(
                                            "web",
                                            0,
                                            RestartPolicy.ALWAYS,
                                            sketch.grace(),
                                            List.of(),
                                            List.of(new Part("main", "app:1", "serve"))));
                    story.advance(seconds(5));
                    story.then().pod("web").isNotRunning().hasPhase("Pending");
                    images.pullable("app:1");
                    story.advance(seconds(60));
                    story.then().pod("web").isRunning();
                });
    }

    @Test
    void initContainersComeFirst() {
        Scenario.play(
                story -> {
                    story.given()
                            .manifest(
                                    PodSketch.server("web")
                                            .withInit(
                                                    new Part(
                                                            "init",
                                                            "busybox:1",
                                                            "sleep 5 exit 0")));
                    story.advance(seconds(4));
                    story.then().pod("web").hasPhase("Pending");
                    story.advance(seconds(4));
                    story.then().pod("web").isRunning();
                });
    }

    @Test
    void aDeadSandboxIsReplacedAndItsContainersWithIt() {
        Scenario.play(
                story -> {
                    story.given().manifest(PodSketch.server("web"));
                    story.advance(seconds(2));
                    story.given().sandboxBroken("web");
                    story.advance(seconds(5));
                    story.then().pod("web").isRunning().restarted(1);
                });
    }

    @Test
    void aRuntimeWithoutEventsIsListedInstead() {
        Scenario.play(
                story -> {
                    story.given().agentKilled();
                    story.simulation().runtime().withoutEvents();
                    story.given().agentStarted().manifest(PodSketch.server("web"));
                    story.advance(seconds(3));
                    story.given().containersBroken("web", 1);
                    story.advance(seconds(3));
                    story.then().pod("web").isRunning().restarted(1);
                });
    }

    @Test
    void aFolderThatCannotBeReadAtStartEndsNoPod() {
        Scenario.play(
                story -> {
                    story.given().manifest(PodSketch.server("web"));
                    story.advance(seconds(2));
                    var before = story.instances("web");
                    story.given().agentKilled();
                    story.simulation().folder().faults(0, 1);
                    story.given().agentStarted();
                    story.advance(seconds(120));
                    assertThat(story.instances("web")).isEqualTo(before).hasSize(1);
                });
    }

    @Test
    void ofTwoFilesWithOnePodTheSameCountsBeforeAndAfterARestart() {
        Scenario.play(
                story -> {
                    var simulation = story.simulation();
                    simulation.write("b.yaml", PodSketch.server("web"));
                    story.advance(seconds(2));
                    simulation.write("a.yaml", PodSketch.server("web"));
                    story.advance(seconds(30));
                    var before = runningIds(story);
                    story.given().agentKilled().agentStarted();
                    story.advance(seconds(30));
                    assertThat(runningIds(story)).isEqualTo(before).hasSize(1);
                });
    }

    @Test
    void aWallClockSetBackDoesNotLengthenABackOff() {
        Scenario.play(
                story -> {
                    story.given().manifest(PodSketch.running("loop", "exit 1"));
                    story.advance(seconds(15));
                    story.then().pod("loop").restarted(2);
                    story.simulation().scheduler().jumpWallClock(Duration.ofHours(-1));
                    story.advance(seconds(60));
                    story.then().pod("loop").restarted(4);
                });
    }

    private static List<String> runningIds(Scenario story) {
        return story.simulation().runtime().model().containers().stream()
                .filter(FakeContainer::running)
                .map(container -> container.id().value())
                .toList();
    }

    private static List<Integer> exitCodes(Scenario story) {
        var codes = new ArrayList<Integer>();
        story.simulation()
                .runtime()
                .model()
                .onFact(
                        fact -> {
                            if (fact instanceof RuntimeFact.ContainerExited(FakeContainer c, _)) {
                                codes.add(c.exit().orElseThrow().code());
                            }
                        });
        return codes;
    }
}
