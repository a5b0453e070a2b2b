package io.jubelet.core.runtime;

import java.util.List;
import java.util.OptionalLong;

/// As whom, and with what powers, the processes of a sandbox or container run.
///
/// @param userName the user by name, where the image names it so and nobody says otherwise
public record ProcessIdentity(
        OptionalLong user,
        String userName,
        OptionalLong group,
        List<Long> supplementalGroups,
        GroupsPolicy groupsPolicy,
        boolean privileged,
        boolean readOnlyRoot,
        boolean noNewPrivileges,
        List<String> addCapabilities,
        List<String> dropCapabilities,
        Confinement confinement) {
    /// The runtime's defaults.
    public static final ProcessIdentity DEFAULT = confinedBy(Confinement.NONE);

    public ProcessIdentity {
        supplementalGroups = List.copyOf(supplementalGroups);
        addCapabilities = List.copyOf(addCapabilities);
        dropCapabilities = List.copyOf(dropCapabilities);
    }

    /// The runtime's defaults but for what holds the processes in.
    public static ProcessIdentity confinedBy(Confinement confinement) {
        return new ProcessIdentity(
                OptionalLong.empty(),
                "",
                OptionalLong.empty(),
                List.of(),
                GroupsPolicy.MERGE,
                false,
                false,
                false,
                List.of(),
                List.of(),
                confinement);
    }

    /// Whether the groups that the image gives the user count too.
    public enum GroupsPolicy {
        MERGE,
        STRICT
    }
}
