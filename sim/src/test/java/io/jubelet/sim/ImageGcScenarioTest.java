package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.Agent;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSubject;
import io.jubelet.core.event.EventType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A disk that fills with images.
class ImageGcScenarioTest {
    /// The scenario's own image and that of its pod.
    private static final String USED = "busybox:1";

    @Test
    void aFullDiskIsFreedOfWhatNobodyUses() {
        Scenario.play(
                story -> {
                    var images = story.simulation().runtime().images();
                    story.given().manifest(PodSketch.server("web"));
                    List.of("old:1", "old:2", "old:3", "pinned:1").forEach(images::add);
                    images.pin("pinned:1");
                    story.advance(Duration.ofMinutes(20));
                    assertThat(images.has("old:1")).isTrue();

                    images.room(5);
                    story.advance(Duration.ofMinutes(6));

                    assertThat(List.of("old:1", "old:2", "old:3"))
                            .filteredOn(images::has)
                            .hasSize(2);
                    assertThat(images.has("pinned:1")).isTrue();
                    assertThat(images.has(USED)).isTrue();
                    story.then().pod("web").isRunning().restarted(0);
                });
    }

    @Test
    void whatCannotBeFreedIsTold() {
        var told = new ArrayList<String>();
        Scenario.play(
                ports -> withEvents(ports, told),
                story -> {
                    story.given().manifest(PodSketch.server("web"));
                    story.simulation().runtime().images().room(1);
                    story.advance(Duration.ofMinutes(12));

                    assertThat(story.simulation().runtime().images().has(USED)).isTrue();
                    assertThat(told)
                            .contains(
                                    "Node Warning FreeDiskSpaceFailed Insufficient free disk space"
                                            + " on the node's image filesystem (100% of 3.8 MiB"
                                            + " used). Failed to free sufficient space by deleting"
                                            + " unused images (freed 0 bytes). Investigate disk"
                                            + " usage, as it could be used by active images, logs,"
                                            + " volumes, or other data.")
                            .anyMatch(it -> it.startsWith("Node Warning ImageGCFailed Insuff"));
                });
    }

    private static Agent.Ports withEvents(Agent.Ports ports, List<String> told) {
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
                        told.add(String.join(" ", subject.kind(), type.text(), reason, message));
                    }
                },
                ports.volumes(),
                ports.containers(),
                ports.prober());
    }
}
