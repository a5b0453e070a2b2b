package io.jubelet.core.runtime;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// As whom, and with what powers, the processes of a sandbox or container run.
///
/// @param seccomp the profile; absent means unconfined
public record ProcessIdentity(
        OptionalLong user,
        OptionalLong group,
        List<Long> supplementalGroups,
        boolean privileged,
        boolean readOnlyRoot,
        boolean noNewPrivileges,
        List<String> addCapabilities,
        List<String> dropCapabilities,
        Optional<Seccomp> seccomp) {
    /// The runtime's defaults.
    public static final ProcessIdentity DEFAULT =
            new ProcessIdentity(
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    List.of(),
                    false,
                    false,
                    false,
                    List.of(),
                    List.of(),
                    Optional.empty());

    public ProcessIdentity {
        supplementalGroups = List.copyOf(supplementalGroups);
        addCapabilities = List.copyOf(addCapabilities);
        dropCapabilities = List.copyOf(dropCapabilities);
    }

    /// A filter of system calls.
    public sealed interface Seccomp {
        /// The runtime's own profile.
        record RuntimeDefault() implements Seccomp {}

        /// A profile file on this node.
        record Localhost(String path) implements Seccomp {}
    }
}
