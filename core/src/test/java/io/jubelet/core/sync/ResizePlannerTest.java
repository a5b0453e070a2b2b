package io.jubelet.core.sync;

import static io.jubelet.core.testing.Seen.id;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.Container;
import io.jubelet.core.cgroup.SizedPods;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupLimits.HugePages;
import io.jubelet.core.sync.ResizeInput.Gates;
import io.jubelet.core.testing.Seen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Pods are written as [SizedPods] has them. What a container was told is written the same way;
/// where nothing is, it is what it is given.
final class ResizePlannerTest {
    private static final Gates NO_POD_LEVEL = new Gates(true, false);

    /// A pod as it is given, what was told of it, and which gates are open.
    record Case(DesiredPod pod, Map<String, String> told, String toldPod, Gates gates) {
        static Case of(String... parts) {
            return new Case(new DesiredPod(SizedPods.pod(parts)), Map.of(), "", Gates.OPEN);
        }

        Case told(String container, String size) {
            var all = new HashMap<>(told);
            all.put(container, size);
            return new Case(pod, all, toldPod, gates);
        }

        Case toldPod(String size) {
            return new Case(pod, told, size, gates);
        }

        Case with(Gates other) {
            return new Case(pod, told, toldPod, other);
        }

        /// The container restarts when that of it changes.
        Case restarts(int container, String resource) {
            var changed = pod.pod().toBuilder();
            changed.getSpecBuilder()
                    .getContainersBuilder(container)
                    .addResizePolicyBuilder()
                    .setResourceName(resource)
                    .setRestartPolicy("RestartContainer");
            return new Case(new DesiredPod(changed.build()), told, toldPod, gates);
        }

        ResizeInput input(UnaryOperator<Seen> observed, CgroupLimits now, CgroupLimits wanted) {
            var actuated = new HashMap<String, ContainerSize>();
            Stream.of(pod.initContainers(), pod.containers())
                    .flatMap(List::stream)
                    .forEach(it -> actuated.put(it.getName(), size(it)));
            return new ResizeInput(
                    pod,
                    observed.apply(seen(pod)).build(),
                    actuated,
                    toldPod.isEmpty()
                            ? Optional.empty()
                            : Optional.of(
                                    ContainerSize.of(
                                            SizedPods.pod("pod:" + toldPod)
                                                    .getSpec()
                                                    .getResources())),
                    now,
                    wanted,
                    gates);
        }

        private ContainerSize size(Container container) {
            var text = told.get(container.getName());
            return ContainerSize.of(
                    text == null
                            ? container.getResources()
                            : SizedPods.pod(text).getSpec().getContainers(0).getResources());
        }
    }

