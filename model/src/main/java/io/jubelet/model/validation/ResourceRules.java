package io.jubelet.model.validation;

import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.ResourceClaim;
import io.jubelet.api.core.ResourceRequirements;
import io.jubelet.api.meta.Quantity;
import io.jubelet.model.pod.Amounts;
import io.jubelet.model.pod.PodResources;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Amounts: names, sizes, requests within limits, pod level within reason.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation validateResourceRequirements, validatePodResources.
final class ResourceRules {
    private static final List<String> POD_LEVEL = List.of("cpu", "hugepages-", "memory");

    /// Checks a resource's name at a path.
    private interface NameRule {
        void check(Violations found, FieldPath at, String name);
    }

    private ResourceRules() {}

    static void container(
            Violations found, FieldPath at, ResourceRequirements resources, Set<String> podClaims) {
        requirements(found, at, resources, podClaims, ResourceRules::containerName);
    }

    static void podLevel(
            Violations found, FieldPath specPath, PodSpec spec, Set<String> podClaims) {
        FieldPath at = specPath.child("resources");
        if (!spec.hasResources()) {
            return;
        }
        if (spec.getOs().getName().equals("windows")) {
            found.forbidden(at, "may not be set for a windows pod");
            return;
        }
        if (spec.getResources().getClaimsCount() > 0) {
            found.forbidden(at.child("claims"), "claims may not be set for Resources at pod-level");
        }
        requirements(found, at, spec.getResources(), podClaims, ResourceRules::podName);
        consistent(found, at, spec);
    }

    private static void requirements(
            Violations found,
            FieldPath at,
            ResourceRequirements resources,
            Set<String> podClaims,
            NameRule nameRule) {
        FieldPath limits = at.child("limits");
        FieldPath requests = at.child("requests");
        new TreeMap<>(resources.getLimitsMap())
                .forEach((name, amount) -> amount(found, limits.key(name), name, amount, nameRule));
        new TreeMap<>(resources.getRequestsMap())
                .forEach(
                        (name, request) -> {
                            amount(found, requests.key(name), name, request, nameRule);
                            withinLimit(found, at, name, request, resources.getLimitsMap());
                        });
        Set<String> names = new TreeSet<>(resources.getLimitsMap().keySet());
        names.addAll(resources.getRequestsMap().keySet());
        if (names.stream().anyMatch(ResourceNames::isHugePages)
                && names.stream().noneMatch(ResourceNames::isCompute)) {
            found.forbidden(at, "HugePages require cpu or memory");
        }
        claims(found, at.child("claims"), resources.getClaimsList(), podClaims);
    }

    private static void amount(
            Violations found, FieldPath at, String name, Quantity amount, NameRule nameRule) {
        nameRule.check(found, at, name);
        quantity(found, at, name, amount);
        if (ResourceNames.isHugePages(name) && !isWholePages(name, amount)) {
            String text = Amounts.text(amount);
            found.invalid(at, text, text + " is not positive integer multiple of " + name);
        }
    }

    /// The amount itself: never negative, and whole where the resource comes in pieces.
    static void quantity(Violations found, FieldPath at, String name, Quantity amount) {
        if (Amounts.of(amount).signum() < 0) {
            found.invalid(at, Amounts.text(amount), "must be greater than or equal to 0");
        }
        if (ResourceNames.isCounted(name) && Amounts.of(amount).milliValue() % 1000 != 0) {
            found.invalid(at, Amounts.text(amount), "must be an integer");
        }
    }

    private static boolean isWholePages(String name, Quantity amount) {
        return io.jubelet.model.quantity.Quantity.tryParse(ResourceNames.pageSize(name))
                .filter(size -> size.signum() > 0 && size.milliValue() % 1000 == 0)
                .filter(size -> Amounts.of(amount).value() % size.value() == 0)
                .isPresent();
    }

    private static void withinLimit(
            Violations found,
            FieldPath at,
            String name,
            Quantity request,
            Map<String, Quantity> limits) {
        Quantity limit = limits.get(name);
        boolean overcommit = ResourceNames.mayBeOvercommitted(name);
        if (limit == null) {
            if (!overcommit) {
                found.required(
                        at.child("limits"), "Limit must be set for non overcommitable resources");
            }
            return;
        }
        int order = Amounts.of(request).compareTo(Amounts.of(limit));
        String suffix = name + " limit of " + Amounts.text(limit);
        if (order != 0 && !overcommit) {
            found.invalid(
                    at.child("requests"), Amounts.text(request), "must be equal to " + suffix);
        } else if (order > 0) {
            found.invalid(
                    at.child("requests"),
                    Amounts.text(request),
                    "must be less than or equal to " + suffix);
        }
    }

