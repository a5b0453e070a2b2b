package io.jubelet.core.sync;

import static io.jubelet.core.sync.ResizeInputs.input;
import static io.jubelet.core.sync.ResizeInputs.pod;
import static io.jubelet.core.sync.ResizePlannerTest.held;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.sync.MemoryShrinkPolicy.Usage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// When a pod and its containers may not take their sizes.
final class MemoryShrinkPolicyTest {
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
