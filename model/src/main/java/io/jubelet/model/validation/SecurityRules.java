package io.jubelet.model.validation;

import static io.jubelet.model.validation.Violations.bytes;

import io.jubelet.api.core.AppArmorProfile;
import io.jubelet.api.core.PodSecurityContext;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.SeccompProfile;
import io.jubelet.api.core.SecurityContext;
import io.jubelet.api.core.Sysctl;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Security contexts of pods and containers: ids, profiles, sysctls, and settings that
/// contradict each other.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation validatePodSpecSecurityContext, ValidateSecurityContext.
final class SecurityRules {
    private static final long MOST_ID = Integer.MAX_VALUE;
    private static final List<String> PROFILES =
            List.of("Localhost", "RuntimeDefault", "Unconfined");
    private static final String SYSCTL_PART = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
    private static final String SYSCTL = "(" + SYSCTL_PART + "[\\./])*" + SYSCTL_PART;
    private static final Pattern SYSCTL_PART_PATTERN = Pattern.compile(SYSCTL_PART);
    private static final int SYSCTL_LIMIT = 253;
    private static final int PROFILE_PATH_LIMIT = 4095;
    private static final Set<String> IPC_SYSCTLS =
            Set.of(
                    "kernel.sem",
                    "kernel.shmall",
                    "kernel.shmmax",
                    "kernel.shmmni",
                    "kernel.shm_rmid_forced",
                    "kernel.shm",
                    "kernel.msgmax",
                    "kernel.msgmnb",
                    "kernel.msgmni",
                    "kernel.msg");

    private SecurityRules() {}

    static void pod(Violations found, FieldPath at, PodSpec spec, ValidationOptions options) {
        PodSecurityContext context = spec.getSecurityContext();
        if (context.hasFsGroup()) {
            found.inRange(at.child("fsGroup"), context.getFsGroup(), 0, MOST_ID);
        }
        if (context.hasRunAsUser()) {
            found.inRange(at.child("runAsUser"), context.getRunAsUser(), 0, MOST_ID);
        }
        if (context.hasRunAsGroup()) {
            found.inRange(at.child("runAsGroup"), context.getRunAsGroup(), 0, MOST_ID);
        }
        for (int i = 0; i < context.getSupplementalGroupsCount(); i++) {
            found.inRange(
                    at.child("supplementalGroups").index(i),
                    context.getSupplementalGroups(i),
                    0,
                    MOST_ID);
        }
        if (spec.getHostPID() && spec.getShareProcessNamespace()) {
            found.invalid(
                    at.child("shareProcessNamespace"),
                    true,
                    "ShareProcessNamespace and HostPID cannot both be enabled");
        }
        sysctls(found, at.child("sysctls"), spec);
        policies(found, at, context, options);
    }

    private static void policies(
            Violations found, FieldPath at, PodSecurityContext context, ValidationOptions options) {
        if (context.hasFsGroupChangePolicy()) {
            known(
                    found,
                    at.child("fsGroupChangePolicy"),
                    context.getFsGroupChangePolicy(),
                    List.of("Always", "OnRootMismatch"));
        }
        if (context.hasSeccompProfile()) {
            seccomp(found, at.child("seccompProfile"), context.getSeccompProfile());
        }
        if (context.hasWindowsOptions()) {
            WindowsRules.options(found, at.child("windowsOptions"), context.getWindowsOptions());
        }
        if (context.hasAppArmorProfile()) {
            appArmor(found, at.child("appArmorProfile"), context.getAppArmorProfile());
        }
        if (context.hasSupplementalGroupsPolicy()) {
            known(
                    found,
                    at.child("supplementalGroupsPolicy"),
                    context.getSupplementalGroupsPolicy(),
                    List.of("Merge", "Strict"));
        }
        if (context.hasSeLinuxChangePolicy()) {
            known(
                    found,
                    at.child("seLinuxChangePolicy"),
                    context.getSeLinuxChangePolicy(),
                    options.seLinuxMount()
                            ? List.of("MountOption", "Recursive")
                            : List.of("Recursive"));
        }
    }

    private static void known(
            Violations found, FieldPath at, String value, List<String> supported) {
        if (!supported.contains(value)) {
            found.unsupported(at, value, supported);
        }
    }

    private static void sysctls(Violations found, FieldPath at, PodSpec spec) {
        Set<String> names = new HashSet<>();
        List<Sysctl> sysctls = spec.getSecurityContext().getSysctlsList();
        for (int i = 0; i < sysctls.size(); i++) {
            String name = sysctls.get(i).getName();
            FieldPath here = at.index(i).child("name");
            if (name.isEmpty()) {
                found.required(here);
            } else if (bytes(name) > SYSCTL_LIMIT
                    || !NameFormats.allParts(SYSCTL_PART_PATTERN, name, "[./]")) {
                found.invalid(
                        here,
                        name,
                        "must have at most "
                                + SYSCTL_LIMIT
                                + " characters and match regex ^"
                                + SYSCTL
                                + "$");
            } else if (names.contains(name)) {
                found.duplicate(here, name);
            }
            names.add(name);
            hostSysctl(found, here, name, spec);
        }
    }

