package io.jubelet.core.volume;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.ResourceFieldSelector;
import io.jubelet.model.quantity.Quantity;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The amount that a `resourceFieldRef` names, in units of its divisor, rounded up. Where a
/// container has no limit of its own, that of its pod is one, and else the node's share for
/// pods. Pure.
///
/// Upstream: pkg/api/v1/resource helpers.go ExtractContainerResourceValue, kubelet_resources.go.
public final class ResourceFields {
    private static final String LIMITS = "limits.";
    private static final String REQUESTS = "requests.";
    private static final String HUGE_PAGES = "hugepages-";
    private static final Quantity ONE = Quantity.parse("1");

    private ResourceFields() {}

    /// Empty when there is no such resource or container.
    ///
    /// @param own the container that asks; one that the selector names comes first
    public static Optional<String> value(
            ResourceFieldSelector selector,
            Pod pod,
            Optional<Container> own,
            Map<String, Quantity> allocatable) {
        var container =
                selector.getContainerName().isEmpty()
                        ? own
                        : named(pod, selector.getContainerName());
        return container.flatMap(found -> value(selector, found, pod, allocatable));
    }

    private static Optional<String> value(
            ResourceFieldSelector selector,
            Container container,
            Pod pod,
            Map<String, Quantity> allocatable) {
        var field = selector.getResource();
        var divisor = divisor(selector);
        if (field.startsWith(LIMITS)) {
            var resource = field.substring(LIMITS.length());
            var limit = amount(container.getResources().getLimitsMap(), resource);
            var ofNode = allocatable.get(resource);
            var used =
                    limit.isZero() && ofNode != null && isShared(resource)
                            ? ofPod(pod, resource).orElse(ofNode)
                            : limit;
            return inUnits(resource, used, divisor);
        }
        if (field.startsWith(REQUESTS)) {
            var resource = field.substring(REQUESTS.length());
            var request = amount(container.getResources().getRequestsMap(), resource);
            return inUnits(resource, request, divisor);
        }
        return Optional.empty();
    }

    /// What all containers of the pod may have together, if it says so.
    private static Optional<Quantity> ofPod(Pod pod, String resource) {
        var limit = amount(pod.getSpec().getResources().getLimitsMap(), resource);
        return limit.isZero() ? Optional.empty() : Optional.of(limit);
    }

    private static Optional<Container> named(Pod pod, String name) {
        var spec = pod.getSpec();
        return Stream.concat(
                        spec.getContainersList().stream(), spec.getInitContainersList().stream())
                .filter(container -> container.getName().equals(name))
                .findFirst();
    }

    private static Quantity divisor(ResourceFieldSelector selector) {
        var text = selector.getDivisor().getString();
        var given = text.isEmpty() ? Quantity.ZERO : Quantity.parse(text);
        return given.isZero() ? ONE : given;
    }

    private static Quantity amount(
            Map<String, io.jubelet.api.meta.Quantity> amounts, String resource) {
        var amount = amounts.get(resource);
        return amount == null ? Quantity.ZERO : Quantity.parse(amount.getString());
    }

    /// Huge pages are never more than a container asked for.
    private static boolean isShared(String resource) {
        return resource.equals("cpu")
                || resource.equals("memory")
                || resource.equals("ephemeral-storage");
    }

    private static Optional<String> inUnits(String resource, Quantity amount, Quantity divisor) {
        if (resource.equals("cpu")) {
            return Optional.of(ceiling(amount.milliValue(), divisor.milliValue()));
        }
        return isShared(resource) || resource.startsWith(HUGE_PAGES)
                ? Optional.of(ceiling(amount.value(), divisor.value()))
                : Optional.empty();
    }

    private static String ceiling(long amount, long unit) {
        return Long.toString(Math.ceilDiv(amount, Math.max(1, unit)));
    }
}
