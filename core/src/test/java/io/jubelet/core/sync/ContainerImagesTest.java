package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.image.CollectionSettings;
import io.jubelet.core.image.ImagePulls;
import io.jubelet.core.image.ImageSettings;
import io.jubelet.core.image.NodeCredentials;
import io.jubelet.core.image.PullSettings;
import io.jubelet.core.image.ServiceAccounts;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.ContainerSpec.MountedImage;
import io.jubelet.core.sync.ContainerImages.Result;
import io.jubelet.core.testing.StepExecution;
import io.jubelet.core.testing.ToldEvents;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.waiting.ImagePulling;
import io.jubelet.core.waiting.VolumeImageComing;
import io.jubelet.core.waiting.VolumeImageMissing;
import io.jubelet.core.waiting.WaitReason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The images of a container's volumes, and its own.
final class ContainerImagesTest {
    private static final MountedImage PULLED_ONE = new MountedImage("pulled", "one:1", "");
    private static final MountedImage PULLED_TWO = new MountedImage("pulled", "two:1", "");

    private final StepExecution execution = new StepExecution();
    private final ToldEvents events = new ToldEvents();
    private final PullableImages registry = new PullableImages(false, true);

    private ContainerImages images(PullableImages service) {
        var settings =
                new ImageSettings(
                        PullSettings.STANDARD, CollectionSettings.STANDARD, NodeCredentials.NONE);
        return new ContainerImages(
                new ImagePuller(
                        new ImagePulls(
                                execution,
                                service,
                                settings,
                                ServiceAccounts.NONE,
                                _ -> {},
                                () -> {},
                                Meter.NONE),
                        new PullSecrets(ObjectLookup.NONE),
                        new PodEvents(events)));
    }

    /// Its container `app` mounts both, the first twice.
    private static DesiredPod reader(String policy) {
        return pod("web")
                .containers("app")
                .with(
                        it -> {
                            var spec = it.getSpecBuilder();
                            for (var name : List.of("one", "two")) {
                                spec.addVolumesBuilder()
                                        .setName(name)
                                        .getVolumeSourceBuilder()
                                        .getImageBuilder()
                                        .setReference(name + ":1")
                                        .setPullPolicy(policy);
                            }
                            spec.addVolumesBuilder()
                                    .setName("dir")
                                    .getVolumeSourceBuilder()
                                    .getEmptyDirBuilder();
                            var app = spec.getContainersBuilder(0).setImagePullPolicy(policy);
                            for (var mount : List.of("one", "dir", "two", "one")) {
                                app.addVolumeMountsBuilder().setName(mount).setMountPath("/x");
                            }
                        })
                .build();
    }

    private static Container app(DesiredPod pod) {
        return pod.containers().getFirst();
    }

    private Result look(ContainerImages images, DesiredPod pod) {
        return images.ensure(pod, app(pod), RestartBackOff.NONE, execution.now());
    }

    @Test
    void eachIsPulledOnceHoweverLongTheOthersTake() {
        var pod = reader("Always");
        var images = images(registry);

        assertThat(look(images, pod))
                .isEqualTo(
                        new Result.NotYet(
                                new VolumeImageComing("two", new ImagePulling("app", "two:1")),
                                List.of()));
        execution.runNew();
        assertThat(look(images, pod))
                .isEqualTo(
                        new Result.NotYet(new ImagePulling("app", app(pod).getImage()), List.of()));
        execution.runNew();
        assertThat(look(images, pod))
                .isInstanceOfSatisfying(
                        Result.Present.class,
                        present ->
                                assertThat(present.volumes())
                                        .isEqualTo(Map.of("one", PULLED_ONE, "two", PULLED_TWO)));
        assertThat(registry.pulls())
                .containsExactlyInAnyOrder("one:1", "two:1", app(pod).getImage());
    }

    @Test
    void theNextStartAsksAgain() {
        var pod = reader("IfNotPresent");
        var here = new PullableImages(true, false);
        var images = images(here);
        look(images, pod);
        var asked = here.asked().size();

        look(images, pod);

        assertThat(here.asked()).hasSize(2 * asked);
    }

    @Test
    void aPodThatLeavesIsForgotten() {
        var pod = reader("Always");
        var images = images(registry);
        look(images, pod);
        execution.runNew();
        look(images, pod);

        images.leave(pod.uid());
        look(images, pod);
        execution.runNew();

        assertThat(registry.pulls()).filteredOn("one:1"::equals).hasSize(2);
    }

    @Test
    void oneThatCannotBePulledIsToldOfThePodAndThenOfTheContainer() {
        var pod = reader("Always");
        var images = images(new PullableImages(false, false));
        look(images, pod);
        execution.runNew();

        assertThat(look(images, pod))
                .isEqualTo(
                        new Result.NotYet(
                                new VolumeImageMissing(
                                        "two",
                                        new WaitReason.ImagePullFailed(
                                                "app", "two:1", "no registry")),
                                List.of("pull one:1", "pull two:1")));
        assertThat(events.lines(""))
                .containsExactly(
                        "Normal Pulling Pulling image \"one:1\"",
                        "Normal Pulling Pulling image \"two:1\"",
                        "Warning Failed Failed to pull image \"one:1\": no registry",
                        "Warning Failed Failed to pull image \"two:1\": no registry");
        assertThat(events.lines("spec.containers{app}"))
                .containsExactly(
                        "Warning Failed Error: ErrImagePull", "Warning Failed Error: ErrImagePull");
    }

    @Test
    void oneThatMustNotBePulledAndIsNotHereHoldsTheContainer() {
        var pod = reader("Never");

        assertThat(look(images(registry), pod))
                .isEqualTo(
                        new Result.NotYet(
                                new VolumeImageMissing(
                                        "two", new WaitReason.ImageNeverPull("app", "two:1")),
                                List.of()));
        assertThat(events.lines(""))
                .contains(
                        "Warning ErrImageNeverPull Container image \"one:1\" is not present with"
                                + " pull policy of Never");
    }
}
