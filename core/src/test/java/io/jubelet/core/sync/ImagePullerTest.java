package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.execution.Cancellation;
import io.jubelet.core.image.CollectionSettings;
import io.jubelet.core.image.ImagePulls;
import io.jubelet.core.image.ImageSettings;
import io.jubelet.core.image.NodeCredentials;
import io.jubelet.core.image.PullSettings;
import io.jubelet.core.image.ServiceAccounts;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.sync.ImagePuller.Result;
import io.jubelet.core.testing.OnlyPulls;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.StepExecution;
import io.jubelet.core.testing.ToldEvents;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.waiting.ImagePulling;
import io.jubelet.core.waiting.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
        var key = ImageNeed.of(container(policy)).backOffKey();
        var failed = RestartBackOff.NONE.lengthened(key, NOW, NOW);

        assertThat(ensure(new Images(false, true), policy, failed))
                .isEqualTo(
                        new Result.Missing(new WaitReason.ImagePullBackOff("app", IMAGE), false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"IfNotPresent", "Never"})
    void usesAnImageThatCameByAnotherWayInSpiteOfABackOff(String policy) {
        var key = ImageNeed.of(container(policy)).backOffKey();
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
                        List.of("Normal Pulled Container image \"%s\" already present on machine")),
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
                        ImageNeed.of(container("Always")).backOffKey(), NOW, NOW);
        ensure(new Images(false, true), container("Always"), failed, told);

        assertThat(told.lines("spec.containers{app}"))
                .containsExactly(
                        "Normal BackOff Back-off pulling image \"" + IMAGE + "\"",
                        "Warning Failed Error: ImagePullBackOff");
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

        assertThat(ImageNeed.of(app).backOffKey())
                .isEqualTo(ImageNeed.of(sameImage).backOffKey())
                .isNotEqualTo(ImageNeed.of(otherImage).backOffKey());
    }

    /// Upstream's cases, their tries ten seconds apart: what each try comes to.
    static Stream<Arguments> upstream() {
        var failing = List.of("ErrImagePull", "ErrImagePull", "ImagePullBackOff");
        return Stream.of(
                row("image missing, pull", "IfNotPresent", new Images(false, true), "pulled"),
                row(
                        "image present, allow all, don't pull ",
                        "IfNotPresent",
                        new Images(true, true),
                        "local",
                        "local",
                        "local"),
                row(
                        "image present, pull",
                        "Always",
                        new Images(true, true),
                        "pulled",
                        "pulled",
                        "pulled"),
                row(
                        "image missing, never pull",
                        "Never",
                        new Images(false, true),
                        "ErrImageNeverPull",
                        "ErrImageNeverPull",
                        "ErrImageNeverPull"),
                row(
                        "image missing, unable to fetch",
                        "IfNotPresent",
                        new Images(false, false),
                        "ErrImagePull",
                        "ErrImagePull",
                        "ImagePullBackOff",
                        "ErrImagePull",
                        "ImagePullBackOff",
                        "ImagePullBackOff"),
                Arguments.of(
                        "image present and qps>0, pull",
                        "Always",
                        new Images(true, true),
                        new PullSettings(0, 400, 600),
                        List.of("pulled", "pulled", "pulled")),
                Arguments.of(
                        "image present and excessive qps rate, pull",
                        "Always",
                        new Images(true, true),
                        new PullSettings(0, 2000, 0),
                        failing));
    }

    private static Arguments row(String name, String policy, Images images, String... outcomes) {
        return Arguments.of(name, policy, images, PullSettings.STANDARD, List.of(outcomes));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("upstream")
    void triesAsUpstreamDoes(
            String name, String policy, Images images, PullSettings settings, List<String> all) {
        var execution = new StepExecution();
        var tries = new Tries(execution, images, settings, EventRecorder.NONE);

        assertThat(all)
                .allSatisfy(
                        expected -> {
                            assertThat(told(tries.next(container(policy)))).isEqualTo(expected);
                            execution.pass(Duration.ofSeconds(10));
                        });
    }

    private static String told(Result result) {
        return switch (result) {
            case Result.Present present -> present.image().reference();
            case Result.Coming coming -> coming.reason().code();
            case Result.Missing missing -> missing.reason().code();
        };
    }

    @Test
    void tellsWhenThePullRateIsExceeded() {
        var told = new ToldEvents();
        new Tries(new StepExecution(), new Images(true, true), new PullSettings(0, 1, 0), told)
                .next(container("Always"));

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
        var images = new Images(true, true);
        var named = container("IfNotPresent").toBuilder().setImage(written).build();
        new Tries(new StepExecution(), images, PullSettings.STANDARD, EventRecorder.NONE)
                .next(named);

        assertThat(images.asked()).containsExactly(asked);
    }

    /// While a pull is under way that is the answer, and nobody is told anything twice.
    @Test
    void saysThatAnImageIsComing() {
        var told = new ToldEvents();
        var tries =
                new Tries(
                        new StepExecution(), new Images(false, true), PullSettings.STANDARD, told);
        var app = container("IfNotPresent");
        var pulling = new Result.Coming(new ImagePulling("app", IMAGE));

        assertThat(tries.look(app)).isEqualTo(pulling);
        assertThat(tries.look(app)).isEqualTo(pulling);
        assertThat(told.lines("spec.containers{app}"))
                .containsExactly("Normal Pulling Pulling image \"" + IMAGE + "\"");
    }

    @Test
    void givesUpThePullOfAnImageThatTheContainerNoLongerHas() {
        var images = new Images(false, true);
        var execution = new StepExecution();
        var tries = new Tries(execution, images, PullSettings.STANDARD, EventRecorder.NONE);
        tries.look(container("IfNotPresent"));
        var edited = container("IfNotPresent").toBuilder().setImage("other:2").build();

        assertThat(tries.look(edited)).isInstanceOf(Result.Coming.class);
        execution.run();
        assertThat(images.pulls()).containsExactly("other:2");
    }

    @Test
    void aPodThatEndsPullsNothing() {
        var images = new Images(false, true);
        var execution = new StepExecution();
        var tries = new Tries(execution, images, PullSettings.STANDARD, EventRecorder.NONE);
        tries.look(container("Always"));

        tries.puller.leave(tries.pod.uid());
        execution.run();

        assertThat(images.pulls()).isEmpty();
    }

    private static Result ensure(ImageService images, String policy, RestartBackOff backOff) {
        return ensure(images, container(policy), backOff, EventRecorder.NONE);
    }

    private static Result ensure(
            ImageService images,
            Container container,
            RestartBackOff backOff,
            EventRecorder recorder) {
        var tries = new Tries(new StepExecution(), images, PullSettings.STANDARD, recorder);
        tries.backOff = backOff;
        return tries.next(container);
    }

    private static ImageSettings with(PullSettings pulls) {
        return new ImageSettings(pulls, CollectionSettings.STANDARD, NodeCredentials.NONE);
    }

    private static Container container(String policy) {
        return Pods.container("app").toBuilder().setImagePullPolicy(policy).build();
    }

    /// One pod that asks for its image again and again.
    private static final class Tries {
        private final StepExecution execution;
        private final ImagePuller puller;
        private final DesiredPod pod = Pods.pod("web").containers("app").build();
        private RestartBackOff backOff = RestartBackOff.NONE;

        Tries(
                StepExecution execution,
                ImageService images,
                PullSettings settings,
                EventRecorder recorder) {
            this.execution = execution;
            this.puller =
                    new ImagePuller(
                            new ImagePulls(
                                    execution,
                                    images,
                                    with(settings),
                                    ServiceAccounts.NONE,
                                    _ -> {},
                                    () -> {},
                                    Meter.NONE),
                            new PullSecrets(ObjectLookup.NONE),
                            new PodEvents(recorder));
        }

        Result look(Container container) {
            return puller.ensure(pod, ImageNeed.of(container), backOff, execution.now());
        }

        /// The answer when nothing is under way any more.
        Result next(Container container) {
            var result = look(container);
            if (result instanceof Result.Coming) {
                execution.run();
                result = look(container);
            }
            if (result instanceof Result.Missing missing && missing.pullFailed()) {
                var now = execution.now();
                backOff = backOff.lengthened(ImageNeed.of(container).backOffKey(), now, now);
            }
            return result;
        }
    }

    /// A machine that has the image or not, and a registry that answers or not.
    record Images(boolean here, boolean registry, List<String> asked, List<String> pulls)
            implements OnlyPulls {
        Images(boolean here, boolean registry) {
            this(here, registry, new ArrayList<>(), new ArrayList<>());
        }

        @Override
        public Optional<LocalImage> find(String image) {
            asked.add(image);
            return here
                    ? Optional.of(new LocalImage("local", 1, ImageService.ImageUser.ROOT))
                    : Optional.empty();
        }

        @Override
        public String pull(
                String image, Optional<RegistryCredential> credential, Cancellation cancellation) {
            pulls.add(image);
            if (!registry) {
                throw new RuntimeCallException(
                        "PullImage", RuntimeCallException.Code.FAILED, "no registry");
            }
            return "pulled";
        }
    }
}
