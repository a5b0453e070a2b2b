package io.jubelet.core.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.image.ImageGcPlanner.Candidate;
import io.jubelet.core.image.ImageGcPlanner.Known;
import io.jubelet.core.runtime.ImageService.ListedImage;
import io.jubelet.core.runtime.ImageService.Space;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ImageGcPlannerTest {
    private static final CollectionSettings STANDARD = CollectionSettings.STANDARD;

    @Test
    void whatIsSeenFirstStaysRememberedAndWhatIsGoneDoesNot() {
        var first = observed(Map.of(), List.of(image("a"), image("b")), Set.of(), 1);
        var then = observed(first, List.of(image("b"), image("c")), Set.of("b"), 9);

        assertThat(then)
                .containsExactly(Map.entry("b", known(1, 9, true)), Map.entry("c", neverUsed(9)));
    }

    @ParameterizedTest(name = "by {0}")
    @CsvSource({"id", "name@sha256:digest", "name:tag"})
    void anImageIsInUseByAnyOfItsNames(String name) {
        var image =
                new ListedImage("id", List.of("name@sha256:digest"), List.of("name:tag"), 1, false);

        assertThat(observed(Map.of(), List.of(image), Set.of(name), 1).values())
                .singleElement()
                .matches(Known::inUse);
    }

    @Test
    void whatIsInUseOrPinnedIsNoCandidate() {
        var pinned = new Known(seconds(1), Optional.empty(), false, true, 1);

        assertThat(ids(Map.of("used", known(1, 5, true), "pinned", pinned, "idle", neverUsed(1))))
                .containsExactly("idle");
    }

    @Test
    void whatWasUsedLongestAgoGoesFirstAndThenWhatIsHereLongest() {
        assertThat(
                        ids(
                                Map.of(
                                        "late", known(1, 9, false),
                                        "early", known(1, 5, false),
                                        "young", neverUsed(3),
                                        "old", neverUsed(2))))
                .containsExactly("old", "young", "early", "late");
    }

    @ParameterizedTest(name = "seen at {0} s, used at {1} s, oldest {2} s, at {3} s: {4}")
    @CsvSource({
        "0, , 100, 101, true",
        "0, , 100, 100, false",
        "0, 50, 100, 140, false",
        "0, 50, 100, 151, true",
        "90, , 100, 150, false",
        "0, , 0, 100000, false",
    })
    void anImageThatIsUnusedForTooLongGoes(
            long seen, Long used, long oldest, long now, boolean goes) {
        var settings = new CollectionSettings(85, 80, seconds(120), seconds(oldest));
        var known =
                new Known(
                        seconds(seen),
                        Optional.ofNullable(used).map(ImageGcPlannerTest::seconds),
                        false,
                        false,
                        1);
        var old = ImageGcPlanner.tooOld(List.of(new Candidate("a", known)), settings, seconds(now));

        assertThat(old).hasSize(goes ? 1 : 0);
    }

    @ParameterizedTest(name = "seen at {0} s, at {1} s: {2}")
    @CsvSource({"0, 119, false", "0, 120, true", "60, 179, false", "60, 180, true"})
    void anImageThatJustCameStaysHoweverFullTheDiskIs(long seen, long now, boolean goes) {
        var removable =
                ImageGcPlanner.removable(
                        List.of(new Candidate("a", neverUsed(seen))), STANDARD, seconds(now));

        assertThat(removable).hasSize(goes ? 1 : 0);
    }

    @ParameterizedTest(name = "{1} of {0} free: {2} percent used, {3} to free")
    @CsvSource({
        "1000, 160, 84, 0",
        "1000, 150, 85, 50",
        "1000, 0, 100, 200",
        "1000, 1000, 0, 0",
        "1000, 2000, 0, 0",
        "9000000000000, 900000000000, 90, 900000000000",
    })
    void freesDownToTheLowThresholdFromTheHighOneOn(
            long capacity, long available, int used, long excess) {
        var space = new Space(capacity, available);

        assertThat(ImageGcPlanner.usedPercent(space)).isEqualTo(used);
        assertThat(ImageGcPlanner.excess(space, STANDARD)).isEqualTo(excess);
    }

    private static Map<String, Known> observed(
            Map<String, Known> before, List<ListedImage> images, Set<String> inUse, long now) {
        return ImageGcPlanner.observed(before, images, inUse, seconds(now));
    }

    private static List<String> ids(Map<String, Known> known) {
        return ImageGcPlanner.candidates(known).stream().map(Candidate::id).toList();
    }

    private static ListedImage image(String id) {
        return new ListedImage(id, List.of(), List.of(), 1, false);
    }

    private static Known neverUsed(long seen) {
        return new Known(seconds(seen), Optional.empty(), false, false, 1);
    }

    private static Known known(long seen, long used, boolean inUse) {
        return new Known(seconds(seen), Optional.of(seconds(used)), inUse, false, 1);
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