    /// What would change the host itself is not for a pod to set.
    private static void hostSysctl(Violations found, FieldPath at, String name, PodSpec spec) {
        String dotted = dotted(name);
        int star = dotted.indexOf('*');
        String prefix = star < 0 ? dotted : dotted.substring(0, star);
        if (spec.getHostNetwork() && prefix.startsWith("net.")) {
            found.invalid(at, name, "may not be specified when 'hostNetwork' is true");
        } else if (spec.getHostIPC()
                && (IPC_SYSCTLS.contains(prefix) || prefix.startsWith("fs.mqueue."))) {
            found.invalid(at, name, "may not be specified when 'hostIPC' is true");
        }
    }

    /// A name whose first separator is a slash has slashes for dots and dots for slashes.
    private static String dotted(String name) {
        int dot = name.indexOf('.');
        int slash = name.indexOf('/');
        if (slash < 0 || (dot >= 0 && dot < slash)) {
            return name;
        }
        return name.replace('/', '\0').replace('.', '/').replace('\0', '.');
    }

    static void container(
            Violations found, FieldPath at, SecurityContext context, boolean hostUsers) {
        if (context.hasRunAsUser()) {
            found.inRange(at.child("runAsUser"), context.getRunAsUser(), 0, MOST_ID);
        }
        if (context.hasRunAsGroup()) {
            found.inRange(at.child("runAsGroup"), context.getRunAsGroup(), 0, MOST_ID);
        }
        if (context.hasProcMount()) {
            String mount = context.getProcMount();
            known(found, at.child("procMount"), mount, List.of("Default", "Unmasked"));
            if (hostUsers && mount.equals("Unmasked")) {
                found.invalidWord(
                        at.child("procMount"),
                        mount,
                        "`hostUsers` must be false to use `Unmasked`");
            }
        }
        if (context.hasSeccompProfile()) {
            seccomp(found, at.child("seccompProfile"), context.getSeccompProfile());
        }
        escalation(found, at, context);
        if (context.hasWindowsOptions()) {
            WindowsRules.options(found, at.child("windowsOptions"), context.getWindowsOptions());
        }
        if (context.hasAppArmorProfile()) {
            appArmor(found, at.child("appArmorProfile"), context.getAppArmorProfile());
        }
    }

    private static void escalation(Violations found, FieldPath at, SecurityContext context) {
        if (!context.hasAllowPrivilegeEscalation() || context.getAllowPrivilegeEscalation()) {
            return;
        }
        String contradiction = "cannot set `allowPrivilegeEscalation` to false and ";
        if (context.getPrivileged()) {
            found.invalidShown(
                    at, Shown.securityContext(context), contradiction + "`privileged` to true");
        }
        for (String capability : context.getCapabilities().getAddList()) {
            if (capability.equals("CAP_SYS_ADMIN")) {
                found.invalidShown(
                        at,
                        Shown.securityContext(context),
                        contradiction + "`capabilities.Add` CAP_SYS_ADMIN");
            }
        }
    }

    private static void seccomp(Violations found, FieldPath at, SeccompProfile profile) {
        if (profile.getType().isEmpty()) {
            found.required(at.child("type"), "type is required when seccompProfile is set");
        } else {
            known(found, at.child("type"), profile.getType(), PROFILES);
        }
        FieldPath path = at.child("localhostProfile");
        if (!profile.getType().equals("Localhost")) {
            if (profile.hasLocalhostProfile()) {
                found.invalidShown(
                        path,
                        Shown.seccomp(profile),
                        "can only be set when seccomp type is Localhost");
            }
        } else if (!profile.hasLocalhostProfile()) {
            found.required(path, "must be set when seccomp type is Localhost");
        } else {
            PathRules.descending(found, path, profile.getLocalhostProfile());
        }
    }

    private static void appArmor(Violations found, FieldPath at, AppArmorProfile profile) {
        FieldPath path = at.child("localhostProfile");
        String local = profile.getLocalhostProfile();
        switch (profile.getType()) {
            case "Localhost" -> {
                if (!local.strip().equals(local)) {
                    found.invalid(path, local, "must not be padded with whitespace");
                } else if (local.isEmpty()) {
                    found.required(path, "must be set when AppArmor type is Localhost");
                }
                if (bytes(local) > PROFILE_PATH_LIMIT) {
                    found.tooLong(path, PROFILE_PATH_LIMIT);
                }
            }
            case "RuntimeDefault", "Unconfined" -> {
                if (profile.hasLocalhostProfile()) {
                    found.invalid(path, local, "can only be set when AppArmor type is Localhost");
                }
            }
            case "" ->
                    found.required(
                            at.child("type"), "type is required when appArmorProfile is set");
            default -> found.unsupported(at.child("type"), profile.getType(), PROFILES);
        }
    }
}
