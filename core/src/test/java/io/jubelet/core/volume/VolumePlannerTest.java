package io.jubelet.core.volume;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.VolumeFiles.Place;
import io.jubelet.core.volume.PodRecord.Leftover;
import io.jubelet.core.volume.VolumeState.Absent;
import io.jubelet.core.volume.VolumeState.Mounted;
import io.jubelet.core.volume.VolumeState.Retry;
import io.jubelet.core.waiting.ObjectProblem;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class VolumePlannerTest {
    private static final Duration NOW = Duration.ofSeconds(1000);
    private static final Place PLACE = new Place("kubernetes.io/secret", "key");
    private static final PodVolumes.Placed PLACED = new PodVolumes.Placed("/v", true);

    @Test
    void aPodWithoutVolumesNeedsNothingAndLeavesNothing() {
        var record = PodRecord.unknown().wanted(pod("web").containers("app").build());

        assertThat(next(record)).isEmpty();
        assertThat(VolumePlanner.isReady(record)).isTrue();
        assertThat(VolumePlanner.isClear(record.release())).isTrue();
    }

    @Test
    void looksAtTheDiskBeforeAnythingIsMounted() {
        assertThat(next(wanted())).contains(new VolumeStep.Scan());
        assertThat(next(wanted().scanFailed(later()))).isEmpty();
    }

    @Test
    void mountsWhatIsNotThereAndWaitsForTheBackOff() {
        var record = scanned(wanted());

        assertThat(next(record)).containsInstanceOf(VolumeStep.Make.class);
        assertThat(next(record.with("key", absent(), Optional.empty()))).isEmpty();
        assertThat(VolumePlanner.isReady(record)).isFalse();
    }

    @Test
    void leavesAloneWhatIsMounted() {
        var record = scanned(wanted()).with("key", mounted(false), Optional.of(PLACE));

        assertThat(next(record)).isEmpty();
        assertThat(VolumePlanner.isReady(record)).isTrue();
    }

    @Test
    void bringsUpToDateWhatIsStaleOrTooOld() {
        var stale = scanned(wanted()).with("key", mounted(true), Optional.of(PLACE));
        var old = new Mounted(PLACED, false, Optional.of(NOW.minusSeconds(1)), Optional.empty());

        assertThat(next(stale)).containsInstanceOf(VolumeStep.Make.class);
        assertThat(VolumePlanner.isReady(stale)).isTrue();
        assertThat(next(stale.with("key", old, Optional.of(PLACE))))
                .containsInstanceOf(VolumeStep.Make.class);
    }

    @Test
    void newsOfAnObjectEndsTheBackOffOfWhoWaitsForIt() {
        var record = scanned(wanted()).with("key", absent(), Optional.empty());

        assertThat(next(record.objectsChanged())).containsInstanceOf(VolumeStep.Make.class);
    }

    @Test
    void aChangedPodMakesItsContentStale() {
        var record = scanned(wanted()).with("key", mounted(false), Optional.of(PLACE));
        var labelled = desired("other");

        assertThat(next(record.wanted(desired("label")))).isEmpty();
        assertThat(next(record.wanted(labelled))).containsInstanceOf(VolumeStep.Make.class);
    }

    @Test
    void removesWhatIsLeftOfAReleasedPodAndMountsNothing() {
        var record = scanned(wanted()).with("key", mounted(true), Optional.of(PLACE)).release();

        assertThat(next(record)).contains(new VolumeStep.Remove(PLACE));
        var failed = record.without(PLACE, Optional.of(new Leftover("busy", Optional.of(later()))));
        assertThat(next(failed)).isEmpty();
        assertThat(VolumePlanner.isClear(failed)).isFalse();
        assertThat(VolumePlanner.isClear(record.without(PLACE, Optional.empty()))).isTrue();
    }

    @Test
    void looksForTheVolumesOfAPodThatNobodyKnows() {
        var orphan = PodRecord.unknown().release();

        assertThat(next(orphan)).contains(new VolumeStep.Scan());
        assertThat(VolumePlanner.isClear(orphan)).isFalse();
        assertThat(next(orphan.scanned(Map.of(PLACE, Leftover.UNTRIED), Map.of())))
                .contains(new VolumeStep.Remove(PLACE));
    }

    @Test
    void waitsTwiceAsLongEveryTimeUpToTwoMinutes() {
        var retry = Retry.after(Optional.empty(), NOW);
        assertThat(retry.delay()).isEqualTo(Duration.ofMillis(500));
        for (var i = 0; i < 10; i++) {
            retry = Retry.after(Optional.of(retry), NOW);
        }

        assertThat(retry.delay()).isEqualTo(Duration.ofSeconds(122));
        assertThat(retry.over(NOW)).isFalse();
        assertThat(retry.over(NOW.plusSeconds(122))).isTrue();
    }

    private static Optional<VolumeStep> next(PodRecord record) {
        return VolumePlanner.next(record, NOW);
    }

    private static PodRecord wanted() {
        return PodRecord.unknown().wanted(desired("label"));
    }

    private static PodRecord scanned(PodRecord record) {
        return record.scanned(Map.of(), Map.of());
    }

    private static Retry later() {
        return new Retry(Duration.ofSeconds(1), NOW.plusSeconds(1));
    }

    private static Absent absent() {
        return new Absent(
                "gone",
                Optional.of(new ObjectProblem.Missing("secret", "default", "key")),
                Optional.of(later()));
    }

    private static Mounted mounted(boolean stale) {
        return new Mounted(PLACED, stale, Optional.empty(), Optional.empty());
    }

    private static DesiredPod desired(String label) {
        return pod("web")
                .containers("app")
                .with(
                        p -> {
                            p.getMetadataBuilder().putLabels("label", label);
                            p.getSpecBuilder()
                                    .addVolumesBuilder()
                                    .setName("key")
                                    .getVolumeSourceBuilder()
                                    .getSecretBuilder()
                                    .setSecretName("key");
                        })
                .build();
    }
}
