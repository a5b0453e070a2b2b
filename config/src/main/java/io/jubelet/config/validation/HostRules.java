package io.jubelet.config.validation;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.util.Optional;

/// The rules that depend on the machine; only the first one broken is told.
///
/// Thread: any; pure.
///
/// Upstream: validation_linux.go.
final class HostRules {
    private static final long IDS_PER_UNIT = 65536;
    private static final long MOST_IDS = 0xffff_ffffL;

    private HostRules() {}

    static void check(KubeletConfiguration config, HostFacts host, Findings findings) {
        fault(config, host).ifPresent(findings::add);
    }

    private static Optional<String> fault(KubeletConfiguration config, HostFacts host) {
        boolean v1 = host.cgroupVersion() == HostFacts.CgroupVersion.V1;
        if (v1 && config.getFailCgroupV1()) {
            return Optional.of(
                    "kubelet is configured to not run on a host using cgroup v1. cgroup v1 support"
                            + " is unsupported and will be removed in a future release");
        }
        if (v1 && config.hasSingleProcessOOMKill() && !config.getSingleProcessOOMKill()) {
            return Optional.of(
                    "invalid configuration: singleProcessOOMKill must not be explicitly set to"
                            + " false when using cgroup v1");
        }
        return config.getUserNamespaces().hasIdsPerPod()
                ? idsFault(config.getUserNamespaces().getIdsPerPod())
                : Optional.empty();
    }

    private static Optional<String> idsFault(long ids) {
        String subject = "invalid configuration: userNamespaces.idsPerPod must ";
        if (ids < IDS_PER_UNIT) {
            return Optional.of(subject + "not be less than " + IDS_PER_UNIT);
        }
        if (ids % IDS_PER_UNIT != 0) {
            return Optional.of(subject + "be a multiple of " + IDS_PER_UNIT);
        }
        return ids > MOST_IDS
                ? Optional.of(subject + "not be more than " + MOST_IDS)
                : Optional.empty();
    }
}
