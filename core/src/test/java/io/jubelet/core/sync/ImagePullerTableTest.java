package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.image.PullSettings;
import io.jubelet.core.sync.ImagePuller.Result;
import io.jubelet.core.testing.StepExecution;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What each of several tries comes to: upstream's cases.
final class ImagePullerTableTest {
    /// Upstream's cases, their tries ten seconds apart: what each try comes to.
    static Stream<Arguments> upstream() {
        var failing = List.of("ErrImagePull", "ErrImagePull", "ImagePullBackOff");
        return Stream.of(
                row(
                        "image missing, pull",
                        "IfNotPresent",
                        new PullableImages(false, true),
                        "pulled"),
                row(
                        "image present, allow all, don't pull ",
                        "IfNotPresent",
                        new PullableImages(true, true),
                        "local",
                        "local",
                        "local"),
                row(
                        "image present, pull",
                        "Always",
                        new PullableImages(true, true),
                        "pulled",
                        "pulled",
                        "pulled"),
                row(
                        "image missing, never pull",
                        "Never",
                        new PullableImages(false, true),
                        "ErrImageNeverPull",
                        "ErrImageNeverPull",
                        "ErrImageNeverPull"),
                row(
                        "image missing, unable to fetch",
                        "IfNotPresent",
                        new PullableImages(false, false),
                        "ErrImagePull",
                        "ErrImagePull",
                        "ImagePullBackOff",
                        "ErrImagePull",
                        "ImagePullBackOff",
                        "ImagePullBackOff"),
                Arguments.of(
                        "image present and qps>0, pull",
                        "Always",
                        new PullableImages(true, true),
                        new PullSettings(0, 400, 600),
                        List.of("pulled", "pulled", "pulled")),
                Arguments.of(
                        "image present and excessive qps rate, pull",
                        "Always",
                        new PullableImages(true, true),
                        new PullSettings(0, 2000, 0),
                        failing));
    }

    private static Arguments row(
            String name, String policy, PullableImages images, String... outcomes) {
        return Arguments.of(name, policy, images, PullSettings.STANDARD, List.of(outcomes));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("upstream")
    void triesAsUpstreamDoes(
            String name,
            String policy,
            PullableImages images,
            PullSettings settings,
            List<String> all) {
        var execution = new StepExecution();
        var tries = new PullTries(execution, images, settings, EventRecorder.NONE);

        assertThat(all)
                .allSatisfy(
                        expected -> {
                            assertThat(told(tries.next(PullTries.container(policy))))
                                    .isEqualTo(expected);
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
}
