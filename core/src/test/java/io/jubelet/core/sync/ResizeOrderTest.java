package io.jubelet.core.sync;

import static io.jubelet.core.sync.ResizeInputs.input;
import static io.jubelet.core.sync.ResizeInputs.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// In which order a pod and its containers take their sizes.
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
}
