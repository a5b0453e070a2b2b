package io.jubelet.config.validation;

import io.jubelet.api.core.Taint;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import java.util.regex.Pattern;

/// The rules about the taints a node registers with.
///
/// Thread: any; pure.
///
/// Upstream: pkg/util/taints CheckTaintValidation.
final class TaintRules {
    private static final Set<String> EFFECTS =
            Set.of("", "NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern DOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
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
        boolean value = taint.getValue().isEmpty() || isName(taint.getValue());
        return isQualifiedName(taint.getKey()) && value && EFFECTS.contains(taint.getEffect());
    }

    private static boolean isQualifiedName(String key) {
        int slash = key.indexOf('/');
        if (slash < 0) {
            return isName(key);
        }
        String domain = key.substring(0, slash);
        return domain.length() <= 253
                && DOMAIN.matcher(domain).matches()
                && isName(key.substring(slash + 1));
    }

    private static boolean isName(String name) {
        return name.length() <= 63 && NAME.matcher(name).matches();
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
