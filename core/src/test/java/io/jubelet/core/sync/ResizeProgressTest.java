package io.jubelet.core.sync;

import static io.jubelet.core.sync.ResizePlannerTest.held;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.ResourceRequirements;
import io.jubelet.api.meta.Quantity;
import io.jubelet.core.cgroup.SizedPods;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.sync.ResizeInput.Gates;
import io.jubelet.core.testing.Seen;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Whether what runs has the size that it was given. Sizes are written as [SizedPods] has them.
final class ResizeProgressTest {
    private static final String SIZE = "100m,100|200m,200";

    /// Cases of TestIsPodResizeInProgress.
    static Stream<Arguments> rows() {
        var running = runs("main0");
        return Stream.of(
                row("simple running container", list(SIZE), list(SIZE), running, false),
                row("simple unstarted container", list(SIZE), list(""), s -> s.sandbox(0), false),
                row(
                        "simple resized container/cpu req",
                        list(SIZE),
                        list("150m,100|200m,200"),
                        running,
                        true),
                row(
                        "simple resized container/cpu limit",
                        list(SIZE),
                        list("100m,100|300m,200"),
                        running,
                        true),
                row(
                        "simple resized container/mem req",
                        list(SIZE),
                        list("100m,150|200m,200"),
                        running,
                        true),
                row(
                        "simple resized container/cpu+mem req",
                        list(SIZE),
                        list("150m,150|200m,200"),
                        running,
                        true),
                row(
                        "simple resized container/mem limit",
                        list(SIZE),
                        list("100m,100|200m,300"),
                        running,
                        true),
                row(
                        "terminated resized container",
                        list(SIZE),
                        list("200m,100|200m,200"),
                        s -> s.sandbox(0).exited("main0", 0, 0),
                        false),
                row(
                        "non-sidecar init container",
                        list("init:" + SIZE, SIZE),
                        list("init:" + SIZE, SIZE),
                        runs("init0", "main0"),
                        false),
                row(
                        "non-resized sidecar",
                        list("sidecar:" + SIZE, SIZE),
                        list("sidecar:" + SIZE, SIZE),
                        runs("init0", "main0"),
                        false),
                row(
                        "resized sidecar",
                        list("sidecar:" + SIZE, SIZE),
                        list("sidecar:200m,100|200m,200", SIZE),
                        runs("init0", "main0"),
                        true),
                row(
                        "several containers and a resize",
                        list("init:" + SIZE, SIZE, SIZE, SIZE),
                        list("init:" + SIZE, SIZE, "", "200m,100|200m,200"),
                        runs("init0", "main0", "main2"),
                        true),
                row(
                        "several containers",
                        list("sidecar:100m|200m", ",100|,200", "200m,100"),
                        list("sidecar:100m|200m", ",100|,200", "200m,100"),
                        runs("init0", "main0", "main1"),
                        false),
                row("best-effort pod", list(""), list(""), running, false),
                row("burstable pod/not resizing", list("100m"), list("100m"), running, false),
                row("burstable pod/resized", list("100m"), list("500m"), running, true),
                row(
                        "only-plr/not resizing",
                        list("pod:100m", ""),
                        list("pod:100m", ""),
                        running,
                        false),
                row("only-plr/resizing", list("pod:200m", ""), list("pod:100m", ""), running, true),
                closed(
                        "only-plr/resizing feature gate disabled",
                        list("pod:200m", ""),
                        list("pod:100m", ""),
                        running,
                        false),
                closed(
                        "plr/container resizing featuregate disabled",
                        list("pod:100m", "100m"),
                        list("pod:100m", "50m"),
                        running,
                        true),
                row(
                        "plr/container resizing",
                        list("pod:100m", "100m"),
                        list("pod:100m", "50m"),
                        running,
                        true),
                row(
                        "plr/pod resizing",
                        list("pod:,100", ",100"),
                        list("pod:,200", ",100"),
                        running,
                        true),
                row(
                        "plr mismatch during initial creation",
                        list("pod:200m", "100m"),
                        list(""),
                        s -> s.sandbox(0),
                        false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void isInProgress(
            String name,
            List<String> given,
            List<String> told,
            UnaryOperator<Seen> observed,
            Gates gates,
            boolean expected) {
        var pod = new DesiredPod(SizedPods.pod(given.toArray(String[]::new)));
        var before = new DesiredPod(SizedPods.pod(told.toArray(String[]::new)));
        var actuated = new HashMap<String, ContainerSize>();
        Stream.of(before.initContainers(), before.containers())
                .flatMap(List::stream)
                .forEach(it -> actuated.put(it.getName(), ContainerSize.of(it.getResources())));
        var spec = before.pod().getSpec();
        var input =
                new ResizeInput(
                        pod,
                        observed.apply(seen(pod)).build(),
                        actuated,
                        Optional.of(spec.getResources())
                                .filter(_ -> spec.hasResources())
                                .map(ContainerSize::of),
                        held(),
                        held(),
                        gates);

        assertThat(ResizePlanner.inProgress(input)).as(name).isEqualTo(expected);
    }

    /// Cases of TestCmpActuatedAllocated.
    static Stream<Arguments> pairs() {
        var none = ResourceRequirements.getDefaultInstance();
        var requests = resources("100m,100");
        var limits = resources("|100m,100");
        var both = resources("100m,100|200m,200");
        var more = both.toBuilder().putRequests("example.org/dongle", quantity("1")).build();
        return Stream.of(
                arguments("both nil", none, none, true),
                arguments("actuated nil and allocated empty", none, resources(""), true),
                arguments("actuated empty allocated nil", resources(""), none, true),
                arguments("actuated empty and allocated empty", resources(""), resources(""), true),
                arguments(
                        "actuated empty and allocated requests limits empty",
                        none,
                        resources("|"),
                        true),
                arguments(
                        "actuated empty and allocated request limits nil",
                        resources(""),
                        none,
                        true),
                arguments(
                        "actuated requests limits nil and allocated empty",
                        none,
                        resources(""),
                        true),
                arguments(
                        "actuated requests limits nil and allocated requests non-nil",
                        none,
                        both,
                        false),
                arguments(
                        "actuated requests limits nil and allocated requests non-nil limits nil",
                        none,
                        requests,
                        false),
                arguments(
                        "actuated requests non-nil limits nil and allocated requests non-nil limits"
                                + " nil",
                        requests,
                        requests,
                        true),
                arguments(
                        "actuated requests non-nil limits nil and allocated requests nil limits"
                                + " non-nil",
                        requests,
                        limits,
                        false),
                arguments("actuated equals allocated", both, both, true),
                arguments("actuated equals allocated for resizable resources", both, more, true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pairs")
    void comparesWhatCanBeResized(
            String name, ResourceRequirements told, ResourceRequirements given, boolean same) {
        assertThat(ContainerSize.of(told).equals(ContainerSize.of(given))).as(name).isEqualTo(same);
    }

    private static ResourceRequirements resources(String text) {
        return SizedPods.pod(text).getSpec().getContainers(0).getResources();
    }

    private static Quantity quantity(String text) {
        return Quantity.newBuilder().setString(text).build();
    }

    private static List<String> list(String... parts) {
        return List.of(parts);
    }

    private static UnaryOperator<Seen> runs(String... names) {
        return s -> s.sandbox(0).running(names);
    }

    private static Arguments row(
            String name,
            List<String> given,
            List<String> told,
            UnaryOperator<Seen> observed,
            boolean expected) {
        return arguments(name, given, told, observed, Gates.OPEN, expected);
    }

    private static Arguments closed(
            String name,
            List<String> given,
            List<String> told,
            UnaryOperator<Seen> observed,
            boolean expected) {
        return arguments(name, given, told, observed, new Gates(true, false), expected);
    }
}
