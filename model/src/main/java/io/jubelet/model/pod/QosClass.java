package io.jubelet.model.pod;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.ResourceRequirements;
import io.jubelet.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// How well a pod is protected when the node runs short, read off its cpu and memory amounts.
///
/// - Guaranteed: every container limits cpu and memory, and all requests equal the limits.
/// - Best effort: nothing asks for cpu or memory.
/// - Burstable: everything between.
///
/// Thread: any; pure.
///
/// Upstream: apis/core/v1/helper/qos ComputePodQOS, GetPodQOS.
public enum QosClass {
    GUARANTEED("Guaranteed"),
    BURSTABLE("Burstable"),
    BEST_EFFORT("BestEffort");

    private static final List<String> COMPUTE = List.of("cpu", "memory");

    private final String text;

    QosClass(String text) {
        this.text = text;
    }

    /// The name in the API, such as `BestEffort`.
    public String text() {
        return text;
    }

    /// The class that the pod's status already states, else the computed one.
    public static QosClass of(Pod pod) {
        return Stream.of(values())
                .filter(qos -> qos.text.equals(pod.getStatus().getQosClass()))
                .findFirst()
                .orElseGet(() -> compute(pod));
    }

    /// The class of the pod's spec, with amounts on pod level counting where they are set.
    public static QosClass compute(Pod pod) {
        return compute(pod, true);
    }

    /// @param podLevelResources the gate of that name: whether amounts on pod level count
    public static QosClass compute(Pod pod, boolean podLevelResources) {
        PodSpec spec = pod.getSpec();
        Sums sums = new Sums();
        if (podLevelResources && spec.hasResources()) {
            sums.addPodLevel(spec.getResources());
        } else {
            Stream.of(spec.getContainersList(), spec.getInitContainersList())
                    .flatMap(List::stream)
                    .map(Container::getResources)
                    .forEach(sums::addContainer);
        }
        return sums.qos();
    }

    /// What has been asked for so far, and whether each part limits all of it.
    private static final class Sums {
        private final Map<String, Quantity> requests = new TreeMap<>();
        private final Map<String, Quantity> limits = new TreeMap<>();
        private boolean everyPartLimited = true;

        void addPodLevel(ResourceRequirements resources) {
            add(requests, resources.getRequestsMap());
            if (resources.getLimitsCount() > 0) {
                everyPartLimited = add(limits, resources.getLimitsMap()) == COMPUTE.size();
            }
        }

        void addContainer(ResourceRequirements resources) {
            add(requests, resources.getRequestsMap());
            everyPartLimited &= add(limits, resources.getLimitsMap()) == COMPUTE.size();
        }

        /// Adds the positive compute amounts and says how many there were.
        private static int add(
                Map<String, Quantity> sums, Map<String, io.jubelet.api.meta.Quantity> more) {
            int found = 0;
            for (String name : COMPUTE) {
                var written = more.get(name);
                if (written == null || Amounts.of(written).signum() <= 0) {
                    continue;
                }
                sums.merge(name, Amounts.of(written), Quantity::add);
                found++;
            }
            return found;
        }

        QosClass qos() {
            if (requests.isEmpty() && limits.isEmpty()) {
                return BEST_EFFORT;
            }
            return everyPartLimited && requests.equals(limits) ? GUARANTEED : BURSTABLE;
        }
    }
}
