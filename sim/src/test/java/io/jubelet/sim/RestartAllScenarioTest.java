package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.sim.PodSketch.Part;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A pod that never restarts, but for a container that asks twice that all start over.
final class RestartAllScenarioTest {
    private static PodSketch pod() {
        return PodSketch.server("web")
                .with(RestartPolicy.NEVER)
                .withInit(new Part("setup", "busybox:1", "true"))
                .withInit(Part.sidecar("mesh", "busybox:1", "ignore-term"))
                .withAsker(5);
    }

    private static PodStatus status(Scenario story) {
        return story.simulation().view("web.yaml").orElseThrow().status();
    }

    private static List<Integer> restarts(Scenario story) {
        return Stream.concat(
                        status(story).getInitContainerStatusesList().stream(),
                        status(story).getContainerStatusesList().stream())
                .map(ContainerStatus::getRestartCount)
                .toList();
    }

    @Test
    void allStartOverWithTheInitContainersFirst() {
        Scenario.play(
                story -> {
                    story.given().manifest(pod());
                    story.advance(Duration.ofSeconds(4));
                    assertThat(restarts(story)).containsOnly(0);
                    story.advance(Duration.ofSeconds(6));
                    story.then().pod("web").hasPhase("Running");
                    assertThat(restarts(story)).containsOnly(1);
                    story.advance(Duration.ofSeconds(20));
                    story.then().pod("web").hasPhase("Running");
                    assertThat(restarts(story)).containsOnly(2);
                    assertThat(status(story).getContainerStatusesList())
                            .allMatch(it -> it.getState().hasRunning());
                    assertThat(status(story).getConditionsList())
                            .anyMatch(
                                    it ->
                                            it.getType().equals("AllContainersRestarting")
                                                    && it.getStatus().equals("False"));
                });
    }

    static IntStream steps() {
        return IntStream.rangeClosed(1, 40).map(step -> 3 * step);
    }

    @ParameterizedTest(name = "an agent that dies {0} steps after it was asked")
    @MethodSource("steps")
    void anAgentThatDiesMeanwhileGoesOnAndDoesNothingTwice(int steps) {
        Scenario.play(
                story -> {
                    story.given().manifest(pod());
                    story.advance(Duration.ofSeconds(5));
                    story.simulation().killAgentAfter(steps);
                    story.advance(Duration.ofSeconds(2));
                    story.given().agentKilled();
                    story.given().agentStarted();
                    story.advance(Duration.ofSeconds(30));
                    story.then().pod("web").hasPhase("Running");
                    assertThat(restarts(story)).containsOnly(2);
                    assertThat(status(story).getContainerStatusesList())
                            .allMatch(it -> it.getState().hasRunning());
                });
    }

    @Test
    void whatAsksAtOnceStartsOverOnceASecondAtMost() {
        Scenario.play(
                story -> {
                    var sketch = PodSketch.server("web");
                    story.given()
                            .manifest(
                                    sketch.withContainer(
                                            sketch.asking(
                                                    new Part("hasty", "busybox:1", "exit 42"))));
                    story.advance(Duration.ofSeconds(30));
                    story.then().pod("web").hasPhase("Running");
                    assertThat(restarts(story)).allMatch(times -> times >= 10 && times <= 30);
                });
    }

    @Test
    void aPodThatIsRemovedMeanwhileEnds() {
        Scenario.play(
                story -> {
                    story.given().manifest(pod());
                    story.advance(Duration.ofMillis(6_200));
                    story.given().noManifest("web");
                    story.advance(Duration.ofSeconds(30));
                    story.then().nothingIsLeft();
                });
    }
}
