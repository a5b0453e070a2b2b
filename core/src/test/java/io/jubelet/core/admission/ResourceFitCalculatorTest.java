package io.jubelet.core.admission;

import static io.jubelet.core.admission.Candidates.amounts;
import static io.jubelet.core.admission.Candidates.empty;
import static io.jubelet.core.admission.Candidates.node;
import static io.jubelet.core.admission.Candidates.pod;
import static io.jubelet.core.admission.Candidates.requesting;
import static io.jubelet.core.admission.Candidates.withInit;
import static io.jubelet.core.admission.Candidates.withSidecar;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ResourceFitCalculatorTest {
    private static final String NODE =
            "cpu=10m memory=20 pods=32 example.com/aaa=5 hugepages-2Mi=5 ephemeral-storage=20";

    /// Name, candidate, the pod that is there, and what is short as resource:requested/used/of.
    static Stream<Arguments> enoughRequests() {
        return Stream.of(
                fits("no resources requested always fits", empty(), "cpu=10m memory=20"),
                lacks(
                        "too many resources fails",
                        requesting("p", "cpu=1m memory=1"),
                        "cpu=10m memory=20",
                        "cpu:1/10/10",
                        "memory:1/20/20"),
                lacks(
                        "too many resources fails due to init container cpu",
                        withInit(requesting("p", "cpu=1m memory=1"), "cpu=3m memory=1"),
                        "cpu=8m memory=19",
                        "cpu:3/8/10"),
                lacks(
                        "too many resources fails due to highest init container cpu",
                        withInit(
                                requesting("p", "cpu=1m memory=1"),
                                "cpu=3m memory=1",
                                "cpu=2m memory=1"),
                        "cpu=8m memory=19",
                        "cpu:3/8/10"),
                lacks(
                        "too many resources fails due to init container memory",
                        withInit(requesting("p", "cpu=1m memory=1"), "cpu=1m memory=3"),
                        "cpu=9m memory=19",
                        "memory:3/19/20"),
                fits(
                        "init container fits because it's the max, not sum, of containers and init"
                                + " containers",
                        withInit(requesting("p", "cpu=1m memory=1"), "cpu=1m memory=1"),
                        "cpu=9m memory=19"),
                fits("both resources fit", requesting("p", "cpu=1m memory=1"), "cpu=5m memory=5"),
                lacks(
                        "one resource memory fits",
                        requesting("p", "cpu=2m memory=1"),
                        "cpu=9m memory=5",
                        "cpu:2/9/10"),
                lacks(
                        "one resource cpu fits",
                        requesting("p", "cpu=1m memory=2"),
                        "cpu=5m memory=19",
                        "memory:2/19/20"),
                fits("equal edge case", requesting("p", "cpu=5m memory=1"), "cpu=5m memory=19"),
                fits(
                        "extended resource fits",
                        requesting("p", "example.com/aaa=1"),
                        "example.com/aaa=0"),
                lacks(
                        "extended resource capacity enforced",
                        requesting("p", "example.com/aaa=10"),
                        "",
                        "example.com/aaa:10/0/5"),
                lacks(
                        "extended resource allocatable enforced for multiple containers",
                        requesting("p", "example.com/aaa=3", "example.com/aaa=3"),
                        "example.com/aaa=2",
                        "example.com/aaa:6/2/5"),
                fits(
                        "extended resource allocatable admits multiple init containers",
                        withInit(empty(), "example.com/aaa=3", "example.com/aaa=3"),
                        "example.com/aaa=2"),
                lacks(
                        "kubernetes.io resource capacity enforced",
                        requesting("p", "kubernetes.io/something=10"),
                        "",
                        "kubernetes.io/something:10/0/0"),
                lacks(
                        "hugepages resource capacity enforced",
                        requesting("p", "hugepages-2Mi=10"),
                        "",
                        "hugepages-2Mi:10/0/5"),
                fits(
                        "resources + pod overhead fits",
                        overhead(requesting("p", "cpu=1m memory=1"), "cpu=3m memory=13"),
                        "cpu=5m memory=5"),
                lacks(
                        "requests + overhead does not fit for memory",
                        overhead(requesting("p", "cpu=1m memory=1"), "cpu=1m memory=15"),
                        "cpu=5m memory=5",
                        "memory:16/5/20"),
                lacks(
                        "pod-level cpu resource not fit",
                        podLevel(requesting("p", "cpu=1m memory=1"), "cpu=8m memory=2"),
                        "cpu=5m memory=5",
                        "cpu:8/5/10"),
                lacks(
                        "a sidecar runs beside the containers",
                        withSidecar(requesting("p", "cpu=2m"), "cpu=2m"),
                        "cpu=7m",
                        "cpu:4/7/10"));
    }

    private static Arguments fits(String name, Pod candidate, String used) {
        return Arguments.of(name, candidate, used, List.of());
    }

    private static Arguments lacks(String name, Pod candidate, String used, String... what) {
        return Arguments.of(name, candidate, used, List.of(what));
    }

    private static Pod overhead(Pod pod, String overhead) {
        var changed = pod.toBuilder();
        changed.getSpecBuilder().putAllOverhead(amounts(overhead));
        return changed.build();
    }

    private static Pod podLevel(Pod pod, String requests) {
        var changed = pod.toBuilder();
        changed.getSpecBuilder().getResourcesBuilder().putAllRequests(amounts(requests));
        return changed.build();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("enoughRequests")
    void findsWhatIsShort(String name, Pod candidate, String used, List<String> expected) {
        var there = requesting("there", used);

        assertThat(text(ResourceFitCalculator.calculate(candidate, List.of(there), node(NODE))))
                .isEqualTo(expected);
    }

    @Test
    void doesNotAskForExtendedResourcesThatTheNodeDoesNotList() {
        var candidate = requesting("p", "cpu=1m example.com/of-the-cluster=4");

        assertThat(ResourceFitCalculator.calculate(candidate, List.of(), node(NODE))).isEmpty();
    }

    @Test
    void countsPods() {
        var there = pod("there", pod -> {});

        assertThat(
                        text(
                                ResourceFitCalculator.calculate(
                                        empty(), List.of(there, there), node("pods=2"))))
                .containsExactly("pods:1/2/2");
    }

    @Test
    void saysItInUpstreamsWords() {
        var shortage = new Misfit.Shortage("cpu", 8, 5, 10);

        assertThat(shortage.reason()).isEqualTo("OutOfcpu");
        assertThat(shortage.message())
                .isEqualTo(
                        "Node didn't have enough resource: cpu, requested: 8, used: 5,"
                                + " capacity: 10");
    }

    private static List<String> text(List<Misfit.Shortage> shortages) {
        return shortages.stream()
                .map(s -> s.resource() + ":" + s.requested() + "/" + s.used() + "/" + s.capacity())
                .toList();
    }
}
