package io.jubelet.model.validation;

import io.jubelet.api.core.AppArmorProfile;
import io.jubelet.api.core.Capabilities;
import io.jubelet.api.core.ClusterTrustBundleProjection;
import io.jubelet.api.core.PodResourceClaim;
import io.jubelet.api.core.SELinuxOptions;
import io.jubelet.api.core.SeccompProfile;
import io.jubelet.api.core.SecurityContext;
import io.jubelet.api.core.WindowsSecurityContextOptions;
import io.jubelet.api.meta.LabelSelector;
import io.jubelet.api.meta.OwnerReference;
import io.jubelet.model.pod.GoJsonString;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Whole objects as messages show them: the JSON of Go's internal types, which have Go's names
/// and print what is unset as null.
///
/// Thread: any; pure.
///
/// Upstream: apimachinery util/validation/field Error.ErrorBody.
final class Shown {
    private static final String UNSET = "null";

    private Shown() {}

    static String securityContext(SecurityContext context) {
        return object(
                "Capabilities",
                context.hasCapabilities() ? capabilities(context.getCapabilities()) : UNSET,
                "Privileged",
                value(context.hasPrivileged(), context.getPrivileged()),
                "SELinuxOptions",
                context.hasSeLinuxOptions() ? seLinux(context.getSeLinuxOptions()) : UNSET,
                "WindowsOptions",
                context.hasWindowsOptions() ? windows(context.getWindowsOptions()) : UNSET,
                "RunAsUser",
                value(context.hasRunAsUser(), context.getRunAsUser()),
                "RunAsGroup",
                value(context.hasRunAsGroup(), context.getRunAsGroup()),
                "RunAsNonRoot",
                value(context.hasRunAsNonRoot(), context.getRunAsNonRoot()),
                "ReadOnlyRootFilesystem",
                value(context.hasReadOnlyRootFilesystem(), context.getReadOnlyRootFilesystem()),
                "AllowPrivilegeEscalation",
                value(context.hasAllowPrivilegeEscalation(), context.getAllowPrivilegeEscalation()),
                "ProcMount",
                text(context.hasProcMount(), context.getProcMount()),
                "SeccompProfile",
                context.hasSeccompProfile() ? seccomp(context.getSeccompProfile()) : UNSET,
                "AppArmorProfile",
                context.hasAppArmorProfile() ? appArmor(context.getAppArmorProfile()) : UNSET);
    }

    static String seccomp(SeccompProfile profile) {
        return object(
                "Type",
                GoJsonString.quote(profile.getType()),
                "LocalhostProfile",
                text(profile.hasLocalhostProfile(), profile.getLocalhostProfile()));
    }

    static String podClaim(PodResourceClaim claim) {
        return object(
                "Name",
                GoJsonString.quote(claim.getName()),
                "ResourceClaimName",
                text(claim.hasResourceClaimName(), claim.getResourceClaimName()),
                "ResourceClaimTemplateName",
                text(claim.hasResourceClaimTemplateName(), claim.getResourceClaimTemplateName()));
    }

    static String trustBundle(ClusterTrustBundleProjection bundle) {
        return object(
                "Name",
                text(bundle.hasName(), bundle.getName()),
                "SignerName",
                text(bundle.hasSignerName(), bundle.getSignerName()),
                "LabelSelector",
                bundle.hasLabelSelector() ? labelSelector(bundle.getLabelSelector()) : UNSET,
                "Optional",
                value(bundle.hasOptional(), bundle.getOptional()),
                "Path",
                GoJsonString.quote(bundle.getPath()));
    }

    /// Metadata has the API's names inside Go too.
    static String labelSelector(LabelSelector selector) {
        String labels =
                new TreeMap<>(selector.getMatchLabelsMap())
                        .entrySet().stream()
                                .map(e -> pair(e.getKey(), GoJsonString.quote(e.getValue())))
                                .collect(Collectors.joining(",", "\"matchLabels\":{", "}"));
        String expressions =
                selector.getMatchExpressionsList().stream()
                        .map(
                                each ->
                                        object(
                                                "key",
                                                GoJsonString.quote(each.getKey()),
                                                "operator",
                                                GoJsonString.quote(each.getOperator()),
                                                "values",
                                                list(each.getValuesList())))
                        .collect(Collectors.joining(",", "\"matchExpressions\":[", "]"));
        boolean hasLabels = selector.getMatchLabelsCount() > 0;
        boolean hasExpressions = selector.getMatchExpressionsCount() > 0;
        return "{"
                + (hasLabels ? labels : "")
                + (hasLabels && hasExpressions ? "," : "")
                + (hasExpressions ? expressions : "")
                + "}";
    }

    static String owners(List<OwnerReference> owners) {
        return owners.stream().map(Shown::owner).collect(Collectors.joining(",", "[", "]"));
    }

    static String owner(OwnerReference owner) {
        String known =
                object(
                        "apiVersion",
                        GoJsonString.quote(owner.getApiVersion()),
                        "kind",
                        GoJsonString.quote(owner.getKind()),
                        "name",
                        GoJsonString.quote(owner.getName()),
                        "uid",
                        GoJsonString.quote(owner.getUid()));
        String flags =
                (owner.hasController() ? "," + pair("controller", owner.getController()) : "")
                        + (owner.hasBlockOwnerDeletion()
                                ? "," + pair("blockOwnerDeletion", owner.getBlockOwnerDeletion())
                                : "");
        return known.substring(0, known.length() - 1) + flags + "}";
    }

    private static String capabilities(Capabilities capabilities) {
        return object(
                "Add", list(capabilities.getAddList()), "Drop", list(capabilities.getDropList()));
    }

    private static String seLinux(SELinuxOptions options) {
        return object(
                "User",
                GoJsonString.quote(options.getUser()),
                "Role",
                GoJsonString.quote(options.getRole()),
                "Type",
                GoJsonString.quote(options.getType()),
                "Level",
                GoJsonString.quote(options.getLevel()));
    }

    private static String windows(WindowsSecurityContextOptions options) {
        return object(
                "GMSACredentialSpecName",
                text(options.hasGmsaCredentialSpecName(), options.getGmsaCredentialSpecName()),
                "GMSACredentialSpec",
                text(options.hasGmsaCredentialSpec(), options.getGmsaCredentialSpec()),
                "RunAsUserName",
                text(options.hasRunAsUserName(), options.getRunAsUserName()),
                "HostProcess",
                value(options.hasHostProcess(), options.getHostProcess()));
    }

    private static String appArmor(AppArmorProfile profile) {
        return object(
                "Type",
                GoJsonString.quote(profile.getType()),
                "LocalhostProfile",
                text(profile.hasLocalhostProfile(), profile.getLocalhostProfile()));
    }

    private static String list(List<String> values) {
        return values.isEmpty()
                ? UNSET
                : values.stream()
                        .map(GoJsonString::quote)
                        .collect(Collectors.joining(",", "[", "]"));
    }

    private static String text(boolean present, String value) {
        return present ? GoJsonString.quote(value) : UNSET;
    }

    private static String value(boolean present, Object value) {
        return present ? value.toString() : UNSET;
    }

    private static String pair(String name, Object shown) {
        return GoJsonString.quote(name) + ":" + shown;
    }

    /// Names and shown values in turn.
    private static String object(String... parts) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < parts.length; i += 2) {
            text.append(i == 0 ? "" : ",").append(pair(parts[i], parts[i + 1]));
        }
        return text.append('}').toString();
    }
}
