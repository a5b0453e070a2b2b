package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.jubelet.core.Agent;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSubject;
import io.jubelet.core.event.EventType;
import io.jubelet.sim.PodSketch.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What people are told of a pod's life, in order.
class EventScenarioTest {
    private static final String MAIN = "spec.containers{main} ";

    private static final String PULL_FAILED =
            MAIN
                    + "Warning Failed Failed to pull image \"gone:1\": failed to pull and unpack"
                    + " image \"gone:1\": failed to resolve reference: not found";
    private static final String RESTART_BACK_OFF =
            MAIN + "Warning BackOff Back-off restarting failed container main in pod web-";

    private final List<String> told = new ArrayList<>();

    @Test
    void aPodThatStartsAndIsRemoved() {
        play(
                story -> {
                    story.given().manifest(PodSketch.server("web"));
                    story.advance(seconds(2));
                    story.given().noManifest("web");
                    story.advance(seconds(20));

                    assertThat(told)
                            .containsExactly(
                                    MAIN
                                            + "Normal Pulled Container image \"busybox:1\" already"
                                            + " present on machine",
                                    MAIN + "Normal Created Container created",
                                    MAIN + "Normal Started Container started",
                                    MAIN + "Normal Killing Stopping container main");
                });
    }

    @Test
    void anInitContainerHasAPathOfItsOwn() {
        play(
                story -> {
                    story.given()
                            .manifest(
                                    PodSketch.server("web")
                                            .withInit(new Part("first", "busybox:1", "exit 0")));
                    story.advance(seconds(10));

                    assertThat(told)
                            .contains(
                                    "spec.initContainers{first} Normal Started Container started");
                });
    }

    @Test
    void anImageThatIsPulledWithItsTimeAndSize() {
        play(
                story -> {
                    story.simulation().runtime().images().pullsIn("big:1", seconds(3));
                    story.given().manifest(withImage("big:1"));
                    story.advance(seconds(10));

                    assertThat(told.get(0))
                            .isEqualTo(MAIN + "Normal Pulling Pulling image \"big:1\"");
                    assertThat(told.get(1))
                            .matches(
                                    "spec.containers\\{main} Normal Pulled Successfully pulled image"
                                            + " \"big:1\" in 3(\\.\\d+)?s \\(3(\\.\\d+)?s including"
                                            + " waiting\\)\\. Image size: \\d+ bytes\\.");
                });
    }

    @Test
    void anImageThatNobodyHas() {
        play(
                story -> {
                    story.simulation().runtime().images().unpullable("gone:1");
                    story.given().manifest(withImage("gone:1"));
                    story.advance(seconds(5));

                    assertThat(told)
                            .startsWith(
                                    MAIN + "Normal Pulling Pulling image \"gone:1\"",
                                    PULL_FAILED,
                                    MAIN + "Warning Failed Error: ErrImagePull");
                });
    }

    @Test
    void aContainerThatKeepsFailing() {
        play(
                story -> {
                    story.given().manifest(PodSketch.running("web", "exit 1"));
                    story.advance(seconds(5));

                    assertThat(told)
                            .filteredOn(line -> line.contains("Warning"))
                            .isNotEmpty()
                            .allMatch(line -> line.startsWith(RESTART_BACK_OFF));
                });
    }

    @Test
    void aSandboxThatDied() {
        play(
                story -> {
                    story.given().manifest(PodSketch.server("web"));
                    story.advance(seconds(2));
                    told.clear();
                    story.given().sandboxBroken("web");
                    story.advance(seconds(20));

                    assertThat(told)
                            .startsWith(
                                    " Normal SandboxChanged Pod sandbox changed, it will be killed"
                                            + " and re-created.");
                });
    }

    @Test
    void aFileWhosePodHasTheNameOfAnother() {
        play(
                story -> {
                    story.simulation().write("a.yaml", PodSketch.server("web"));
                    story.simulation().write("b.yaml", PodSketch.server("web"));
                    story.advance(seconds(60));

                    assertThat(told)
                            .filteredOn(line -> line.contains("FailedValidation"))
                            .singleElement(STRING)
                            .matches(
                                    " Warning FailedValidation Error validating pod web-\\S+_default"
                                            + "\\([0-9a-f]+\\) from file due to duplicate pod name"
                                            + " \"web-\\S+\", ignoring");
                });
    }

    private static PodSketch withImage(String image) {
        var sketch = PodSketch.server("web");
        return new PodSketch(
                sketch.name(),
                sketch.revision(),
                sketch.restartPolicy(),
                sketch.grace(),
                List.of(),
                List.of(new Part("main", image, "serve")));
    }

    private void play(Consumer<Scenario> story) {
        Scenario.play(this::listening, story);
    }

    private Agent.Ports listening(Agent.Ports ports) {
        return new Agent.Ports(
                ports.execution(),
                ports.runtime(),
                ports.images(),
                ports.files(),
                ports.memory(),
                ports.manifests(),
                new EventRecorder() {
                    @Override
                    public void record(
                            EventSubject subject, EventType type, String reason, String message) {
                        told.add(
                                "%s %s %s %s"
                                        .formatted(
                                                subject.fieldPath(), type.text(), reason, message));
                    }
                },
                ports.volumes(),
                ports.containers(),
                ports.prober());
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
