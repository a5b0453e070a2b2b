package io.jubelet.model.validation;

import static io.jubelet.model.validation.Violations.bytes;

import io.jubelet.api.core.PodSecurityContext;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.SecurityContext;
import io.jubelet.api.core.WindowsSecurityContextOptions;
import java.util.List;
import java.util.regex.Pattern;

/// What a pod that names its operating system may not say, and the settings of Windows alone.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation validateWindows, validateLinux, validateOS,
/// validateWindowsSecurityContextOptions, validateWindowsHostProcessPod.
final class WindowsRules {
    private static final String ON_WINDOWS = "cannot be set for a windows pod";
    private static final String ON_LINUX = "windows options cannot be set for a linux pod";
    private static final int CREDENTIAL_LIMIT = 64 * 1024;
    private static final Pattern NET_BIOS =
            Pattern.compile("[^\\\\/:*?\"<>|.][^\\\\/:*?\"<>|]{0,14}");
    private static final String DNS_LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
    private static final Pattern DNS_LABEL_PATTERN = Pattern.compile(DNS_LABEL);
    private static final Pattern BAD_USER = Pattern.compile("[\"/\\\\:;|=,+*?<>@\\[\\]]");
    private static final Pattern DOTS = Pattern.compile("[. ]+");

    private WindowsRules() {}

    static void operatingSystem(Violations found, FieldPath at, PodSpec spec) {
        if (!spec.hasOs()) {
            return;
        }
        String name = spec.getOs().getName();
        switch (name) {
            case "" -> found.required(at.child("os").child("name"));
            case "linux" -> noWindowsOptions(found, at, spec);
            case "windows" -> noLinuxSettings(found, at, spec);
            default -> found.unsupported(at.child("os"), name, List.of("linux", "windows"));
        }
    }

    private static void noWindowsOptions(Violations found, FieldPath at, PodSpec spec) {
        if (spec.getSecurityContext().hasWindowsOptions()) {
            found.forbidden(at.child("securityContext").child("windowsOptions"), ON_LINUX);
        }
        ContainerVisit.all(
                spec,
                at,
                (container, here) -> {
                    if (container.getSecurityContext().hasWindowsOptions()) {
                        found.forbidden(
                                here.child("securityContext").child("windowsOptions"), ON_LINUX);
                    }
                });
    }

    private static void noLinuxSettings(Violations found, FieldPath at, PodSpec spec) {
        PodSecurityContext context = spec.getSecurityContext();
        FieldPath security = at.child("securityContext");
        unset(found, security.child("appArmorProfile"), context.hasAppArmorProfile());
        unset(found, security.child("seLinuxOptions"), context.hasSeLinuxOptions());
        unset(found, at.child("hostUsers"), spec.hasHostUsers());
        unset(found, at.child("hostPID"), spec.getHostPID());
        unset(found, at.child("hostIPC"), spec.getHostIPC());
        unset(found, security.child("seccompProfile"), context.hasSeccompProfile());
        unset(found, security.child("fsGroup"), context.hasFsGroup());
        unset(found, security.child("fsGroupChangePolicy"), context.hasFsGroupChangePolicy());
        unset(found, security.child("sysctls"), context.getSysctlsCount() > 0);
        unset(found, at.child("shareProcessNamespace"), spec.hasShareProcessNamespace());
        unset(found, security.child("runAsUser"), context.hasRunAsUser());
        unset(found, security.child("runAsGroup"), context.hasRunAsGroup());
        unset(
                found,
                security.child("supplementalGroups"),
                context.getSupplementalGroupsCount() > 0);
        unset(
                found,
                security.child("supplementalGroupsPolicy"),
                context.hasSupplementalGroupsPolicy());
        unset(found, security.child("seLinuxChangePolicy"), context.hasSeLinuxChangePolicy());
        ContainerVisit.all(
                spec,
                at,
                (container, here) ->
                        noLinuxSettings(
                                found,
                                here.child("securityContext"),
                                container.getSecurityContext()));
    }

    private static void noLinuxSettings(Violations found, FieldPath at, SecurityContext context) {
        unset(found, at.child("appArmorProfile"), context.hasAppArmorProfile());
        unset(found, at.child("seLinuxOptions"), context.hasSeLinuxOptions());
        unset(found, at.child("seccompProfile"), context.hasSeccompProfile());
        unset(found, at.child("capabilities"), context.hasCapabilities());
        unset(found, at.child("readOnlyRootFilesystem"), context.hasReadOnlyRootFilesystem());
        unset(found, at.child("privileged"), context.hasPrivileged());
        unset(found, at.child("allowPrivilegeEscalation"), context.hasAllowPrivilegeEscalation());
        unset(found, at.child("procMount"), context.hasProcMount());
        unset(found, at.child("runAsUser"), context.hasRunAsUser());
        unset(found, at.child("runAsGroup"), context.hasRunAsGroup());
    }

