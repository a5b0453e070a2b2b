package io.jubelet.core.sync;

import static io.jubelet.core.sync.ResizePlannerTest.held;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.cgroup.PodLimitsCalculator;
import io.jubelet.core.cgroup.ResourceSettings;
import io.jubelet.core.cgroup.SizedPods;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.sync.MemoryShrinkPolicy.Usage;
import io.jubelet.core.sync.ResizeInput.Gates;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// In which order a pod and its containers take their sizes, and when they may not.
final class ResizeOrderTest {
    /// Cases of TestDoPodResizeAction.
    static Stream<Arguments> orders() {
        var others = List.of("100m,100|100m,100", "100m,100|100m,100");
        return Stream.of(
                order(
                        "Increase cpu and memory requests and limits, with computed pod limits",
                        "100m,100|100m,100",
                        "200m,200|200m,200",
                        others,
                        "limit memory 400",
                        "main0 memory 100,100|200,200",
                        "limit cpu 40000",
                        "shares 409",
                        "main0 cpu 200,200|200,200"),
                order(
                        "the same back: the pod comes last",
                        "200m,200|200m,200",
                        "100m,100|100m,100",
                        others,
                        "main0 memory 200,200|100,100",
                        "limit memory 300",
                        "main0 cpu 100,100|100,100",
                        "shares 307",
                        "limit cpu 30000"),
                order(
                        "Increase cpu and memory requests and limits, without computed pod limits",
                        "100m,100|100m,100",
                        "200m,200|200m,200",
                        List.of(""),
                        "main0 memory 100,100|200,200",
                        "shares 204",
                        "main0 cpu 200,200|200,200"),
                order(
                        "Increase cpu and memory requests only",
                        "100m,100|200m,200",
                        "150m,150|200m,200",
                        List.of(""),
                        "main0 memory 100,200|150,200",
                        "shares 153",
                        "main0 cpu 150,200|150,200"),
                order(
                        "Resize memory request no limits",
                        "100m,100",
                        "100m,200",
                        List.of(""),
                        "main0 memory 100,0|200,0"),
                order(
                        "Resize cpu request no limits",
                        "100m,100",
                        "200m,100",
                        List.of(""),
                        "shares 204",
                        "main0 cpu 200,0|100,0"),
                order(
                        "Add limits",
                        "100m,100",
                        "100m,100|100m,100",
                        List.of(""),
                        "main0 memory 100,0|100,100",
                        "main0 cpu 100,100|100,100"),
                order(
                        "Add limits and pod limits",
                        "100m,100",
                        "100m,100|100m,100",
                        others,
                        "main0 memory 100,0|100,100",
                        "limit memory 300",
                        "main0 cpu 100,100|100,100",
                        "limit cpu 30000"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("orders")
    void ordersTheSteps(
            String name, String before, String after, List<String> others, List<String> expected) {
        var old = pod("", before, others);
        var input = input(old, pod("", after, others), Set.of("main0"));

        assertThat(ResizePlannerTest.text(ResizePlanner.plan(input))).as(name).isEqualTo(expected);
    }

    /// Cases of TestDoPodResizeAction.
    static Stream<Arguments> podLevels() {
        return Stream.of(
                podLevel(
                        "Resize pod-level memory request only (skips cgroup write, updates"
                                + " actuated)",
                        "100m,100|100m,100",
                        "100m,100|100m,100",
                        "100m,100|100m,200",
                        "100m,200|100m,200",
                        "pod"),
                podLevel(
                        "Resize pod-level memory limit (updates cgroups and actuated)",
                        "100m,100|100m,100",
                        "100m,100|100m,100",
                        "100m,100|100m,100",
                        "100m,100|100m,200",
                        "limit memory 200",
                        "pod"),
                podLevel(
                        "Resize pod-level CPU request (updates cgroups and actuated)",
                        "100m|100m",
                        "100m|100m",
                        "100m|200m",
                        "200m|200m",
                        "shares 204",
                        "pod"),
                podLevel(
                        "Resize pod-level CPU limit (updates cgroups and actuated)",
                        "100m|100m",
                        "100m|100m",
                        "100m|100m",
                        "100m|200m",
                        "limit cpu 20000",
                        "pod"),
                podLevel(
                        "Resize pod-level CPU limit and container-level CPU limit (updates cgroups"
                                + " and actuated)",
                        "100m|100m",
                        "100m|200m",
                        "100m|100m",
                        "100m|300m",
                        "limit cpu 30000",
                        "main0 cpu 100,200|0,0",
                        "pod"),
                podLevel(
                        "Resize pod-level memory request and container-level memory request"
                                + " (updates actuated)",
                        ",100|,200",
                        ",150|,200",
                        ",100|,200",
                        ",200|,200",
                        "main0 memory 0,0|150,200",
                        "pod"),
                podLevel(
                        "Resize pod-level CPU request and container-level CPU request (updates"
                                + " cgroups and actuated)",
                        "100m|200m",
                        "150m|200m",
                        "100m|200m",
                        "200m|200m",
                        "shares 204",
                        "main0 cpu 150,200|0,0",
                        "pod"),
                podLevel(
                        "Resize pod-level memory limit and container-level memory limit (updates"
                                + " cgroups and actuated)",
                        "|,200",
                        "|,250",
                        "|,200",
                        "|,300",
                        "limit memory 300",
                        "main0 memory 0,0|0,250",
                        "pod"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("podLevels")
    void ordersTheStepsOfAPodWithASizeOfItsOwn(
            String name,
            String before,
            String after,
            String podBefore,
            String podAfter,
            List<String> expected) {
        var input =
                input(
                        pod(podBefore, before, List.of()),
                        pod(podAfter, after, List.of()),
                        Set.of("main0"));

        assertThat(ResizePlannerTest.text(ResizePlanner.plan(input))).as(name).isEqualTo(expected);
    }

    /// Cases of TestUpdatePodContainerResources.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"memory; 100,100|200,200", "cpu; 200,200|200,200"})
    void eachStepTellsTheOthersAsTheyAreThen(String resource, String told) {
        var input =
                input(
                        pod("", "100m,100|100m,100", List.of("")),
                        pod("", "200m,200|200m,200", List.of("")),
                        Set.of("main0"));

        assertThat(ResizePlannerTest.text(ResizePlanner.plan(input)))
                .contains("main0 " + resource + " " + told);
    }

    /// Cases of TestValidatePodResizeAction.
    static Stream<Arguments> shrinks() {
        var none = OptionalLong.empty();
        return Stream.of(
                shrink("Resize memory request no limits", ",100", ",200", 0, 0, none, none, ""),
                shrink("Add container limits, low usage", ",100", ",100|,100", 0, 0, 10, 10, ""),
                shrink(
                        "Add container limits, high usage",
                        ",100",
                        ",100|,100",
                        0,
                        0,
                        200,
                        200,
                        "attempting to set container \"main0\" memory limit (100) below current"
                                + " usage (200)"),
                shrink(
                        "Add container limits, missing container usage",
                        ",100",
                        ",100|,100",
                        0,
                        0,
                        none,
                        OptionalLong.of(10),
                        "missing container \"main0\" memory usage"),
                shrink(
                        "Add container limits, missing pod usage",
                        ",100",
                        ",100|,100",
                        0,
                        0,
                        OptionalLong.of(10),
                        none,
                        ""),
                shrink("Increase container limits", ",100|,100", ",100|,200", 0, 0, none, none, ""),
                shrink(
                        "Decrease container limits, low usage",
                        ",100|,200",
                        ",100|,100",
                        0,
                        0,
                        20,
                        20,
                        ""),
                shrink(
                        "Decrease container limits, high usage",
                        ",100|,200",
                        ",100|,100",
                        0,
                        0,
                        150,
                        150,
                        "attempting to set container \"main0\" memory limit (100) below current"
                                + " usage (150)"),
                shrink("Add pod limit, low usage", ",100|,100", ",100|,100", 0, 100, 20, 20, ""),
                shrink(
                        "Add pod limit, high usage",
                        ",100|,100",
                        ",100|,100",
                        0,
                        100,
                        20,
                        200,
                        "attempting to set pod memory limit (100) below current usage (200)"),
                shrink("Increase pod limits", ",100|,100", ",100|,100", 100, 200, 20, 20, ""),
                shrink(
                        "Decrease pod limits, low usage",
                        ",100|,100",
                        ",100|,100",
                        200,
                        100,
                        20,
                        20,
                        ""),
                shrink(
                        "Decrease pod limits, high usage",
                        ",100|,100",
                        ",100|,100",
                        200,
                        100,
                        50,
                        150,
                        "attempting to set pod memory limit (100) below current usage (150)"),
                shrink(
                        "Decrease pod limits, missing usage",
                        ",100|,100",
                        ",100|,100",
                        200,
                        100,
                        none,
                        none,
                        "missing pod memory usage"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("shrinks")
    void takesNoMemoryThatIsUsed(
            String name,
            String before,
            String after,
            CgroupLimits podBefore,
            CgroupLimits podAfter,
            Usage usage,
            String expected) {
        var told = pod("", before, List.of(""));
        var input = input(told, pod("", after, List.of("")), Set.of("main0"), podBefore, podAfter);

        assertThat(MemoryShrinkPolicy.refusal(input, ResizePlanner.plan(input), usage))
                .as(name)
                .isEqualTo(
                        expected.isEmpty()
                                ? Optional.empty()
                                : Optional.of("cannot decrease memory limits: " + expected));
    }

    private static DesiredPod pod(String own, String first, List<String> others) {
        var parts =
                Stream.of(
                                own.isEmpty() ? Stream.<String>of() : Stream.of("pod:" + own),
                                Stream.of(first),
                                others.stream())
                        .flatMap(it -> it)
                        .toArray(String[]::new);
        return new DesiredPod(SizedPods.pod(parts));
    }

    private static ResizeInput input(DesiredPod told, DesiredPod given, Set<String> running) {
        return input(told, given, running, limits(told), limits(given));
    }

    private static ResizeInput input(
            DesiredPod told,
            DesiredPod given,
            Set<String> running,
            CgroupLimits now,
            CgroupLimits wanted) {
        var actuated = new HashMap<String, ContainerSize>();
        told.containers()
                .forEach(it -> actuated.put(it.getName(), ContainerSize.of(it.getResources())));
        var podLevel = told.pod().getSpec().hasResources();
        return new ResizeInput(
                given,
                seen(given).sandbox(0).running(running.toArray(String[]::new)).build(),
                actuated,
                podLevel
                        ? Optional.of(ContainerSize.of(told.pod().getSpec().getResources()))
                        : Optional.empty(),
                now,
                wanted,
                Gates.OPEN);
    }

    private static CgroupLimits limits(DesiredPod pod) {
        return PodLimitsCalculator.calculate(pod.pod(), ResourceSettings.STANDARD);
    }

    private static Arguments order(
            String name, String before, String after, List<String> others, String... expected) {
        return arguments(name, before, after, others, List.of(expected));
    }

    private static Arguments podLevel(
            String name,
            String before,
            String after,
            String podBefore,
            String podAfter,
            String... expected) {
        return arguments(name, before, after, podBefore, podAfter, List.of(expected));
    }

    private static Arguments shrink(
            String name,
            String before,
            String after,
            long podBefore,
            long podAfter,
            long container,
            long pod,
            String expected) {
        return shrink(
                name,
                before,
                after,
                podBefore,
                podAfter,
                OptionalLong.of(container),
                OptionalLong.of(pod),
                expected);
    }

    private static Arguments shrink(
            String name,
            String before,
            String after,
            long podBefore,
            long podAfter,
            OptionalLong container,
            OptionalLong pod,
            String expected) {
        return arguments(
                name,
                before,
                after,
                held(podBefore, 0, 2),
                held(podAfter, 0, 2),
                new Usage(pod, it -> it.equals("main0") ? container : OptionalLong.empty()),
                expected);
    }
}
