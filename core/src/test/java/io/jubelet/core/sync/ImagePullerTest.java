package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.image.PullSettings;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.sync.ImagePuller.Result;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.StepExecution;
import io.jubelet.core.testing.ToldEvents;
import io.jubelet.core.waiting.ImagePulling;
import io.jubelet.core.waiting.WaitReason;
import java.time.Instant;
import java.util.List;
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
        assertThat(ensure(new PullableImages(here, true), policy, RestartBackOff.NONE))
                .isInstanceOfSatisfying(
                        Result.Present.class,
                        present -> assertThat(present.image().reference()).isEqualTo(reference));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void neverPullsWhatMustNotBePulled(boolean registry) {
        assertThat(ensure(new PullableImages(false, registry), "Never", RestartBackOff.NONE))
                .isEqualTo(new Result.Missing(new WaitReason.ImageNeverPull("app", IMAGE), false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"IfNotPresent", "Always"})
    void tellsWhyAPullFailed(String policy) {
        assertThat(ensure(new PullableImages(false, false), policy, RestartBackOff.NONE))
                .isEqualTo(
                        new Result.Missing(
                                new WaitReason.ImagePullFailed("app", IMAGE, "no registry"), true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"IfNotPresent", "Always"})
    void waitsOutTheBackOffOfAFailedPull(String policy) {
        var key = ImageNeed.of(PullTries.container(policy)).backOffKey();
        var failed = RestartBackOff.NONE.lengthened(key, NOW, NOW);

        assertThat(ensure(new PullableImages(false, true), policy, failed))
                .isEqualTo(
                        new Result.Missing(new WaitReason.ImagePullBackOff("app", IMAGE), false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"IfNotPresent", "Never"})
    void usesAnImageThatCameByAnotherWayInSpiteOfABackOff(String policy) {
        var key = ImageNeed.of(PullTries.container(policy)).backOffKey();
        var failed = RestartBackOff.NONE.lengthened(key, NOW, NOW);

        assertThat(ensure(new PullableImages(true, false), policy, failed))
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
                        new PullableImages(true, true),
                        List.of("Normal Pulled Container image \"%s\" already present on machine")),
                Arguments.of(
                        "Always",
                        new PullableImages(true, true),
                        List.of(
                                "Normal Pulling Pulling image \"%s\"",
                                "Normal Pulled Successfully pulled image \"%s\" in 0s (0s including"
                                        + " waiting). Image size: 1 bytes.")),
                Arguments.of(
                        "IfNotPresent",
                        new PullableImages(false, false),
                        List.of(
                                "Normal Pulling Pulling image \"%s\"",
                                "Warning Failed Failed to pull image \"%s\": no registry",
                                failed + "ErrImagePull")),
                Arguments.of(
                        "Never",
                        new PullableImages(false, true),
                        List.of(
                                "Warning ErrImageNeverPull Container image \"%s\" is not present"
                                        + " with pull policy of Never",
                                failed + "ErrImageNeverPull")));
    }

    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("events")
    void tellsPeopleInUpstreamsWords(String policy, PullableImages images, List<String> expected) {
        var told = new ToldEvents();
        ensure(images, PullTries.container(policy), RestartBackOff.NONE, told);

        assertThat(told.lines("spec.containers{app}"))
                .isEqualTo(expected.stream().map(line -> line.replace("%s", IMAGE)).toList());
    }

    @Test
    void tellsPeopleOfABackOff() {
        var told = new ToldEvents();
        var failed =
                RestartBackOff.NONE.lengthened(
                        ImageNeed.of(PullTries.container("Always")).backOffKey(), NOW, NOW);
        ensure(new PullableImages(false, true), PullTries.container("Always"), failed, told);

        assertThat(told.lines("spec.containers{app}"))
                .containsExactly(
                        "Normal BackOff Back-off pulling image \"" + IMAGE + "\"",
                        "Warning Failed Error: ImagePullBackOff");
    }

    @Test
    void doesNotAskForWhatIsNoImageName() {
        var told = new ToldEvents();
        var container = Pods.container("app").toBuilder().setImage("not an image").build();

        assertThat(ensure(new PullableImages(true, true), container, RestartBackOff.NONE, told))
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

        assertThat(ImageNeed.of(app).backOffKey())
                .isEqualTo(ImageNeed.of(sameImage).backOffKey())
                .isNotEqualTo(ImageNeed.of(otherImage).backOffKey());
    }

    @Test
    void tellsWhenThePullRateIsExceeded() {
        var told = new ToldEvents();
        new PullTries(
                        new StepExecution(),
                        new PullableImages(true, true),
                        new PullSettings(0, 1, 0),
                        told)
                .next(PullTries.container("Always"));

        assertThat(told.lines("spec.containers{app}"))
                .containsExactly(
                        "Normal Pulling Pulling image \"" + IMAGE + "\"",
                        "Warning Failed Failed to pull image \"" + IMAGE + "\": pull QPS exceeded",
                        "Warning Failed Error: ErrImagePull");
    }

    /// Upstream's cases of evalCRIPullErr: what the runtime says, and reason and message of it.
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "fallback error | test | ErrImagePull | test",
                "registry is unavailable | RegistryUnavailable | RegistryUnavailable"
                        + " | image pull failed for test because the registry is unavailable",
                "registry is unavailable with additional error message"
                        + " | RegistryUnavailable: foo | RegistryUnavailable"
                        + " | image pull failed for test because the registry is unavailable: foo",
                "signature is invalid | SignatureValidationFailed | SignatureValidationFailed"
                        + " | image pull failed for test because the signature validation failed",
                "signature is invalid with additional error message (wrapped)"
                        + " | SignatureValidationFailed: bar | SignatureValidationFailed"
                        + " | image pull failed for test because the signature validation failed:"
                        + " bar",
            })
    void tellsWhatKindOfFailureItWas(String name, String said, String code, String message) {
        var failed = new WaitReason.ImagePullFailed("app", "test", said);
        var later = new WaitReason.ImagePullBackOff("app", "test", said);

        assertThat(failed.code()).isEqualTo(code);
        assertThat(failed.message()).isEqualTo(message);
        assertThat(later.message())
                .isEqualTo("Back-off pulling image \"test\": " + code + ": " + message);
    }

    /// Upstream's cases of applyDefaultImageTag.
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "root, root:latest",
        "root:tag, root:tag",
        "root@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855,"
                + " root@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "root:latest, root:latest",
        "localhost:5000/root, localhost:5000/root:latest",
    })
    void asksForAWholeName(String written, String asked) {
        var images = new PullableImages(true, true);
        var named = PullTries.container("IfNotPresent").toBuilder().setImage(written).build();
        new PullTries(new StepExecution(), images, PullSettings.STANDARD, EventRecorder.NONE)
                .next(named);

        assertThat(images.asked()).containsExactly(asked);
    }

    /// While a pull is under way that is the answer, and nobody is told anything twice.
    @Test
    void saysThatAnImageIsComing() {
        var told = new ToldEvents();
        var tries =
                new PullTries(
                        new StepExecution(),
                        new PullableImages(false, true),
                        PullSettings.STANDARD,
                        told);
        var app = PullTries.container("IfNotPresent");
        var pulling = new Result.Coming(new ImagePulling("app", IMAGE));

        assertThat(tries.look(app)).isEqualTo(pulling);
        assertThat(tries.look(app)).isEqualTo(pulling);
        assertThat(told.lines("spec.containers{app}"))
                .containsExactly("Normal Pulling Pulling image \"" + IMAGE + "\"");
    }

    @Test
    void givesUpThePullOfAnImageThatTheContainerNoLongerHas() {
        var images = new PullableImages(false, true);
        var execution = new StepExecution();
        var tries = new PullTries(execution, images, PullSettings.STANDARD, EventRecorder.NONE);
        tries.look(PullTries.container("IfNotPresent"));
        var edited = PullTries.container("IfNotPresent").toBuilder().setImage("other:2").build();

        assertThat(tries.look(edited)).isInstanceOf(Result.Coming.class);
        execution.run();
        assertThat(images.pulls()).containsExactly("other:2");
    }

    @Test
    void aPodThatEndsPullsNothing() {
        var images = new PullableImages(false, true);
        var execution = new StepExecution();
        var tries = new PullTries(execution, images, PullSettings.STANDARD, EventRecorder.NONE);
        tries.look(PullTries.container("Always"));

        tries.end();
        execution.run();

        assertThat(images.pulls()).isEmpty();
    }

    private static Result ensure(ImageService images, String policy, RestartBackOff backOff) {
        return ensure(images, PullTries.container(policy), backOff, EventRecorder.NONE);
    }

    private static Result ensure(
            ImageService images,
            Container container,
            RestartBackOff backOff,
            EventRecorder recorder) {
        return new PullTries(new StepExecution(), images, PullSettings.STANDARD, recorder)
                .after(backOff)
                .next(container);
    }
}
