package io.jubelet.model.validation;

/// The feature gates that change what a valid pod is.
///
/// Thread: any; immutable.
///
/// Upstream: api/pod GetValidationOptionsFromPodSpecAndMeta; gates locked on in v1.36 are not
/// options here.
///
/// @param podLevelResources amounts on pod level are checked
/// @param containerRestartRules containers may have a restart policy of their own
/// @param restartAllContainers a restart rule may restart the whole pod
/// @param envFiles environment variables may come from a file in a volume
/// @param userNamespacesHostNetwork user namespaces and the host's network go together
/// @param seLinuxMount every SELinux change policy is allowed, not only Recursive
/// @param tolerationComparison tolerations may compare numbers (Lt, Gt)
/// @param strictAddresses addresses with leading zeros and mapped IPv4 are refused
/// @param podDeletionCost the annotation of that name is checked
/// @param labelKeysMerge spread constraints' label keys are merged into their selector
public record ValidationOptions(
        boolean podLevelResources,
        boolean containerRestartRules,
        boolean restartAllContainers,
        boolean envFiles,
        boolean userNamespacesHostNetwork,
        boolean seLinuxMount,
        boolean tolerationComparison,
        boolean strictAddresses,
        boolean podDeletionCost,
        boolean labelKeysMerge) {
    /// The gates as v1.36 sets them when nobody says otherwise.
    public static ValidationOptions defaults() {
        return new ValidationOptions(true, true, true, true, false, false, false, true, true, true);
    }
}
