package io.jubelet.core.admission;

import java.util.Optional;

/// What of the machine and the configuration decides about pods, and never changes while we run.
///
/// @param appArmorProblem why pods cannot be confined by AppArmor, if they cannot
/// @param podLevelResources the gate of that name
/// @param declaredFeatures the gate NodeDeclaredFeatures
/// @param taintComparisons the gate TaintTolerationComparisonOperators
public record AdmissionRules(
        SysctlPolicy sysctls,
        Optional<String> appArmorProblem,
        boolean podLevelResources,
        boolean declaredFeatures,
        boolean taintComparisons) {
    /// Upstream's word for a machine without it.
    public static final String NO_APP_ARMOR = "AppArmor is not enabled on the host";

    /// Upstream's gates as they are unless somebody sets them.
    public static AdmissionRules standard(SysctlPolicy sysctls, Optional<String> appArmorProblem) {
        return new AdmissionRules(sysctls, appArmorProblem, true, true, false);
    }
}
