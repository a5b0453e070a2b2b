package io.jubelet.config.validation;

import io.jubelet.api.core.Taint;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.model.validation.NameFormats;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Set;

/// The rules about the taints a node registers with.
///
/// Thread: any; pure.
///
/// Upstream: pkg/util/taints CheckTaintValidation.
final class TaintRules {
    private static final Set<String> EFFECTS =
            Set.of("", "NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss +0000 'UTC'").withZone(ZoneOffset.UTC);

    private TaintRules() {}

    static void check(KubeletConfiguration config, Findings findings) {
        for (Taint taint : config.getRegisterWithTaintsList()) {
            if (!isValid(taint)) {
                findings.add("invalid taint: " + text(taint));
            }
            findings.invalidIf(taint.hasTimeAdded(), "taint.TimeAdded is not nil");
        }
    }

    private static boolean isValid(Taint taint) {
        return NameFormats.qualifiedName(taint.getKey()).isEmpty()
                && NameFormats.labelValue(taint.getValue()).isEmpty()
                && EFFECTS.contains(taint.getEffect());
    }

    private static String text(Taint taint) {
        String added =
                taint.hasTimeAdded()
                        ? TIME.format(Instant.ofEpochSecond(taint.getTimeAdded().getSeconds()))
                        : "<nil>";
        return "{%s %s %s %s}"
                .formatted(taint.getKey(), taint.getValue(), taint.getEffect(), added);
    }
}
