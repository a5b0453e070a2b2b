package io.jubelet.model.defaulting;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.ResourceRequirements;
import io.jubelet.api.meta.Quantity;
import io.jubelet.model.pod.Amounts;
import io.jubelet.model.pod.PodResources;
import java.util.Map;
import java.util.TreeMap;

/// The defaults of amounts: requests from limits, amounts on pod level from the containers', and
/// rounding up to thousandths.
///
/// Thread: any; pure but for the builder it is handed.
///
/// Upstream: apis/core/v1/defaults.go SetDefaults_Pod, SetDefaults_ResourceList,
/// defaultHugePagePodLimits, defaultPodRequests; component-helpers/resource
/// AggregateContainerRequests.
final class ResourceDefaults {
    private static final String HUGE_PAGES = "hugepages-";

    private ResourceDefaults() {}

    /// What is limited and not requested is requested up to its limit.
    static Container requestsFromLimits(Container container) {
        if (container.getResources().getLimitsCount() == 0) {
            return container;
        }
        Container.Builder out = container.toBuilder();
        ResourceRequirements.Builder resources = out.getResourcesBuilder();
        container
                .getResources()
                .getLimitsMap()
                .forEach(
                        (name, limit) -> {
                            if (!resources.containsRequests(name)) {
                                resources.putRequests(name, limit);
                            }
                        });
        return out.build();
    }

    /// Completes amounts on pod level, where there are some, from those of the containers.
    static void podLevel(PodSpec.Builder spec) {
        ResourceRequirements given = spec.getResources();
        if (given.getLimitsCount() == 0 && given.getRequestsCount() == 0) {
            return;
        }
        ResourceRequirements.Builder resources = spec.getResourcesBuilder();
        PodResources.containerLimits(spec)
                .forEach(
                        (name, sum) -> {
                            if (name.startsWith(HUGE_PAGES)
                                    && !resources.containsRequests(name)
                                    && !resources.containsLimits(name)) {
                                resources.putLimits(name, sum);
                            }
                        });
        if (resources.getLimitsCount() > 0) {
            podRequests(spec, resources);
        }
    }

    /// Asked for by containers: their sum. Only limited on pod level: that limit.
    private static void podRequests(PodSpec.Builder spec, ResourceRequirements.Builder resources) {
        PodResources.containerRequests(spec)
                .forEach(
                        (name, sum) -> {
                            if (isCompute(name) && !resources.containsRequests(name)) {
                                resources.putRequests(name, sum);
                            }
                        });
        resources
                .getLimitsMap()
                .forEach(
                        (name, limit) -> {
                            if ((isCompute(name) || name.startsWith(HUGE_PAGES))
                                    && !resources.containsRequests(name)) {
                                resources.putRequests(name, limit);
                            }
                        });
    }

    private static boolean isCompute(String name) {
        return name.equals("cpu") || name.equals("memory");
    }

    static ResourceRequirements rounded(ResourceRequirements resources) {
        return resources.toBuilder()
                .putAllLimits(rounded(resources.getLimitsMap()))
                .putAllRequests(rounded(resources.getRequestsMap()))
                .build();
    }

    /// Amounts finer than a thousandth are rounded up, and all are written in canonical form.
    static Map<String, Quantity> rounded(Map<String, Quantity> amounts) {
        Map<String, Quantity> rounded = new TreeMap<>();
        amounts.forEach((name, amount) -> rounded.put(name, Amounts.roundUpToMilli(amount)));
        return rounded;
    }
}
