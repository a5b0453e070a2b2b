package io.jubelet.core.pod;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.pod.NameTurnCalculator.Known;
import io.jubelet.core.runtime.PodUid;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class NameTurnCalculatorTest {
    /// Cases of Test_allowPodStart.
    static Stream<Arguments> rows() {
        var mine = of("uid-0", "foo");
        var other = of("uid-1", "foo");
        var bound = bound("uid-0");
        return Stream.of(
                row("non-static pod", bound, List.of(bound, bound("uid-1")), "nobody"),
                row(
                        "non-static pod when there is a started static pod with the same full name",
                        bound,
                        List.of(other, bound),
                        "nobody"),
                row(
                        "static pod when there is a started non-static pod with the same full name",
                        mine,
                        List.of(bound("uid-1"), mine),
                        "nobody"),
                row(
                        "static pod when there are no started static pods with the same full name",
                        mine,
                        List.of(of("uid-1", "bar"), mine),
                        "nobody"),
                row(
                        "static pod when there is a started static pod with the same full name",
                        mine,
                        List.of(other),
                        "uid-1"),
                row(
                        "static pod if the static pod has already started",
                        mine,
                        List.of(mine, other),
                        "nobody"),
                row(
                        "static pod if the static pod is the first pod waiting to start",
                        mine,
                        List.of(mine),
                        "nobody"),
                row(
                        "static pod if the static pod is not the first pod waiting to start",
                        mine,
                        List.of(other, mine),
                        "uid-1"),
                row(
                        "static pod if the static pod is the first valid pod waiting to start /"
                                + " clean up until picking the first valid pod",
                        mine,
                        List.of(of("uid-2", "bar"), of("uid-3", "bar"), mine, other),
                        "nobody"),
                row(
                        "static pod if the static pod is the first pod that is not termination"
                                + " requested and waiting to start: those that end are gone soon",
                        mine,
                        List.of(of("uid-2", "foo"), mine, other),
                        "uid-2"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void waitsFor(String name, DesiredPod pod, List<Known> known, String expected) {
        assertThat(NameTurnCalculator.predecessor(pod, known))
                .as(name)
                .isEqualTo(
                        expected.equals("nobody")
                                ? Optional.empty()
                                : Optional.of(new PodUid(expected)));
    }

    @Test
    void waitsForOneThatOnlyTheRuntimeKnows() {
        var orphan = new Known(of("uid-1", "foo").identity(), Optional.empty());

        assertThat(NameTurnCalculator.predecessor(of("uid-0", "foo"), List.of(orphan)))
                .contains(new PodUid("uid-1"));
    }

    private static Arguments row(
            String name, DesiredPod pod, List<DesiredPod> known, String expected) {
        return arguments(
                name,
                pod,
                known.stream().map(it -> new Known(it.identity(), Optional.of(it))).toList(),
                expected);
    }

    private static DesiredPod of(String uid, String name) {
        return pod(name)
                .with(
                        p ->
                                p.getMetadataBuilder()
                                        .setUid(uid)
                                        .putAnnotations("kubernetes.io/config.source", "file"))
                .build();
    }

    private static DesiredPod bound(String uid) {
        return pod("foo").with(p -> p.getMetadataBuilder().setUid(uid)).build();
    }
}
