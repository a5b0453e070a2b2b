package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.SandboxId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A container is written as pod/name/number, made as many seconds after the beginning as its
/// number says.
final class DeadContainerPlannerTest {
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = BEGINNING.plus(Duration.ofDays(1));

    /// Cases of TestContainerGC.
    static Stream<Arguments> rows() {
        return Stream.of(
                arguments(
                        "all containers should be removed when max container limit is 0",
                        0,
                        dead("foo/bar/0"),
                        ""),
                arguments(
                        "max containers should be complied when no max per pod container limit is"
                                + " set",
                        4,
                        dead("foo/bar/4 foo/bar/3 foo/bar/2 foo/bar/1 foo/bar/0"),
                        "foo/bar/4 foo/bar/3 foo/bar/2 foo/bar/1"),
                arguments(
                        "no containers should be removed if both max container and per pod"
                                + " container limits are not set",
                        -1,
                        dead("foo/bar/2 foo/bar/1 foo/bar/0"),
                        "foo/bar/2 foo/bar/1 foo/bar/0"),
                arguments(
                        "recently started containers should not be removed",
                        0,
                        dead("foo/bar/86380 foo/bar/86370"),
                        "foo/bar/86380 foo/bar/86370"),
                arguments(
                        "no containers should be removed when limits are not exceeded",
                        2,
                        dead("foo/bar/1 foo/bar/0"),
                        "foo/bar/1 foo/bar/0"),
                arguments(
                        "max limit should apply and try to keep from every pod",
                        6,
                        dead(
                                "foo/bar/1 foo/bar/0 foo1/bar1/1 foo1/bar1/0 foo2/bar2/1"
                                        + " foo2/bar2/0 foo3/bar3/1 foo3/bar3/0 foo4/bar4/1"
                                        + " foo4/bar4/0"),
                        "foo/bar/1 foo1/bar1/1 foo2/bar2/1 foo3/bar3/1 foo4/bar4/1"),
                arguments(
                        "oldest pods should be removed if limit exceeded",
                        6,
                        dead(
                                "foo/bar/2 foo/bar/1 foo1/bar1/2 foo1/bar1/1 foo2/bar2/1"
                                        + " foo3/bar3/0 foo4/bar4/1 foo5/bar5/0 foo6/bar6/2"
                                        + " foo7/bar7/1"),
                        "foo/bar/2 foo1/bar1/2 foo2/bar2/1 foo4/bar4/1 foo6/bar6/2 foo7/bar7/1"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void leaves(String name, int total, List<ListedContainer> listed, String left) {
        assertThat(left(listed, pods(listed), total)).as(name).isEqualTo(left);
    }

    @Test
    void whatRunsIsNeitherCountedNorRemoved() {
        var listed = both(dead("foo/bar/0 foo/bar/1"), listed("foo/bar/2", ContainerState.RUNNING));

        assertThat(left(listed, pods(listed), 2)).isEqualTo("foo/bar/0 foo/bar/1 foo/bar/2");
        assertThat(left(listed, pods(listed), 0)).isEqualTo("foo/bar/2");
    }

    @Test
    void theNewestOfAPodThatHasNotEndedStays() {
        var listed = dead("foo/bar/0 foo/bar/1 job/main/2");

        assertThat(left(listed, Set.of(), 0)).isEqualTo("foo/bar/1 job/main/2");
        assertThat(left(listed, Set.of(new PodUid("job")), 0)).isEqualTo("foo/bar/1");
    }

    @Test
    void whatStaysCountsAsWell() {
        var listed = dead("foo/bar/0 job/main/1 job2/main/2 job3/main/3");
        var jobs = Set.of(new PodUid("job"), new PodUid("job2"), new PodUid("job3"));

        assertThat(left(listed, jobs, 2)).isEqualTo("foo/bar/0 job3/main/3");
    }

    /// The newest by its number was made before the other, if a clock was set back in between.
    @Test
    void theNewestIsTheLastInstanceWhateverTheClockSays() {
        var first = made("foo/bar/0", ContainerState.EXITED, NOW.minusSeconds(600));
        var listed = both(List.of(first), dead("foo/bar/1"));

        assertThat(left(listed, Set.of(), 1)).isEqualTo("foo/bar/1");
    }

    private static String left(List<ListedContainer> listed, Set<PodUid> ended, int total) {
        var limits = new DeadContainerLimits(Duration.ofMinutes(1), 1, total);
        var gone = DeadContainerPlanner.tooMany(listed, ended, limits, NOW);
        return listed.stream()
                .filter(it -> !gone.contains(it))
                .map(it -> it.id().value())
                .collect(Collectors.joining(" "));
    }

    private static Set<PodUid> pods(List<ListedContainer> listed) {
        return listed.stream().map(it -> it.pod().uid()).collect(Collectors.toSet());
    }

    private static List<ListedContainer> both(
            List<ListedContainer> some, List<ListedContainer> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static List<ListedContainer> dead(String names) {
        return listed(names, ContainerState.EXITED);
    }

    private static List<ListedContainer> listed(String names, ContainerState state) {
        return Stream.of(names.split(" ", -1))
                .map(
                        name ->
                                made(
                                        name,
                                        state,
                                        BEGINNING.plusSeconds(
                                                Long.parseLong(name.split("/", -1)[2]))))
                .toList();
    }

    private static ListedContainer made(String name, ContainerState state, Instant at) {
        var parts = name.split("/", -1);
        return new ListedContainer(
                new ContainerId(name),
                new SandboxId(parts[0]),
                new PodIdentity("default", parts[0], new PodUid(parts[0])),
                parts[1],
                Integer.parseInt(parts[2]),
                state,
                at);
    }
}
