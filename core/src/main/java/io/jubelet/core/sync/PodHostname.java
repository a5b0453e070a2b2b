package io.jubelet.core.sync;

import io.jubelet.api.core.Pod;

/// What a pod calls itself. Pure.
///
/// Upstream: kubelet_pods.go GeneratePodHostNameAndDomain, util SetHostnameAsFQDN.
///
/// @param domain what follows the name in the pod's own hosts file; empty where there is none
record PodHostname(String name, String domain) {
    private static final int LONGEST_NAME = 63;
    private static final int LONGEST_FULL_NAME = 64;

    static PodHostname of(Pod pod, String clusterDomain) {
        var spec = pod.getSpec();
        if (spec.hasHostnameOverride()) {
            return new PodHostname(shortened(spec.getHostnameOverride()), "");
        }
        var name = spec.getHostname().isEmpty() ? pod.getMetadata().getName() : spec.getHostname();
        var domain =
                spec.getSubdomain().isEmpty()
                        ? ""
                        : "%s.%s.svc.%s"
                                .formatted(
                                        spec.getSubdomain(),
                                        pod.getMetadata().getNamespace(),
                                        clusterDomain);
        return new PodHostname(shortened(name), domain);
    }

    /// A hostname is a label: it is cut to what fits, and ends with a letter or digit.
    private static String shortened(String name) {
        if (name.length() <= LONGEST_NAME) {
            return name;
        }
        var end = LONGEST_NAME;
        while (end > 0 && "-.".indexOf(name.charAt(end - 1)) >= 0) {
            end--;
        }
        return name.substring(0, end);
    }

    /// What the kernel of the pod is told: the name, or with `setHostnameAsFQDN` all of it.
    ///
    /// Throws [IllegalArgumentException] with the line to show when that is too long.
    String ofKernel(Pod pod) {
        if (!pod.getSpec().getSetHostnameAsFQDN() || domain.isEmpty()) {
            return name;
        }
        var full = name + "." + domain;
        if (full.length() > LONGEST_FULL_NAME) {
            throw new IllegalArgumentException(
                    ("failed to construct FQDN from pod hostname and cluster domain, FQDN %s is too"
                                    + " long (%d characters is the max, %d characters requested)")
                            .formatted(full, LONGEST_FULL_NAME, full.length()));
        }
        return full;
    }
}
