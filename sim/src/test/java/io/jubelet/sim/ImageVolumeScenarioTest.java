package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.ContainerSpec.Mount;
import io.jubelet.core.runtime.ContainerSpec.MountedImage;
import io.jubelet.core.waiting.VolumeImageComing;
import io.jubelet.core.waiting.VolumeImageMissing;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.sim.PodSketch.Part;
import io.jubelet.sim.runtime.FakeContainer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A container with an image among its volumes.
final class ImageVolumeScenarioTest {
    private static PodSketch reader() {
        return PodSketch.server("web")
                .withContainer(new Part("reader", "busybox:1", "serve").withModels());
    }

    private static List<Mount> mounted(Scenario story) {
        return story.simulation().runtime().model().containers().stream()
                .filter(FakeContainer::running)
                .flatMap(container -> container.spec().mounts().stream())
                .filter(mount -> mount.containerPath().equals("/models"))
                .toList();
    }

    private static Stream<WaitReason> waits(Scenario story) {
        return story.simulation().view("web.yaml").orElseThrow().waits().stream().map(Wait::reason);
    }

    @Test
    void theImageIsPulledAndMountedReadOnly() {
        Scenario.play(
                story -> {
                    story.given().manifest(reader());
                    story.advance(Duration.ofSeconds(10));
                    story.then().pod("web").isRunning();
                    assertThat(mounted(story))
                            .singleElement()
                            .satisfies(
                                    mount -> {
                                        assertThat(mount.readOnly()).isTrue();
                                        assertThat(mount.hostPath()).isEmpty();
                                        assertThat(mount.image().map(MountedImage::requested))
                                                .contains("models:1");
                                        assertThat(mount.image().map(MountedImage::subPath))
                                                .contains("v1");
                                    });
                });
    }

    @Test
    void whileItComesTheWaitNamesVolumeAndImage() {
        Scenario.play(
                story -> {
                    story.simulation()
                            .runtime()
                            .images()
                            .pullsIn("models:1", Duration.ofSeconds(20));
                    story.given().manifest(reader());
                    story.advance(Duration.ofSeconds(10));
                    assertThat(waits(story))
                            .singleElement()
                            .isInstanceOf(VolumeImageComing.class)
                            .extracting(WaitReason::message)
                            .isEqualTo("volume \"models\": pulling image \"models:1\"");
                    story.advance(Duration.ofSeconds(20));
                    story.then().pod("web").isRunning();
                });
    }

    @Test
    void oneThatNobodyHasIsToldOfTheContainerThatMountsIt() {
        Scenario.play(
                story -> {
                    story.simulation().runtime().images().unpullable("models:1");
                    story.given().manifest(reader());
                    story.advance(Duration.ofSeconds(10));
                    assertThat(waits(story)).anyMatch(VolumeImageMissing.class::isInstance);
                    assertThat(waits(story).map(WaitReason::unblockedBy))
                            .anyMatch(text -> text.startsWith("for volume \"models\": "));
                    var status = story.simulation().view("web.yaml").orElseThrow().status();
                    assertThat(status.getContainerStatuses(0).getState().hasRunning()).isTrue();
                    assertThat(status.getContainerStatuses(1).getState().getWaiting().getReason())
                            .isIn("ErrImagePull", "ImagePullBackOff");
                });
    }

    @Test
    void oneWhosePullFailedIsShownAsHeldBack() {
        Scenario.play(
                story -> {
                    story.simulation().runtime().images().unpullable("models:1");
                    story.given().manifest(reader());
                    // Tried again after ten seconds, and twenty more to wait.
                    story.advance(Duration.ofSeconds(28));
                    assertThat(waits(story))
                            .anyMatch(
                                    reason ->
                                            reason instanceof VolumeImageMissing(_, var why)
                                                    && why instanceof WaitReason.ImagePullBackOff);
                    var status = story.simulation().view("web.yaml").orElseThrow().status();
                    assertThat(status.getContainerStatuses(1).getState().getWaiting().getReason())
                            .isEqualTo("ImagePullBackOff");
                });
    }

    @Test
    void anAgentThatIsKilledMeanwhilePullsAgain() {
        Scenario.play(
                story -> {
                    story.simulation()
                            .runtime()
                            .images()
                            .pullsIn("models:1", Duration.ofSeconds(10));
                    story.given().manifest(reader());
                    story.advance(Duration.ofSeconds(5));
                    story.given().agentKilled().agentStarted();
                    story.advance(Duration.ofSeconds(30));
                    story.then().pod("web").isRunning().restarted(0);
                });
    }
}
