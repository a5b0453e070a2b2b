package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.ContainerSpec.Mount;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.sim.PodSketch.Part;
import io.jubelet.sim.runtime.FakeContainer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Mounts that are read-only all the way down, on a runtime that can make them and on one that
/// cannot.
final class ReadOnlyMountScenarioTest {
    private static final String REFUSAL =
            "failed to resolve recursive read-only mode: volume \"scratch\" requested recursive"
                    + " read-only mode, but it is not supported by the runtime";

    private static PodSketch reader(String mode) {
        var sketch =
                PodSketch.server("web")
                        .withContainer(
                                new Part("reader", "busybox:1", "serve")
                                        .with(
                                                "volumeMounts: [{name: scratch, mountPath: /data,"
                                                        + " readOnly: true, recursiveReadOnly: "
                                                        + mode
                                                        + "}]"));
        return sketch.hasVolume() ? sketch : sketch.edited();
    }

    private static void runtimeSupportsThem(Scenario story) {
        story.simulation()
                .runtime()
                .health(
                        new RuntimeHealth(
                                RuntimeHealth.Condition.OK,
                                RuntimeHealth.Condition.OK,
                                List.of(new RuntimeHealth.Handler("", true, false)),
                                Optional.empty()));
        story.advance(Duration.ofSeconds(10));
    }

    private static List<Boolean> mounted(Scenario story) {
        return story.simulation().runtime().model().containers().stream()
                .filter(FakeContainer::running)
                .flatMap(container -> container.spec().mounts().stream())
                .filter(mount -> mount.containerPath().equals("/data"))
                .map(Mount::recursiveReadOnly)
                .toList();
    }

    private static String told(Scenario story) {
        return story.simulation()
                .view("web.yaml")
                .orElseThrow()
                .status()
                .getContainerStatuses(1)
                .getVolumeMounts(0)
                .getRecursiveReadOnly();
    }

    @Test
    void whereTheRuntimeCanItIsAskedForAndTold() {
        Scenario.play(
                story -> {
                    runtimeSupportsThem(story);
                    story.given().manifest(reader("IfPossible"));
                    story.advance(Duration.ofSeconds(5));
                    assertThat(mounted(story)).containsExactly(true);
                    assertThat(told(story)).isEqualTo("Enabled");
                    var before = story.instances("web");
                    story.given().agentKilled().agentStarted();
                    story.advance(Duration.ofSeconds(20));
                    assertThat(story.instances("web")).isEqualTo(before);
                    assertThat(told(story)).isEqualTo("Enabled");
                });
    }

    @Test
    void whereItCannotOneThatWouldDoWithoutRuns() {
        Scenario.play(
                story -> {
                    story.given().manifest(reader("IfPossible"));
                    story.advance(Duration.ofSeconds(5));
                    assertThat(mounted(story)).containsExactly(false);
                    assertThat(told(story)).isEqualTo("Disabled");
                });
    }

    @Test
    void oneThatInsistsWaitsUntilTheRuntimeCan() {
        Scenario.play(
                story -> {
                    story.given().manifest(reader("Enabled"));
                    story.advance(Duration.ofSeconds(5));
                    story.then().pod("web").waitsFor("CreateContainerConfigError");
                    assertThat(story.then().pod("web").waits())
                            .anyMatch(text -> text.contains(REFUSAL));
                    runtimeSupportsThem(story);
                    story.advance(Duration.ofSeconds(30));
                    story.then().pod("web").isRunning().restarted(0);
                    assertThat(mounted(story)).containsExactly(true);
                });
    }
}
