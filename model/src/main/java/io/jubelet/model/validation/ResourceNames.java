package io.jubelet.model.validation;

import java.util.Set;

/// What a resource's name tells: whose it is, whether it may be overcommitted, whether it comes
/// in whole pieces.
///
/// Thread: any; pure.
///
/// Upstream: apis/core/helper IsStandardResourceName, IsExtendedResourceName and their kin.
final class ResourceNames {
    private static final String HUGE_PAGES = "hugepages-";
    private static final Set<String> CONTAINER = Set.of("cpu", "memory", "ephemeral-storage");
    private static final Set<String> COUNTED =
            Set.of(
                    "pods",
                    "resourcequotas",
                    "services",
                    "replicationcontrollers",
                    "secrets",
                    "configmaps",
                    "persistentvolumeclaims",
                    "services.nodeports",
                    "services.loadbalancers");
    private static final Set<String> OTHER_STANDARD =
            Set.of(
                    "requests.cpu",
                    "requests.memory",
                    "requests.ephemeral-storage",
                    "limits.cpu",
                    "limits.memory",
                    "limits.ephemeral-storage",
                    "storage",
                    "requests.storage");

    private ResourceNames() {}

    static boolean isCompute(String name) {
        return name.equals("cpu") || name.equals("memory");
    }

    static boolean isHugePages(String name) {
        return name.startsWith(HUGE_PAGES);
    }

    /// The page size in a name such as `hugepages-2Mi`.
    static String pageSize(String name) {
        return name.substring(HUGE_PAGES.length());
    }

    static boolean isStandard(String name) {
        return CONTAINER.contains(name)
                || COUNTED.contains(name)
                || OTHER_STANDARD.contains(name)
                || isHugePages(name)
                || name.startsWith("requests." + HUGE_PAGES);
    }

    static boolean isForContainers(String name) {
        return CONTAINER.contains(name) || isHugePages(name);
    }

    /// Kubernetes' own: without a domain, or in one of its domains.
    static boolean isNative(String name) {
        return !name.contains("/") || name.contains("kubernetes.io/");
    }

    /// Somebody else's, such as a device plugin's.
    static boolean isExtended(String name) {
        return !isNative(name)
                && !name.startsWith("requests.")
                && NameFormats.qualifiedName("requests." + name).isEmpty();
    }

    static boolean mayBeOvercommitted(String name) {
        return isNative(name) && !isHugePages(name);
    }

    static boolean isCounted(String name) {
        return COUNTED.contains(name) || isExtended(name);
    }
}
