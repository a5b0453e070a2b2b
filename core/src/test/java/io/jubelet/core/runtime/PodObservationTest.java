package io.jubelet.core.runtime;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.id;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.RuntimeEvent.Kind;
import io.jubelet.core.testing.Seen;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PodObservationTest {
    private static final DesiredPod WEB = pod("web").containers("app", "log").build();

    @Test
    void findsTheNewestOfEverything() {
        var observed =
                of(
                        s ->
                                s.deadSandbox(0)
                                        .exited("app", 0, 1)
                                        .sandbox(1)
                                        .running("app", 1)
                                        .exited("log", 3, 0));

        assertThat(observed.sandboxes()).extracting(ObservedSandbox::attempt).containsExactly(1, 0);
        assertThat(observed.container("app")).map(ObservedContainer::id).contains(id("app", 1));
        assertThat(observed.container("none")).isEmpty();
        assertThat(observed.running())
                .extracting(ObservedContainer::id)
                .containsExactly(id("app", 1));
        assertThat(observed.readySandboxes())
                .extracting(ObservedSandbox::attempt)
                .containsExactly(1);
    }

    @Test
    void knowsWhetherAProcessMayBeAlive() {
        assertThat(of(s -> s).mayHaveProcesses()).isFalse();
        assertThat(of(s -> s.sandbox(0)).mayHaveProcesses()).isTrue();
        assertThat(of(s -> s.deadSandbox(0)).mayHaveProcesses()).isFalse();
        assertThat(of(s -> s.deadSandbox(0).running("app")).mayHaveProcesses()).isTrue();
        assertThat(of(s -> s.deadSandbox(0).unknown("app")).mayHaveProcesses()).isTrue();
        assertThat(of(s -> s.deadSandbox(0).exited("app", 0, 0)).mayHaveProcesses()).isFalse();
        assertThat(of(s -> s.deadSandbox(0).created("app")).mayHaveProcesses()).isFalse();
    }

    @Test
    void showsWhatHasEndedSinceAnEarlierPicture() {
        var before = of(s -> s.sandbox(0).running("app"));

        assertThat(before.showsAnEndSince(before)).isFalse();
        assertThat(of(s -> s.sandbox(0).running("app", "log")).showsAnEndSince(before))
                .as("one more")
                .isFalse();
        assertThat(of(s -> s.sandbox(0).exited("app", 0, 0)).showsAnEndSince(before)).isTrue();
        assertThat(of(s -> s.deadSandbox(0).running("app")).showsAnEndSince(before)).isTrue();
        assertThat(of(s -> s.sandbox(0)).showsAnEndSince(before)).as("gone").isTrue();
    }

    @Test
    void isEmptyWhenNothingIsLeft() {
        assertThat(of(s -> s).isEmpty()).isTrue();
        assertThat(of(s -> s.deadSandbox(0)).isEmpty()).isFalse();
        assertThat(of(s -> s.exited("app", 0, 0)).isEmpty()).isFalse();
    }

    @Test
    void showsWhatWasToldOnceItsSubjectHasComeThatFar() {
        assertThat(kindsShown(s -> s.created("app"))).containsExactly(Kind.CREATED);
        assertThat(kindsShown(s -> s.running("app"))).containsExactly(Kind.CREATED, Kind.STARTED);
        assertThat(kindsShown(s -> s.exited("app", 0, 1)))
                .containsExactly(Kind.CREATED, Kind.STARTED, Kind.STOPPED);
        assertThat(kindsShown(s -> s)).containsExactly(Kind.DELETED);
        assertThat(kindsShown(s -> s.running("app", 1))).containsExactly(Kind.DELETED);
    }

    @Test
    void showsNothingOfAContainerThatTheRuntimeLostTrackOf() {
        assertThat(kindsShown(s -> s.unknown("app"))).isEmpty();
    }

    @Test
    void showsTheStartAndTheEndOfASandbox() {
        var stopped = new RuntimeEvent(WEB.uid(), "sandbox-0", Kind.STOPPED);
        var started = new RuntimeEvent(WEB.uid(), "sandbox-0", Kind.STARTED);

        assertThat(of(s -> s.sandbox(0)).shows(started)).isTrue();
        assertThat(of(s -> s.sandbox(0)).shows(stopped)).isFalse();
        assertThat(of(s -> s.deadSandbox(0)).shows(stopped)).isTrue();
        assertThat(of(s -> s.sandbox(1)).shows(started)).isFalse();
    }

    private static List<Kind> kindsShown(UnaryOperator<Seen> change) {
        var seen = of(change);
        return Stream.of(Kind.values())
                .filter(kind -> seen.shows(new RuntimeEvent(WEB.uid(), id("app", 0).value(), kind)))
                .toList();
    }

    private static PodObservation of(UnaryOperator<Seen> change) {
        return change.apply(seen(WEB)).build();
    }
}
