package io.jubelet.app.up;

import io.jubelet.core.status.PodView;
import java.util.List;

/// How far the pods of a folder have come. Pure.
final class RunOnceCalculator {
    private RunOnceCalculator() {}

    /// Where they are all together.
    enum Outcome {
        /// Some pod is neither ready nor at its end.
        GOING_ON,
        /// All are ready or succeeded.
        WELL,
        /// All are ready or at their end, and some failed or could not be read.
        BADLY
    }

    /// @param manifests how many there are in the folder; each becomes a pod or a problem
    static Outcome calculate(int manifests, List<PodView> pods, int problems) {
        var allThere = pods.size() + problems >= manifests;
        if (!allThere || !pods.stream().allMatch(RunOnceCalculator::settled)) {
            return Outcome.GOING_ON;
        }
        var failed = pods.stream().anyMatch(pod -> phase(pod).equals("Failed"));
        return failed || problems > 0 ? Outcome.BADLY : Outcome.WELL;
    }

    private static boolean settled(PodView pod) {
        return phase(pod).equals("Failed") || phase(pod).equals("Succeeded") || ready(pod);
    }

    private static boolean ready(PodView pod) {
        return pod.status().getConditionsList().stream()
                .anyMatch(it -> it.getType().equals("Ready") && it.getStatus().equals("True"));
    }

    private static String phase(PodView pod) {
        return pod.status().getPhase();
    }
}
