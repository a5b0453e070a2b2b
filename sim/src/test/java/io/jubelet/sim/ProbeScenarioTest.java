package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.probe.ProbeKind;
import io.jubelet.sim.PodSketch.Check;
import io.jubelet.sim.PodSketch.Part;
import io.jubelet.sim.runtime.FakeContainer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What probes and hooks do to a pod.
final class ProbeScenarioTest {
    private static final Part SERVER = new Part("main", "busybox:1", "serve");

    private static PodSketch pod(String name, Part part) {
        return new PodSketch(
                name, 0, RestartPolicy.ALWAYS, Duration.ofSeconds(10), List.of(), List.of(part));
    }

    private static Duration seconds(int count) {
        return Duration.ofSeconds(count);
    }

    private static ContainerStatus status(Scenario story, String pod) {
        return story.simulation()
                .view(pod + ".yaml")
                .orElseThrow()
                .status()
                .getContainerStatuses(0);
    }

    private static Optional<FakeContainer> container(Scenario story, String pod) {
        return story.simulation().runtime().model().containers().stream()
                .filter(it -> it.sandbox().spec().pod().name().startsWith(pod))
                .filter(FakeContainer::running)
                .findFirst();
    }

    @Test
    void aContainerIsReadyOnceItsProbeSucceeds() {
        Scenario.play(
                story -> {
                    var probe = new Check(ProbeKind.READINESS, "after 5", 3);
                    story.given().manifest(pod("web", SERVER.checked(probe)));
                    story.advance(seconds(4));
                    story.then().pod("web").isRunning();
                    assertThat(status(story, "web").getStarted()).isTrue();
                    assertThat(status(story, "web").getReady()).isFalse();
                    story.advance(seconds(4));
                    assertThat(status(story, "web").getReady()).isTrue();
                    story.then().pod("web").restarted(0);
                });
    }

    @Test
    void aContainerIsUnreadyOnceItsProbeFailedOftenEnough() {
        Scenario.play(
                story -> {
                    var probe = new Check(ProbeKind.READINESS, "until 10", 3);
                    story.given().manifest(pod("web", SERVER.checked(probe)));
                    story.advance(seconds(11));
                    assertThat(status(story, "web").getReady()).isTrue();
                    story.advance(seconds(4));
                    assertThat(status(story, "web").getReady()).isFalse();
                    story.then().pod("web").restarted(0);
                });
    }

    @Test
    void aContainerThatIsNotAliveIsReplacedAfterItsThreshold() {
        Scenario.play(
                story -> {
                    var probe = new Check(ProbeKind.LIVENESS, "until 10", 3);
                    story.given().manifest(pod("web", SERVER.checked(probe)));
                    story.advance(seconds(11));
                    story.then().pod("web").restarted(0);
                    story.advance(seconds(5));
                    story.then().pod("web").isRunning().restarted(1);
                });
    }

    @Test
    void aContainerThatAProbeEndedComesBackThoughItEndedWell() {
        Scenario.play(
                story -> {
                    var probe = new Check(ProbeKind.LIVENESS, "until 5", 1);
                    var sketch = pod("job", SERVER.checked(probe)).with(RestartPolicy.ON_FAILURE);
                    story.given().manifest(sketch);
                    story.advance(seconds(8));
                    story.then().pod("job").isRunning().restarted(1);
                });
    }

    @Test
    void aContainerThatAProbeEndedComesBackThoughTheAgentWasKilledMeanwhile() {
        Scenario.play(
                story -> {
                    var probe = new Check(ProbeKind.STARTUP, "fail", 4);
                    var part = new Part("main", "busybox:1", "stop-in 4").checked(probe);
                    story.given().manifest(pod("job", part).with(RestartPolicy.ON_FAILURE));
                    story.advance(seconds(6));
                    story.given().agentKilled();
                    story.advance(seconds(4));
                    story.then().pod("job").isNotRunning();
                    story.given().agentStarted();
                    story.advance(seconds(3));
                    story.then().pod("job").isRunning().restarted(1);
                });
    }

    @Test
    void aContainerThatNeverRestartsIsEndedByItsProbe() {
        Scenario.play(
                story -> {
                    var probe = new Check(ProbeKind.LIVENESS, "until 5", 1);
                    var sketch = pod("job", SERVER.checked(probe)).with(RestartPolicy.NEVER);
                    story.given().manifest(sketch);
                    story.advance(seconds(12));
                    story.then().pod("job").hasPhase("Succeeded").isNotRunning().restarted(0);
                });
    }

    @Test
    void nothingElseIsAskedBeforeTheContainerHasStarted() {
        Scenario.play(
                story -> {
                    var part =
                            SERVER.checked(new Check(ProbeKind.STARTUP, "after 8", 30))
                                    .checked(new Check(ProbeKind.LIVENESS, "until 999", 1))
                                    .checked(new Check(ProbeKind.READINESS, "ok", 1));
                    story.given().manifest(pod("slow", part));
                    story.advance(seconds(6));
                    assertThat(status(story, "slow").getStarted()).isFalse();
                    assertThat(status(story, "slow").getReady()).isFalse();
                    var id = container(story, "slow").orElseThrow().id();
                    var prober = story.simulation().prober();
                    assertThat(prober.successes(id, "until 999")).isZero();
                    assertThat(prober.successes(id, "ok")).isZero();
                    story.advance(seconds(5));
                    assertThat(status(story, "slow").getStarted()).isTrue();
                    assertThat(status(story, "slow").getReady()).isTrue();
                    assertThat(prober.successes(id, "until 999")).isPositive();
                    assertThat(prober.successes(id, "after 8")).isOne();
                });
    }