    private static boolean anyName(Violations found, FieldPath at, String name) {
        List<String> complaints = NameFormats.qualifiedName(name);
        found.invalidEach(at, name, complaints);
        if (!complaints.isEmpty()) {
            return false;
        }
        if (!name.contains("/") && !ResourceNames.isStandard(name)) {
            found.invalid(at, name, "must be a standard resource type or fully qualified");
            return false;
        }
        return true;
    }

    private static void containerName(Violations found, FieldPath at, String name) {
        anyName(found, at, name);
        if (!name.contains("/")) {
            if (!ResourceNames.isForContainers(name)) {
                found.invalid(at, name, "must be a standard resource for containers");
            }
        } else if (!ResourceNames.isNative(name) && !ResourceNames.isExtended(name)) {
            found.invalid(at, name, "doesn't follow extended resource name standard");
        }
    }

    private static void podName(Violations found, FieldPath at, String name) {
        if (anyName(found, at, name)
                && !ResourceNames.isCompute(name)
                && !ResourceNames.isHugePages(name)) {
            found.unsupported(at, name, POD_LEVEL);
        }
    }

    private static void claims(
            Violations found, FieldPath at, List<ResourceClaim> claims, Set<String> podClaims) {
        Set<String> seen = new LinkedHashSet<>();
        for (int i = 0; i < claims.size(); i++) {
            ResourceClaim claim = claims.get(i);
            FieldPath here = at.index(i);
            if (claim.getName().isEmpty()) {
                found.required(here);
                continue;
            }
            claimOnce(found, here, claim, seen);
            if (!podClaims.contains(claim.getName())) {
                String detail = "must be one of the names in pod.spec.resourceClaims";
                found.notFound(
                        here,
                        claim.getName(),
                        podClaims.isEmpty()
                                ? detail + " which is empty"
                                : detail + ": " + String.join(", ", new TreeSet<>(podClaims)));
            }
        }
    }

    private static void claimOnce(
            Violations found, FieldPath at, ResourceClaim claim, Set<String> seen) {
        String name = claim.getName();
        if (seen.contains(name)) {
            found.duplicate(at, name);
            return;
        }
        String request = claim.getRequest();
        if (!request.isEmpty()) {
            found.invalidEach(at.child("request"), request, NameFormats.label(request));
        }
        String key = request.isEmpty() ? name : name + "/" + request;
        if (!seen.add(key)) {
            found.duplicate(at, key);
        } else if (request.isEmpty()) {
            seen.stream()
                    .filter(other -> other.startsWith(name + "/"))
                    .forEach(_ -> found.duplicate(at, name));
        }
    }

    /// The pod as a whole must be able to hold its containers.
    private static void consistent(Violations found, FieldPath at, PodSpec spec) {
        Map<String, Quantity> podRequests = spec.getResources().getRequestsMap();
        Map<String, Quantity> podLimits = spec.getResources().getLimitsMap();
        PodResources.containerRequests(spec)
                .forEach((name, sum) -> holds(found, at.child("requests"), name, sum, podRequests));
        PodResources.containerLimits(spec)
                .forEach(
                        (name, sum) -> {
                            if (ResourceNames.isHugePages(name)) {
                                holds(found, at.child("limits"), name, sum, podLimits);
                            }
                        });
        for (int i = 0; i < spec.getContainersCount(); i++) {
            FieldPath container = at.child("containers").index(i);
            new TreeMap<>(spec.getContainers(i).getResources().getLimitsMap())
                    .forEach(
                            (name, limit) -> {
                                Quantity podLimit = podLimits.get(name);
                                if (podLimit != null && exceeds(limit, podLimit)) {
                                    found.invalid(
                                            container.key(name).child("limits"),
                                            Amounts.text(limit),
                                            "must be less than or equal to pod limits of "
                                                    + Amounts.text(podLimit));
                                }
                            });
        }
    }

    private static void holds(
            Violations found,
            FieldPath at,
            String name,
            Quantity sum,
            Map<String, Quantity> podAmounts) {
        Quantity whole = podAmounts.get(name);
        if (whole != null && exceeds(sum, whole)) {
            String kind = at.text().endsWith("requests") ? "requests" : "limits";
            found.invalid(
                    at.key(name),
                    Amounts.text(whole),
                    "must be greater than or equal to aggregate container "
                            + kind
                            + " of "
                            + Amounts.text(sum));
        }
    }

    private static boolean exceeds(Quantity amount, Quantity bound) {
        return Amounts.of(amount).compareTo(Amounts.of(bound)) > 0;
    }
}
