package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.sync.ImagePuller.Result;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.waiting.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
                .isEqualTo(new Result.Present(reference));
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
                .isEqualTo(new Result.Present("local"));
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
        return new ImagePuller(images).ensure(container(policy), backOff, NOW);
    }

    private static Container container(String policy) {
        return Pods.container("app").toBuilder().setImagePullPolicy(policy).build();
    }

    /// A machine that has the image or not, and a registry that answers or not.
    private record Images(boolean here, boolean registry) implements ImageService {
        @Override
        public Optional<LocalImage> find(String image) {
            return here ? Optional.of(new LocalImage("local", 1)) : Optional.empty();
        }

        @Override
        public List<ListedImage> list() {
            return List.of();
        }

        @Override
        public String pull(String image) {
            if (!registry) {
                throw new RuntimeCallException(
                        "PullImage", RuntimeCallException.Code.FAILED, "no registry");
            }
            return "pulled";
        }
    }
}