    @Test
    void aContainerThatDoesNotStartInTimeIsReplaced() {
        Scenario.play(
                story -> {
                    var probe = new Check(ProbeKind.STARTUP, "fail", 4);
                    story.given().manifest(pod("web", SERVER.checked(probe)));
                    story.advance(seconds(3));
                    story.then().pod("web").restarted(0);
                    story.advance(seconds(4));
                    story.then().pod("web").restarted(1);
                });
    }

    @Test
    void aProbeThatHangsHoldsUpNobodyElse() {
        Scenario.play(
                story -> {
                    var hung = new Check(ProbeKind.LIVENESS, "hang", 30);
                    story.given().manifest(pod("hung", SERVER.checked(hung)));
                    story.advance(seconds(3));
                    var probe = new Check(ProbeKind.READINESS, "ok", 1);
                    story.given().manifest(pod("web", SERVER.checked(probe)));
                    story.advance(seconds(2));
                    assertThat(status(story, "web").getReady()).isTrue();
                });
    }

    @Test
    void whatWasReadyStaysReadyAcrossARestartOfTheAgent() {
        Scenario.play(
                story -> {
                    var part =
                            SERVER.checked(new Check(ProbeKind.READINESS, "ok", 1))
                                    .checked(new Check(ProbeKind.STARTUP, "until 20", 1));
                    story.given().manifest(pod("web", part));
                    story.advance(seconds(30));
                    story.given().agentKilled().agentStarted();
                    for (var step = 0; step < 40; step++) {
                        story.advance(Duration.ofMillis(50));
                        story.simulation()
                                .view("web.yaml")
                                .filter(view -> view.status().getContainerStatusesCount() > 0)
                                .ifPresent(
                                        _ -> assertThat(status(story, "web").getReady()).isTrue());
                    }
                    story.advance(seconds(10));
                    assertThat(status(story, "web").getReady()).isTrue();
                    story.then().pod("web").restarted(0);
                });
    }

    @Test
    void whatWasNotReadyIsNotReadyAfterARestartOfTheAgent() {
        Scenario.play(
                story -> {
                    var probe = new Check(ProbeKind.READINESS, "fail", 1);
                    story.given().manifest(pod("web", SERVER.checked(probe)));
                    story.advance(seconds(5));
                    story.given().agentKilled().agentStarted();
                    story.advance(seconds(5));
                    assertThat(status(story, "web").getReady()).isFalse();
                });
    }

    @Test
    void aPreStopHookRunsBeforeTheStopAndWithinTheGrace() {
        Scenario.play(
                story -> {
                    var hook = "lifecycle: {preStop: {exec: {command: [\"sleep\", \"4\"]}}}";
                    story.given().manifest(pod("web", SERVER.with(hook)));
                    story.advance(seconds(3));
                    story.given().noManifest("web");
                    story.advance(seconds(3));
                    var container = container(story, "web").orElseThrow();
                    assertThat(container.askedToStopAt()).isEmpty();
                    story.advance(seconds(4));
                    story.then().nothingIsLeft();
                });
    }

    @Test
    void aPreStopHookThatHangsCostsTheGraceAndNoMore() {
        Scenario.play(
                story -> {
                    var hook = "lifecycle: {preStop: {exec: {command: [\"hang\"]}}}";
                    story.given().manifest(pod("web", SERVER.with(hook)));
                    story.advance(seconds(3));
                    story.given().noManifest("web");
                    story.advance(seconds(9));
                    assertThat(container(story, "web")).isPresent();
                    story.advance(seconds(6));
                    story.then().nothingIsLeft();
                });
    }

    @Test
    void aSleepBeforeTheStopEndsWithItsContainer() {
        Scenario.play(
                story -> {
                    var hook = "lifecycle: {preStop: {sleep: {seconds: 9}}}";
                    story.given().manifest(pod("web", SERVER.with(hook)));
                    story.advance(seconds(3));
                    var container = container(story, "web").orElseThrow();
                    story.given().noManifest("web");
                    story.advance(seconds(1));
                    story.simulation()
                            .scheduler()
                            .after(
                                    Duration.ZERO,
                                    "end",
                                    () ->
                                            story.simulation()
                                                    .runtime()
                                                    .model()
                                                    .breakContainer(container, 0));
                    story.advance(seconds(3));
                    story.then().nothingIsLeft();
                });
    }

    @Test
    void aContainerWhosePostStartHookFailsDoesNotStay() {
        Scenario.play(
                story -> {
                    var hook = "lifecycle: {postStart: {exec: {command: [\"fail\"]}}}";
                    story.given().manifest(pod("web", SERVER.with(hook)));
                    story.advance(seconds(2));
                    story.then().pod("web").isNotRunning().waitsFor("CrashLoopBackOff");
                });
    }

    @Test
    void aPostStartHookThatHangsDoesNotKeepAPodFromEnding() {
        Scenario.play(
                story -> {
                    var hook = "lifecycle: {postStart: {exec: {command: [\"hang\"]}}}";
                    story.given().manifest(pod("web", SERVER.with(hook)));
                    story.advance(seconds(5));
                    story.given().noManifest("web");
                    story.advance(seconds(4));
                    story.then().nothingIsLeft();
                });
    }
}
