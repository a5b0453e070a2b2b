package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.sync.ImagePuller.Result;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.StepExecution;
import io.jubelet.core.testing.ToldEvents;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.waiting.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ImagePullerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String IMAGE = Pods.container("app").getImage();

    @ParameterizedTest(name = "{0} with the image here: {1}, takes the {2}")
    @CsvSource({
        "IfNotPresent, true, local",
        "IfNotPresent, false, pulled",
        "Never, true, local",
        "Always, true, pulled",
        "Always, false, pulled",
    })
    void takesTheImageThatThePolicySays(String policy, boolean here, String reference) {
        assertThat(ensure(new Images(here, true), policy, RestartBackOff.NONE))
                .isInstanceOfSatisfying(
                        Result.Present.class,
                        present -> assertThat(present.image().reference()).isEqualTo(reference));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void neverPullsWhatMustNotBePulled(boolean registry) {
        assertThat(ensure(new Images(false, registry), "Never", RestartBackOff.NONE))
                .isEqualTo(new Result.Missing(new WaitReason.ImageNeverPull("app", IMAGE), false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"IfNotPresent", "Always"})
    void tellsWhyAPullFailed(String policy) {
        assertThat(ensure(new Images(false, false), policy, RestartBackOff.NONE))
                .isEqualTo(
                        new Result.Missing(
                                new WaitReason.ImagePullFailed("app", IMAGE, "no registry"), true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"IfNotPresent", "Always"})
    void waitsOutTheBackOffOfAFailedPull(String policy) {
        var key = ImagePuller.backOffKey(container(policy));
        var failed = RestartBackOff.NONE.lengthened(key, NOW, NOW);

        assertThat(ensure(new Images(false, true), policy, failed))
                .isEqualTo(
                        new Result.Missing(new WaitReason.ImagePullBackOff("app", IMAGE), false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"IfNotPresent", "Never"})
    void usesAnImageThatCameByAnotherWayInSpiteOfABackOff(String policy) {
        var key = ImagePuller.backOffKey(container(policy));
        var failed = RestartBackOff.NONE.lengthened(key, NOW, NOW);

        assertThat(ensure(new Images(true, false), policy, failed))
                .isInstanceOfSatisfying(
                        Result.Present.class,
                        present -> assertThat(present.image().reference()).isEqualTo("local"));
    }

    /// Policy, whether the image is here, whether the registry answers, and the events.
    static Stream<Arguments> events() {
        var failed = "Warning Failed Error: ";
        return Stream.of(
                Arguments.of(
                        "IfNotPresent",
                        new Images(true, true),
                        List.of(
                                "Normal Pulled Container image \"%s\" already present on machine"
                                        + " and can be accessed by the pod")),
                Arguments.of(
                        "Always",
                        new Images(true, true),
                        List.of(
                                "Normal Pulling Pulling image \"%s\"",
                                "Normal Pulled Successfully pulled image \"%s\" in 0s (0s including"
                                        + " waiting). Image size: 1 bytes.")),
                Arguments.of(
                        "IfNotPresent",
                        new Images(false, false),
                        List.of(
                                "Normal Pulling Pulling image \"%s\"",
                                "Warning Failed Failed to pull image \"%s\": no registry",
                                failed + "ErrImagePull")),
                Arguments.of(
                        "Never",
                        new Images(false, true),
                        List.of(
                                "Warning ErrImageNeverPull Container image \"%s\" is not present"
                                        + " with pull policy of Never",
                                failed + "ErrImageNeverPull")));
    }

    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("events")
    void tellsPeopleInUpstreamsWords(String policy, Images images, List<String> expected) {
        var told = new ToldEvents();
        ensure(images, container(policy), RestartBackOff.NONE, told);

        assertThat(told.lines("spec.containers{app}"))
                .isEqualTo(expected.stream().map(line -> line.replace("%s", IMAGE)).toList());
    }

    @Test
    void tellsPeopleOfABackOff() {
        var told = new ToldEvents();
        var failed =
                RestartBackOff.NONE.lengthened(
                        ImagePuller.backOffKey(container("Always")), NOW, NOW);
        ensure(new Images(false, true), container("Always"), failed, told);

        assertThat(told.lines("spec.containers{app}"))
                .containsExactly(
                        "Normal BackOff Back-off pulling image \"" + IMAGE + "\"",
                        "Warning Failed Error: ImagePullBackOff");
    }

    @Test
    void repeatsWhyThePullFailedWhileItBacksOff() {
        var pod = Pods.pod("web").containers("app").build();
        var container = container("Always");
        var puller =
                new ImagePuller(
                        new StepExecution(),
                        new Images(false, false),
                        new PullSecrets(ObjectLookup.NONE),
                        new PodEvents(EventRecorder.NONE));
        puller.ensure(pod, container, RestartBackOff.NONE, NOW);
        var failed = RestartBackOff.NONE.lengthened(ImagePuller.backOffKey(container), NOW, NOW);

        assertThat(puller.ensure(pod, container, failed, NOW))
                .isInstanceOfSatisfying(
                        Result.Missing.class,
                        missing ->
                                assertThat(missing.reason().message())
                                        .endsWith(": ErrImagePull: no registry"));
    }

    @Test
    void doesNotAskForWhatIsNoImageName() {
        var told = new ToldEvents();
        var container = Pods.container("app").toBuilder().setImage("not an image").build();

        assertThat(ensure(new Images(true, true), container, RestartBackOff.NONE, told))
                .isEqualTo(
                        new Result.Missing(
                                new WaitReason.InvalidImageName("app", "not an image"), false));
        assertThat(told.lines("spec.containers{app}"))
                .containsExactly(
                        "Warning InspectFailed Failed to apply default image tag \"not an image\":"
                                + " couldn't parse image name \"not an image\": invalid reference"
                                + " format",
                        "Warning Failed Error: InvalidImageName");
    }

    @Test
    void countsFailedPullsByImage() {
        var app = Pods.container("app");
        var sameImage = app.toBuilder().setName("other").build();
        var otherImage = app.toBuilder().setImage("other").build();

        assertThat(ImagePuller.backOffKey(app))
                .isEqualTo(ImagePuller.backOffKey(sameImage))
                .isNotEqualTo(ImagePuller.backOffKey(otherImage));
    }

    private static Result ensure(ImageService images, String policy, RestartBackOff backOff) {
        return ensure(images, container(policy), backOff, EventRecorder.NONE);
    }

    private static Result ensure(
            ImageService images,
            Container container,
            RestartBackOff backOff,
            EventRecorder recorder) {
        var pod = Pods.pod("web").with(it -> it.getSpecBuilder().addContainers(container)).build();
        return new ImagePuller(
                        new StepExecution(),
                        images,
                        new PullSecrets(ObjectLookup.NONE),
                        new PodEvents(recorder))
                .ensure(pod, container, backOff, NOW);
    }

    private static Container container(String policy) {
        return Pods.container("app").toBuilder().setImagePullPolicy(policy).build();
    }

    /// A machine that has the image or not, and a registry that answers or not.
    record Images(boolean here, boolean registry) implements ImageService {
        @Override
        public Optional<LocalImage> find(String image) {
            return here
                    ? Optional.of(new LocalImage("local", 1, ImageService.ImageUser.ROOT))
                    : Optional.empty();
        }

        @Override
        public List<ListedImage> list() {
            return List.of();
        }

        @Override
        public String pull(String image, Optional<RegistryCredential> credential) {
            if (!registry) {
                throw new RuntimeCallException(
                        "PullImage", RuntimeCallException.Code.FAILED, "no registry");
            }
            return "pulled";
        }
    }
}
