package io.jubelet.core.sync;

import io.jubelet.api.core.ResourceRequirements;
import io.jubelet.api.meta.Quantity;
import io.jubelet.model.pod.Amounts;
import java.util.Map;

/// What of a container, or of a pod as a whole, can change while it runs. Zero where nothing is
/// said.
///
/// @param cpuRequest in thousandths of a processor
/// @param cpuLimit in thousandths of a processor
/// @param memoryRequest in bytes
/// @param memoryLimit in bytes
///
/// Upstream: kuberuntime_manager.go resourceRequirements.
public record ContainerSize(long cpuRequest, long cpuLimit, long memoryRequest, long memoryLimit) {
    public static final ContainerSize NONE = new ContainerSize(0, 0, 0, 0);

    public static ContainerSize of(ResourceRequirements resources) {
        var requests = resources.getRequestsMap();
        var limits = resources.getLimitsMap();
        return new ContainerSize(
                amount(requests, "cpu").milliValue(),
                amount(limits, "cpu").milliValue(),
                amount(requests, "memory").value(),
                amount(limits, "memory").value());
    }

    /// The same with the limits of its pod where it has none of its own.
    ContainerSize within(ContainerSize pod) {
        return new ContainerSize(
                cpuRequest,
                cpuLimit == 0 ? pod.cpuLimit() : cpuLimit,
                memoryRequest,
                memoryLimit == 0 ? pod.memoryLimit() : memoryLimit);
    }

    /// The same with the memory of another.
    ContainerSize withMemoryOf(ContainerSize other) {
        return new ContainerSize(cpuRequest, cpuLimit, other.memoryRequest, other.memoryLimit);
    }

    /// How much more another has of it: of its limit, or where that stays, of its request.
    long growth(Resource resource, ContainerSize other) {
        return switch (resource) {
            case CPU -> growth(cpuLimit, other.cpuLimit, other.cpuRequest - cpuRequest);
            case MEMORY ->
                    growth(memoryLimit, other.memoryLimit, other.memoryRequest - memoryRequest);
        };
    }

    private static long growth(long limit, long otherLimit, long ofRequest) {
        return limit == otherLimit ? ofRequest : otherLimit - limit;
    }

    private static io.jubelet.model.quantity.Quantity amount(
            Map<String, Quantity> amounts, String resource) {
        var amount = amounts.get(resource);
        return amount == null ? io.jubelet.model.quantity.Quantity.ZERO : Amounts.of(amount);
    }

    /// What a size is made of.
    public enum Resource {
        MEMORY("memory"),
        CPU("cpu");

        private final String text;

        Resource(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
