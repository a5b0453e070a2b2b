package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.RestartPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A static pod whose file goes and comes back, as people do to restart it: the same uid, another
/// life.
final class ReturningPodScenarioTest {
    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void aFileThatGoesAndComesBackAtOnceRestartsItsPodAndCounts() {
        Scenario.play(
                story -> {
                    story.given().manifest(PodSketch.server("web"));
                    story.advance(seconds(3));
                    var before = story.instances("web");
                    story.given().noManifest("web").manifest(PodSketch.server("web"));
                    story.advance(seconds(20));
                    story.then().pod("web").isRunning().restarted(1);
                    assertThat(story.instances("web")).isNotEqualTo(before);
                    story.given().noManifest("web").manifest(PodSketch.server("web"));
                    story.advance(seconds(20));
                    story.then().pod("web").isRunning().restarted(2);
                });
    }

    @Test
    void aFileThatComesBackWhileItsPodEndsLetsItGoOnCounting() {
        Scenario.play(
                story -> {
                    var slow = PodSketch.running("web", "stop-in 5");
                    story.given().manifest(slow);
                    story.advance(seconds(3));
                    story.given().noManifest("web");
                    story.advance(seconds(2));
                    story.given().manifest(slow);
                    story.advance(seconds(20));
                    story.then().pod("web").isRunning().restarted(1);
                });
    }

    @Test
    void theCountOutlivesAnAgentThatIsKilledMeanwhile() {
        Scenario.play(
                story -> {
                    var slow = PodSketch.running("web", "stop-in 5");
                    story.given().manifest(slow);
                    story.advance(seconds(3));
                    story.given().noManifest("web");
                    story.advance(seconds(2));
                    story.given().manifest(slow).agentKilled();
                    story.advance(seconds(1));
                    story.given().agentStarted();
                    story.advance(seconds(30));
                    story.then().pod("web").isRunning().restarted(1);
                });
    }

    @Test
    void aPodThatHadEndedForGoodRunsOnceMore() {
        Scenario.play(
                story -> {
                    var job = PodSketch.running("job", "sleep 1").with(RestartPolicy.NEVER);
                    story.given().manifest(job);
                    story.advance(seconds(10));
                    story.then().pod("job").hasPhase("Succeeded");
                    story.given().noManifest("job").manifest(job);
                    story.advance(Duration.ofMillis(900));
                    story.then().pod("job").hasPhase("Running").restarted(1);
                });
    }

    @Test
    void aFileThatGoesAgainLeavesNothing() {
        Scenario.play(
                story -> {
                    var slow = PodSketch.running("web", "stop-in 5");
                    story.given().manifest(slow);
                    story.advance(seconds(3));
                    story.given().noManifest("web").manifest(slow);
                    story.advance(seconds(1));
                    story.given().noManifest("web");
                    story.advance(seconds(90));
                    story.then().nothingIsLeft();
                });
    }
}