    private static void unset(Violations found, FieldPath at, boolean set) {
        if (set) {
            found.forbidden(at, ON_WINDOWS);
        }
    }

    static void options(Violations found, FieldPath at, WindowsSecurityContextOptions options) {
        if (options.hasGmsaCredentialSpecName()) {
            String name = options.getGmsaCredentialSpecName();
            found.invalidEach(
                    at.child("gmsaCredentialSpecName"), name, NameFormats.subdomain(name));
        }
        if (options.hasGmsaCredentialSpec()) {
            String spec = options.getGmsaCredentialSpec();
            FieldPath here = at.child("gmsaCredentialSpec");
            if (spec.isEmpty()) {
                found.invalid(here, spec, "gmsaCredentialSpec cannot be an empty string");
            } else if (bytes(spec) > CREDENTIAL_LIMIT) {
                found.invalid(here, spec, "gmsaCredentialSpec size must be under 64 KiB");
            }
        }
        if (options.hasRunAsUserName()) {
            userName(found, at.child("runAsUserName"), options.getRunAsUserName());
        }
    }

    private static void userName(Violations found, FieldPath at, String name) {
        String[] parts = name.split("\\\\", -1);
        if (name.isEmpty()) {
            found.invalid(at, name, "runAsUserName cannot be an empty string");
        } else if (name.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
            found.invalid(at, name, "runAsUserName cannot contain control characters");
        } else if (parts.length > 2) {
            found.invalid(at, name, "runAsUserName cannot contain more than one backslash");
        } else {
            if (parts.length == 2) {
                domain(found, at, name, parts[0]);
            }
            user(found, at, name, parts[parts.length - 1]);
        }
    }

    private static void domain(Violations found, FieldPath at, String name, String domain) {
        if (bytes(domain) >= 256) {
            found.invalid(at, name, "runAsUserName's Domain length must be under 256 characters");
        }
        if (!NET_BIOS.matcher(domain).matches()
                && !NameFormats.allParts(DNS_LABEL_PATTERN, domain, "\\.")) {
            found.invalid(
                    at,
                    name,
                    "runAsUserName's Domain doesn't match the NetBios nor the DNS format");
        }
    }

    private static void user(Violations found, FieldPath at, String name, String user) {
        if (user.isEmpty()) {
            found.invalid(at, name, "runAsUserName's User cannot be empty");
        } else if (bytes(user) > 104) {
            found.invalid(
                    at, name, "runAsUserName's User length must not be longer than 104 characters");
        }
        if (DOTS.matcher(user).matches()) {
            found.invalid(at, name, "runAsUserName's User cannot contain only periods or spaces");
        }
        if (BAD_USER.matcher(user).find()) {
            found.invalid(
                    at,
                    name,
                    "runAsUserName's User cannot contain the following characters:"
                            + " \"/\\:;|=,+*?<>@[]");
        }
    }

    static void hostProcess(Violations found, FieldPath at, PodSpec spec) {
        WindowsSecurityContextOptions pod = spec.getSecurityContext().getWindowsOptions();
        int[] counts = new int[2];
        ContainerVisit.all(
                spec,
                at,
                (container, here) -> {
                    var own = container.getSecurityContext().getWindowsOptions();
                    if (pod.hasHostProcess()
                            && own.hasHostProcess()
                            && pod.getHostProcess() != own.getHostProcess()) {
                        found.invalid(
                                here.child("securityContext")
                                        .child("windowsOptions")
                                        .child("hostProcess"),
                                own.getHostProcess(),
                                "pod hostProcess value must be identical if both are specified,"
                                        + " was "
                                        + pod.getHostProcess());
                    }
                    counts[0]++;
                    counts[1] += (own.hasHostProcess() ? own : pod).getHostProcess() ? 1 : 0;
                });
        if (counts[1] > 0 && counts[1] != counts[0]) {
            found.invalid(
                    at,
                    "",
                    "If pod contains any hostProcess containers then all containers must be"
                            + " HostProcess containers");
        }
        if (counts[1] > 0 && !spec.getHostNetwork()) {
            found.invalid(
                    at.child("hostNetwork"),
                    false,
                    "hostNetwork must be true if pod contains any hostProcess containers");
        }
    }
}
