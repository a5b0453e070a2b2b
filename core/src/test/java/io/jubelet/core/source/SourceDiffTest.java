package io.jubelet.core.source;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.model.pod.PodNames;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SourceDiffTest {
    private static final DesiredPod WEB = pod("web").containers("app").build();
    private static final DesiredPod LOG = pod("log").containers("app").build();

    @Test
    void tellsAdditionsFromRemovals() {
        assertThat(SourceDiff.between(List.of(WEB), List.of(LOG)))
                .containsExactly(new PodChange.Removed(WEB.uid()), new PodChange.Added(LOG));
    }

    @Test
    void seesAChangeUnderTheSameUid() {
        var changed = pod("web").containers("app", "more").build();

        assertThat(SourceDiff.between(List.of(WEB), List.of(changed)))
                .containsExactly(new PodChange.Updated(changed));
    }

    @Test
    void ignoresWhenTheManifestWasRead() {
        var readAgain =
                pod("web")
                        .containers("app")
                        .with(
                                p ->
                                        p.getMetadataBuilder()
                                                .putAnnotations(PodNames.CONFIG_SEEN, "now"))
                        .build();

        assertThat(SourceDiff.between(List.of(WEB), List.of(readAgain))).isEmpty();
    }

    @Test
    void aPodThatWasGoneForAWhileEndsAndBeginsAgain() {
        assertThat(SourceDiff.between(List.of(WEB, LOG), List.of(WEB, LOG), Set.of(WEB.uid())))
                .containsExactly(new PodChange.Removed(WEB.uid()), new PodChange.Added(WEB));
        assertThat(SourceDiff.between(List.of(WEB), List.of(), Set.of(WEB.uid())))
                .containsExactly(new PodChange.Removed(WEB.uid()));
        assertThat(SourceDiff.between(List.of(), List.of(WEB), Set.of(WEB.uid())))
                .containsExactly(new PodChange.Added(WEB));
    }

    @Test
    void findsNothingInEqualSnapshots() {
        assertThat(SourceDiff.between(List.of(WEB, LOG), List.of(LOG, WEB))).isEmpty();
    }

    @Test
    void tellsADeletionFromAnUpdate() {
        var deleted = deletedIn(30);

        assertThat(SourceDiff.between(List.of(WEB), List.of(deleted)))
                .containsExactly(new PodChange.Deleted(deleted));
    }

    @Test
    void tellsThatADeletionShallBeSooner() {
        assertThat(SourceDiff.between(List.of(deletedIn(30)), List.of(deletedIn(2))))
                .containsExactly(new PodChange.Deleted(deletedIn(2)));
    }

    @Test
    void reconcilesAPodWhoseStatusAloneDiffers() {
        var other =
                pod("web")
                        .containers("app")
                        .with(p -> p.getStatusBuilder().setPhase("Running"))
                        .with(p -> p.getMetadataBuilder().setResourceVersion("7"))
                        .build();

        assertThat(SourceDiff.between(List.of(WEB), List.of(other)))
                .containsExactly(new PodChange.Reconciled(other));
    }

    private static DesiredPod deletedIn(long seconds) {
        return pod("web")
                .containers("app")
                .with(
                        p ->
                                p.getMetadataBuilder()
                                        .setDeletionGracePeriodSeconds(seconds)
                                        .getDeletionTimestampBuilder()
                                        .setSeconds(1000 + seconds))
                .build();
    }
}