    /// Cases of TestComputePodActionsForPodResize.
    static Stream<Arguments> containers() {
        var same = Case.of("|100m,100", "|100m,100", "|100m,100");
        var both = same.told("main1", "|200m,200");
        var cpuOnly = same.told("main1", "|200m,100");
        var memoryOnly = same.told("main1", "|100m,200");
        var requests = Case.of("100m,100|200m,200").told("main0", "100m,200|200m,200");
        var plain = Case.of("pod:|600m,600", "|100m,100", "", "|100m,100");
        return Stream.of(
                row(
                        "Update pod-level CPU and memory resources pod resize disabled",
                        Case.of("pod:|100m,100", "|100m,100")
                                .toldPod("|200m,200")
                                .with(NO_POD_LEVEL)),
                row(
                        "Update pod-level CPU and memory resources",
                        Case.of("pod:|200m,200", "|100m,100").toldPod("|100m,100"),
                        "pod"),
                row(
                        "Update pod-level and container CPU and memory resources pod resize"
                                + " disabled",
                        both.toldPod("|200m,200").with(NO_POD_LEVEL),
                        "main1 memory 0,200|0,100",
                        "main1 cpu 0,100|0,100"),
                row(
                        "Update pod-level resources and container CPU and memory resources",
                        Case.of("pod:|600m,600", "|100m,100", "|200m,200")
                                .told("main1", "|100m,100")
                                .toldPod("|300m,300"),
                        "main1 memory 0,100|0,200",
                        "main1 cpu 0,200|0,200",
                        "pod"),
                row(
                        "Update pod-level limits and container updated by default",
                        plain.toldPod("|300m,300"),
                        "main1 memory 0,300|0,600",
                        "main1 cpu 0,600|0,600",
                        "pod"),
                row(
                        "Update pod-level limits and container to kill updated by default",
                        plain.restarts(1, "cpu").toldPod("|300m,300"),
                        "restart main1",
                        "pod"),
                row(
                        "Update container CPU and memory resources",
                        both,
                        "main1 memory 0,200|0,100",
                        "main1 cpu 0,100|0,100"),
                row("Update container CPU resources", cpuOnly, "main1 cpu 0,100|0,100"),
                row(
                        "Update container memory resources",
                        Case.of("|200m,200").told("main0", "|200m,100"),
                        "main0 memory 0,200|0,200"),
                row(
                        "Update pod-level limits does not mutate container resources: each takes"
                                + " what it does not say from the pod",
                        Case.of("pod:|100m,100", "", "").told("main1", "|100m"),
                        "main0 memory 0,0|0,100",
                        "main1 memory 0,100|0,100",
                        "main0 cpu 0,100|0,100"),
                row("Nothing when spec.Resources and status.Resources are equal", same),
                row(
                        "Nothing when spec.Resources and status.Resources are equal (besteffort)",
                        Case.of("", "")),
                row(
                        "Update container CPU and memory resources with Restart policy for CPU",
                        both.restarts(1, "cpu"),
                        "restart main1"),
                row(
                        "Update container CPU and memory resources with Restart policy for memory",
                        both.restarts(1, "memory"),
                        "restart main1"),
                row(
                        "Update container memory resources with Restart policy for CPU",
                        memoryOnly.restarts(1, "cpu"),
                        "main1 memory 0,100|0,100"),
                row(
                        "Update container CPU resources with Restart policy for memory",
                        cpuOnly.restarts(1, "memory"),
                        "main1 cpu 0,100|0,100"),
                row(
                        "Update container memory (requests only) with RestartContainer policy for"
                                + " memory",
                        requests.restarts(0, "memory"),
                        "restart main0"),
                row(
                        "Update container memory (requests only) with RestartNotRequired policy"
                                + " for memory",
                        requests,
                        "main0 memory 100,200|100,200"),
                row(
                        "those that shrink come before those that grow, the last one first",
                        Case.of("|2,20", "|1,10", "|1,10")
                                .told("main0", "|2,10")
                                .told("main1", "|1,20")
                                .told("main2", "|1,30"),
                        "main2 memory 0,1000|0,10",
                        "main1 memory 0,1000|0,10",
                        "main0 memory 0,2000|0,20"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("containers")
    void resizesContainers(String name, Case given, List<String> expected) {
        var names = given.pod().containers().stream().map(Container::getName);
        var input =
                given.input(
                        s -> s.sandbox(0).running(names.toArray(String[]::new)), held(), held());

        assertThat(text(ResizePlanner.plan(input))).as(name).isEqualTo(expected);
    }

    /// Cases of TestComputePodActionsWithInitContainers.
    static Stream<Arguments> initContainers() {
        var init = Case.of("init:800m,800", "").told("init0", "400m,400");
        return Stream.of(
                arguments(
                        "resize request exists on a not yet running non-sidecar init container;"
                                + " start it: with its new size",
                        init,
                        (UnaryOperator<Seen>) s -> s.sandbox(0),
                        List.of()),
                arguments(
                        "resize of a running non-sidecar init container",
                        init,
                        (UnaryOperator<Seen>) s -> s.sandbox(0).running("init0"),
                        List.of("init0 memory 400,0|800,0", "init0 cpu 800,0|800,0")),
                arguments(
                        "resize of a running non-sidecar init container with FG disabled",
                        init.with(new Gates(false, true)),
                        (UnaryOperator<Seen>) s -> s.sandbox(0).running("init0"),
                        List.of()),
                arguments(
                        "a sidecar is resized whatever the gate says",
                        Case.of("sidecar:800m,800", "")
                                .told("init0", "400m,800")
                                .with(new Gates(false, true)),
                        (UnaryOperator<Seen>) s -> s.sandbox(0).running("init0"),
                        List.of("init0 cpu 800,0|800,0")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("initContainers")
    void resizesInitContainers(
            String name, Case given, UnaryOperator<Seen> observed, List<String> expected) {
        assertThat(text(ResizePlanner.plan(given.input(observed, held(), held()))))
                .as(name)
                .isEqualTo(expected);
    }

    /// Cases of TestComputePodResizeActionForOOMKilledContainer.
    /// Cases of TestComputePodResizeActionForOOMKilledInitContainer.
    /// Cases of TestComputePodResizeActionForOOMKilledSidecarContainer.
    @Test
    void whatWasKilledForItsMemoryIsNotToldButItsPodIs() {
        for (var kind : List.of("", "init:", "sidecar:")) {
            var given =
                    Case.of(kind + "100m,200|100m,200", "")
                            .told(kind.isEmpty() ? "main0" : "init0", "100m,100|100m,100");
            var input =
                    given.input(
                            s -> s.sandbox(0).exited(kind.isEmpty() ? "main0" : "init0", 0, 137),
                            held(100, 0, 102),
                            held(200, 0, 102));

            assertThat(text(ResizePlanner.plan(input)))
                    .as(kind)
                    .containsExactly("limit memory 200");
        }
    }

    @Test
    void aPodOfAFileIsReplacedInstead() {
        var pod = SizedPods.pod("|100m,100").toBuilder();
        pod.getMetadataBuilder().putAnnotations("kubernetes.io/config.source", "file");
        var given = new Case(new DesiredPod(pod.build()), Map.of(), "", Gates.OPEN);

        assertThat(
                        ResizePlanner.plan(
                                given.told("main0", "|200m,200")
                                        .input(s -> s.sandbox(0).running("main0"), held(), held())))
                .isEqualTo(ResizePlan.NOTHING);
    }

    /// What a step says: the container, what of it, then `request,…` as it is told.
    static List<String> text(ResizePlan plan) {
        var lines = new ArrayList<String>();
        plan.restarts().forEach(it -> lines.add("restart " + it.name()));
        for (var step : plan.steps()) {
            lines.add(
                    switch (step) {
                        case ResizePlan.PodLimit limit ->
                                "limit " + limit.resource().text() + " " + limit.value();
                        case ResizePlan.PodShares shares -> "shares " + shares.cpuShares();
                        case ResizePlan.Container it -> {
                            assertThat(it.id()).isEqualTo(id(it.name(), 0));
                            yield it.name() + " " + it.resource().text() + " " + text(it.size());
                        }
                    });
        }
        if (plan.ofPod()) {
            lines.add("pod");
        }
        return lines;
    }

    /// Processors and memory: what is asked for and the limit of each.
    private static String text(ContainerSize size) {
        return "%d,%d|%d,%d"
                .formatted(
                        size.cpuRequest(),
                        size.cpuLimit(),
                        size.memoryRequest(),
                        size.memoryLimit());
    }

    static CgroupLimits held() {
        return held(0, 0, 2);
    }

    static CgroupLimits held(long memory, long quota, long shares) {
        return new CgroupLimits(shares, quota, 100_000, memory, 0, HugePages.Kept.KEPT, Map.of());
    }

    private static Arguments row(String name, Case given, String... expected) {
        return arguments(name, given, List.of(expected));
    }
}
