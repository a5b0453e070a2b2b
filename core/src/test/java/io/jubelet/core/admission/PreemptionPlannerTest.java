package io.jubelet.core.admission;

import static io.jubelet.core.admission.Candidates.container;
import static io.jubelet.core.admission.Candidates.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.core.admission.PreemptionPlanner.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class PreemptionPlannerTest {
    private static final int CLUSTER_CRITICAL = 2_000_000_000;
    private static final int NODE_CRITICAL = CLUSTER_CRITICAL + 100;
    private static final Pod BEST_EFFORT = sized("bestEffort", "", "");
    private static final Pod BURSTABLE = sized("burstable", "cpu=100m memory=100Mi", "");
    private static final Pod GUARANTEED =
            sized("guaranteed", "cpu=100m memory=100Mi", "cpu=100m memory=100Mi");
    private static final Pod BIG_BURSTABLE =
            sized("high-request-burstable", "cpu=300m memory=300Mi", "");
    private static final Pod BIG_GUARANTEED =
            sized("high-request-guaranteed", "cpu=300m memory=300Mi", "cpu=300m memory=300Mi");
    private static final Pod CRITICAL = critical("cluster-critical", CLUSTER_CRITICAL);
    private static final Pod NODES_OWN = critical("node-critical", NODE_CRITICAL);

    /// Name, the critical pod, the pods that are there, what is short, whom it costs or `hopeless`.
    static Stream<Arguments> podsToPreempt() {
        var everyone = List.of(BEST_EFFORT, BURSTABLE, BIG_BURSTABLE, GUARANTEED, BIG_GUARANTEED);
        return Stream.of(
                Arguments.of("no requirements", CRITICAL, List.of(), needed(0, 0, 0), "[]"),
                Arguments.of(
                        "no pods",
                        CRITICAL,
                        List.of(),
                        needed(0, 0, 1),
                        hopeless("(res: pods, q: 1), ")),
                Arguments.of(
                        "equal pods and resources requirements",
                        CRITICAL,
                        List.of(BURSTABLE),
                        needed(100, 100, 1),
                        "[burstable]"),
                Arguments.of(
                        "higher requirements than pod requests",
                        CRITICAL,
                        List.of(BURSTABLE),
                        needed(200, 200, 2),
                        hopeless(
                                "(res: cpu, q: 100), (res: memory, q: 104857600), (res: pods, q:"
                                        + " 1), ")),
                Arguments.of(
                        "choose between bestEffort and burstable",
                        CRITICAL,
                        List.of(BURSTABLE, BEST_EFFORT),
                        needed(0, 0, 1),
                        "[bestEffort]"),
                Arguments.of(
                        "choose between burstable and guaranteed",
                        CRITICAL,
                        List.of(BURSTABLE, GUARANTEED),
                        needed(0, 0, 1),
                        "[burstable]"),
                Arguments.of(
                        "choose lower request burstable if it meets requirements",
                        CRITICAL,
                        List.of(BEST_EFFORT, BIG_BURSTABLE, BURSTABLE),
                        needed(100, 100, 0),
                        "[burstable]"),
                Arguments.of(
                        "choose higher request burstable if lower does not meet requirements",
                        CRITICAL,
                        List.of(BEST_EFFORT, BURSTABLE, BIG_BURSTABLE),
                        needed(150, 150, 0),
                        "[high-request-burstable]"),
                Arguments.of(
                        "multiple pods required",
                        CRITICAL,
                        everyone,
                        needed(350, 350, 0),
                        "[high-request-burstable, burstable]"),
                Arguments.of(
                        "evict guaranteed when we have to, and dont evict the extra burstable",
                        CRITICAL,
                        everyone,
                        needed(0, 550, 0),
                        "[high-request-burstable, high-request-guaranteed]"),
                Arguments.of(
                        "evict cluster critical pod for node critical pod",
                        NODES_OWN,
                        List.of(CRITICAL),
                        needed(100, 0, 0),
                        "[cluster-critical]"),
                Arguments.of(
                        "can not evict node critical pod for cluster critical pod",
                        CRITICAL,
                        List.of(NODES_OWN),
                        needed(100, 0, 0),
                        hopeless("(res: cpu, q: 100), ")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("podsToPreempt")
    void choosesAsUpstream(
            String name,
            Pod preemptor,
            List<Pod> active,
            List<Misfit.Shortage> shortages,
            String expected) {
        var choice = PreemptionPlanner.choose(preemptor, active, shortages);

        assertThat(
                        switch (choice) {
                            case Choice.Victims victims ->
                                    victims.pods().stream()
                                            .map(victim -> victim.getMetadata().getName())
                                            .toList()
                                            .toString();
                            case Choice.Hopeless hopeless -> hopeless.message();
                        })
                .isEqualTo(expected);
    }

    private static String hopeless(String rest) {
        return "no set of running pods found to reclaim resources: [" + rest + "]";
    }

    /// @param memory in Mi
    private static List<Misfit.Shortage> needed(long cpu, long memory, long pods) {
        var shortages = new ArrayList<Misfit.Shortage>();
        if (cpu > 0) {
            shortages.add(new Misfit.Shortage("cpu", cpu, 0, 0));
        }
        if (memory > 0) {
            shortages.add(new Misfit.Shortage("memory", memory << 20, 0, 0));
        }
        if (pods > 0) {
            shortages.add(new Misfit.Shortage("pods", pods, 0, 0));
        }
        return shortages;
    }

    private static Pod sized(String name, String requests, String limits) {
        return pod(name, it -> it.getSpecBuilder().addContainers(container(requests, limits)));
    }

    private static Pod critical(String name, int priority) {
        var changed = sized(name, "cpu=100m memory=100Mi", "").toBuilder();
        changed.getSpecBuilder().setPriority(priority);
        return changed.build();
    }
}
