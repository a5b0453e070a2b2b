package io.jubelet.config.validation;

import static io.jubelet.log.GoText.quote;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.util.HashSet;
import java.util.List;

/// The rules about `enforceNodeAllocatable`.
///
/// Thread: any; pure.
final class AllocatableRules {
    private static final String FIELD = "enforceNodeAllocatable (--enforce-node-allocatable)";
    private static final String SYSTEM = "system-reserved";
    private static final String KUBE = "kube-reserved";
    private static final String COMPRESSIBLE = "-compressible";

    private AllocatableRules() {}

    static void check(KubeletConfiguration config, Findings findings) {
        List<String> enforcements = config.getEnforceNodeAllocatableList();
        exclusive(SYSTEM, enforcements, findings);
        exclusive(KUBE, enforcements, findings);
        var seen = new HashSet<String>();
        for (String enforcement : enforcements) {
            if (seen.add(enforcement)) {
                one(enforcement, config, findings);
            } else {
                findings.invalid("duplicated enforcements " + quote(enforcement) + " in " + FIELD);
            }
        }
    }

    private static void exclusive(String key, List<String> enforcements, Findings findings) {
        findings.invalidIf(
                enforcements.contains(key) && enforcements.contains(key + COMPRESSIBLE),
                "both %s and %s cannot be specified together in %s"
                        .formatted(quote(key), quote(key + COMPRESSIBLE), FIELD));
    }

    private static void one(String enforcement, KubeletConfiguration config, Findings findings) {
        switch (enforcement) {
            case "pods" -> needsCgroups(enforcement, config, findings);
            case SYSTEM, SYSTEM + COMPRESSIBLE -> {
                needsCgroupName(
                        "systemReservedCgroup (--system-reserved-cgroup)",
                        config.getSystemReservedCgroup(),
                        SYSTEM,
                        findings);
                needsCgroups(enforcement, config, findings);
            }
            case KUBE, KUBE + COMPRESSIBLE -> {
                needsCgroupName(
                        "kubeReservedCgroup (--kube-reserved-cgroup)",
                        config.getKubeReservedCgroup(),
                        KUBE,
                        findings);
                needsCgroups(enforcement, config, findings);
            }
            case "none" ->
                    findings.invalidIf(
                            config.getEnforceNodeAllocatableCount() > 1,
                            FIELD
                                    + " may not contain additional enforcements when \"none\" is"
                                    + " specified");
            default ->
                    findings.invalid(
                            ("option %s specified for %s. Valid options are \"pods\","
                                            + " \"system-reserved\","
                                            + " \"system-reserved-compressible\","
                                            + " \"kube-reserved\", \"kube-reserved-compressible\""
                                            + " or \"none\"")
                                    .formatted(quote(enforcement), FIELD));
        }
    }

    private static void needsCgroupName(String field, String value, String key, Findings findings) {
        findings.invalidIf(
                value.isEmpty(),
                "%s must be specified when %s or %s included in %s"
                        .formatted(field, quote(key), quote(key + COMPRESSIBLE), FIELD));
    }

    private static void needsCgroups(
            String enforcement, KubeletConfiguration config, Findings findings) {
        findings.invalidIf(
                !config.getCgroupsPerQOS(),
                "cgroupsPerQOS (--cgroups-per-qos) must be set to true when %s contained in %s"
                        .formatted(quote(enforcement), FIELD));
    }
}
