package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.image.PullSettings;
import io.jubelet.core.status.PodView;
import io.jubelet.sim.PodSketch.Part;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Pulls in bad weather: what is slow, hangs or is given up.
class PullScenarioTest {
    private static final PullSettings SERIAL = new PullSettings(1, 5, 10);
    private static final PullSettings PARALLEL = new PullSettings(0, 5, 10);
    private static final Duration FOR_EVER = Duration.ofDays(1);

    @Test
    void aHungPullDelaysNoOtherPodWhenPullsRunSideBySide() {
        play(
                PARALLEL,
                story -> {
                    story.given().manifest(pulling("stuck", "hung:1"));
                    story.advance(seconds(2));
                    story.given().manifest(pulling("web", "app:1"));
                    story.advance(seconds(2));
                    story.then().pod("web").isRunning();
                    story.then().pod("stuck").isNotRunning().waitsFor("PullingImage");
                });
    }

    @Test
    void whoWaitsForASlotSaysBehindWhom() {
        play(
                SERIAL,
                story -> {
                    story.given().manifest(pulling("stuck", "hung:1"));
                    story.advance(seconds(2));
                    story.given().manifest(pulling("web", "app:1"));
                    story.advance(seconds(1));
                    story.given().manifest(pulling("last", "app:2"));
                    story.advance(seconds(30));
                    assertThat(story.then().pod("web").isNotRunning().waits())
                            .containsExactly(
                                    "image \"app:1\" is waiting for a pull slot behind image"
                                            + " \"hung:1\"");
                    assertThat(story.then().pod("last").isNotRunning().waits())
                            .containsExactly(
                                    "image \"app:2\" is waiting for a pull slot behind image"
                                            + " \"hung:1\" (2 pulls ahead)");
                    assertThat(waitingReason(story, "web")).isEqualTo("ContainerCreating");
                });
    }

    @Test
    void aPodThatGoesGivesItsSlotToTheNext() {
        play(
                SERIAL,
                story -> {
                    story.given().manifest(pulling("stuck", "hung:1"));
                    story.advance(seconds(2));
                    story.given().manifest(pulling("web", "app:1"));
                    story.advance(seconds(5));
                    story.given().noManifest("stuck");
                    story.advance(seconds(3));
                    story.then().pod("web").isRunning();
                });
    }

    @Test
    void aPodThatGoesLeavesTheLineAtOnce() {
        play(
                SERIAL,
                story -> {
                    story.given().manifest(pulling("stuck", "hung:1"));
                    story.advance(seconds(2));
                    story.given().manifest(pulling("web", "app:1"));
                    story.advance(seconds(5));
                    story.given().noManifest("web");
                    story.advance(seconds(2));
                    assertThat(story.simulation().views()).extracting(PodView::identity).hasSize(1);
                });
    }

    @Test
    void aContainerWhoseImageIsComingHoldsThoseAfterIt() {
        play(
                PARALLEL,
                story -> {
                    story.simulation().runtime().images().pullsIn("slow:1", seconds(20));
                    story.given()
                            .manifest(
                                    pulling("web", "slow:1")
                                            .withContainer(
                                                    new Part("second", "busybox:1", "serve")));
                    story.advance(seconds(10));
                    story.then().pod("web").isNotRunning();
                    story.advance(seconds(15));
                    story.then().pod("web").isRunning();
                });
    }

    @Test
    void anAgentThatIsKilledPullsAgain() {
        play(
                SERIAL,
                story -> {
                    story.simulation().runtime().images().pullsIn("slow:1", seconds(20));
                    story.given().manifest(pulling("web", "slow:1"));
                    story.advance(seconds(5));
                    story.given().agentKilled().agentStarted();
                    story.advance(seconds(30));
                    story.then().pod("web").isRunning().restarted(0);
                });
    }

    private static String waitingReason(Scenario story, String pod) {
        return story.simulation()
                .view(pod + ".yaml")
                .orElseThrow()
                .status()
                .getContainerStatuses(0)
                .getState()
                .getWaiting()
                .getReason();
    }

    @Test
    void aPullThatFailedIsShownAsSuchAndThenAsHeldBack() {
        play(
                PARALLEL,
                story -> {
                    story.simulation().runtime().images().unpullable("nosuch:1");
                    story.given().manifest(pulling("web", "nosuch:1"));
                    // Tried again after ten seconds, and twenty more to wait.
                    story.advance(seconds(14));
                    assertThat(waitingReason(story, "web")).isEqualTo("ErrImagePull");
                    story.advance(seconds(14));
                    assertThat(waitingReason(story, "web")).isEqualTo("ImagePullBackOff");
                    story.advance(seconds(7));
                    assertThat(waitingReason(story, "web")).isEqualTo("ErrImagePull");
                    story.simulation().runtime().images().pullable("nosuch:1");
                    story.advance(seconds(45));
                    story.then().pod("web").isRunning();
                });
    }

    private static PodSketch pulling(String name, String image) {
        return new PodSketch(
                name,
                0,
                RestartPolicy.ALWAYS,
                seconds(10),
                List.of(),
                List.of(new Part("main", image, "serve")));
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    private static void play(PullSettings settings, Consumer<Scenario> tale) {
        Scenario.play(
                story -> {
                    story.simulation().killAgent();
                    story.simulation().configure(it -> it.withPulls(settings));
                    story.simulation().runtime().images().pullsIn("hung:1", FOR_EVER);
                    story.simulation().startAgent();
                    tale.accept(story);
                });
    }
}
