package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.host.VolumeFiles.Place;
import io.jubelet.sim.PodSketch.Part;
import io.jubelet.sim.runtime.FakeContainer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A container whose variable comes from a file that the pod writes itself.
final class EnvironmentFileScenarioTest {
    private static final Place SCRATCH = new Place("kubernetes.io/empty-dir", "scratch");

    private static PodSketch reader() {
        var sketch =
                PodSketch.server("reader")
                        .withInit(new Part("writer", "busybox:1", "true"))
                        .withContainer(
                                new Part("user", "busybox:1", "serve")
                                        .with(
                                                "env: [{name: X, valueFrom: {fileKeyRef:"
                                                        + " {volumeName: scratch, path: x.env,"
                                                        + " key: X}}}]"));
        return sketch.hasVolume() ? sketch : sketch.edited();
    }

    private static void write(Scenario story, String text) {
        var simulation = story.simulation();
        var uid = simulation.wishes().of("reader.yaml").uid();
        var path = simulation.volumes().path(uid, SCRATCH);
        simulation.containers().write(path, "x.env", text);
    }

    private static String variable(Scenario story) {
        return story.simulation().runtime().model().containers().stream()
                .filter(FakeContainer::running)
                .filter(container -> container.spec().name().equals("user"))
                .map(container -> container.spec().environment().getOrDefault("X", "unset"))
                .findFirst()
                .orElse("not running");
    }

    @Test
    void aContainerStartsWithWhatWasWritten() {
        Scenario.play(
                story -> {
                    story.given().manifest(reader());
                    write(story, "X='first'\n");
                    story.advance(Duration.ofSeconds(3));
                    story.then().pod("reader").isRunning();
                    assertThat(variable(story)).isEqualTo("first");
                });
    }

    @Test
    void withoutTheFileItWaitsAcrossARestartOfTheAgentAndStartsOnceItIsThere() {
        Scenario.play(
                story -> {
                    story.given().manifest(reader());
                    story.advance(Duration.ofSeconds(3));
                    story.then().pod("reader").waitsFor("CreateContainerConfigError");
                    assertThat(story.then().pod("reader").waits())
                            .anyMatch(text -> text.contains("couldn't parse env file"));
                    story.given().agentKilled();
                    write(story, "X='second'\n");
                    story.advance(Duration.ofSeconds(3));
                    story.given().agentStarted();
                    story.advance(Duration.ofSeconds(30));
                    story.then().pod("reader").isRunning().restarted(0);
                    assertThat(variable(story)).isEqualTo("second");
                });
    }

    @Test
    void anInstanceKeepsItsValueAndTheNextOneTakesTheNew() {
        Scenario.play(
                story -> {
                    story.given().manifest(reader());
                    write(story, "X='first'\n");
                    story.advance(Duration.ofSeconds(3));
                    write(story, "X='changed'\n");
                    story.given().agentKilled().agentStarted();
                    story.advance(Duration.ofSeconds(5));
                    assertThat(variable(story)).isEqualTo("first");
                    story.given().containersBroken("reader", 1);
                    story.advance(Duration.ofSeconds(30));
                    assertThat(variable(story)).isEqualTo("changed");
                });
    }
}
