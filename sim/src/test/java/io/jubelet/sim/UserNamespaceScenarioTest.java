package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.IdRange;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.sim.runtime.FakeSandbox;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Pods with users of their own. The simulated runtime makes no container with other users than its
/// sandbox has.
final class UserNamespaceScenarioTest {
    private static final String REFUSAL =
            "can't set `spec.hostUsers: false`, runtime does not support user namespaces";

    private static void runtimeSupportsThem(Scenario story) {
        story.simulation()
                .runtime()
                .health(
                        new RuntimeHealth(
                                RuntimeHealth.Condition.OK,
                                RuntimeHealth.Condition.OK,
                                List.of(new RuntimeHealth.Handler("", false, true)),
                                Optional.empty()));
        story.advance(Duration.ofSeconds(10));
    }

    /// What the sandboxes that run have, in the order of their pods' names.
    private static List<IdRange> ids(Scenario story) {
        return story.simulation().runtime().model().sandboxes().stream()
                .filter(FakeSandbox::ready)
                .sorted(
                        (one, other) ->
                                one.spec().pod().name().compareTo(other.spec().pod().name()))
                .flatMap(sandbox -> sandbox.spec().namespaces().ownUsers().stream())
                .toList();
    }

    @Test
    void eachHasItsOwnAndKeepsThemWhenAContainerStartsAgain() {
        Scenario.play(
                story -> {
                    runtimeSupportsThem(story);
                    story.given().manifest(PodSketch.server("own-a"));
                    story.given().manifest(PodSketch.server("own-b"));
                    story.given().manifest(PodSketch.server("plain"));
                    story.advance(Duration.ofSeconds(5));
                    var before = ids(story);
                    assertThat(before).hasSize(2).doesNotHaveDuplicates();

                    story.given().agentKilled().agentStarted();
                    story.given().containersBroken("own-b", 1);
                    story.advance(Duration.ofSeconds(40));

                    assertThat(ids(story)).isEqualTo(before);
                    story.then().pod("own-b").isRunning().restarted(1);
                });
    }

    static IntStream steps() {
        return IntStream.rangeClosed(1, 40).map(step -> 2 * step);
    }

    @ParameterizedTest(name = "an agent that dies {0} steps after two pods came")
    @MethodSource("steps")
    void anAgentThatDiesMeanwhileGivesNoIdsTwice(int steps) {
        Scenario.play(
                story -> {
                    runtimeSupportsThem(story);
                    story.given().manifest(PodSketch.server("own-a"));
                    story.given().manifest(PodSketch.server("own-b"));
                    story.simulation().killAgentAfter(steps);
                    story.advance(Duration.ofSeconds(2));
                    story.given().agentKilled();
                    story.given().manifest(PodSketch.server("own-c"));
                    story.given().agentStarted();
                    story.advance(Duration.ofSeconds(40));

                    assertThat(ids(story)).hasSize(3).doesNotHaveDuplicates();
                    story.then().pod("own-a").isRunning();
                    story.then().pod("own-b").isRunning();
                    story.then().pod("own-c").isRunning();
                });
    }

    @Test
    void whatAPodHadIsFreeOnceItIsGone() {
        Scenario.play(
                story -> {
                    runtimeSupportsThem(story);
                    story.given().manifest(PodSketch.server("own-a"));
                    story.advance(Duration.ofSeconds(5));
                    assertThat(story.simulation().files().userIdTexts()).hasSize(1);
                    story.given().noManifest("own-a");
                    story.advance(Duration.ofSeconds(60));
                    story.then().nothingIsLeft();
                    assertThat(story.simulation().files().userIdTexts()).isEmpty();
                });
    }

    @Test
    void aPodWaitsUntilTheRuntimeCan() {
        Scenario.play(
                story -> {
                    story.given().manifest(PodSketch.server("own-a"));
                    story.advance(Duration.ofSeconds(5));
                    story.then().pod("own-a").waitsFor("FailedCreatePodSandBox");
                    assertThat(story.then().pod("own-a").waits())
                            .anyMatch(text -> text.contains(REFUSAL));
                    runtimeSupportsThem(story);
                    story.advance(Duration.ofSeconds(60));
                    story.then().pod("own-a").isRunning().restarted(0);
                });
    }

    @Test
    void aDamagedFileOfAPodThatIsGoneHoldsOthersOnlyUntilItIsClearedAway() {
        Scenario.play(
                story -> {
                    runtimeSupportsThem(story);
                    story.given().agentKilled();
                    story.simulation().files().leftover(new PodUid("old"), "not a mapping");
                    story.given().manifest(PodSketch.server("own-a"));
                    story.given().agentStarted();
                    story.advance(Duration.ofMinutes(3));
                    story.then().pod("own-a").isRunning();
                });
    }
}
