package io.jubelet.core.runtime;

import java.util.Optional;

/// What the kernel keeps a container's processes from.
///
/// @param seccomp the filter of system calls; absent means none
/// @param appArmor the profile; absent means the runtime decides
/// @param seLinux the label; absent means the runtime decides
/// @param unmaskedProc whether nothing of /proc is hidden or read-only
public record Confinement(
        Optional<Seccomp> seccomp,
        Optional<AppArmor> appArmor,
        Optional<SeLinux> seLinux,
        boolean unmaskedProc) {
    /// Nothing is asked for.
    public static final Confinement NONE =
            new Confinement(Optional.empty(), Optional.empty(), Optional.empty(), false);

    public static Confinement by(Seccomp seccomp) {
        return new Confinement(Optional.of(seccomp), Optional.empty(), Optional.empty(), false);
    }

    /// A filter of system calls.
    public sealed interface Seccomp {
        /// The runtime's own profile.
        record RuntimeDefault() implements Seccomp {}

        /// A profile file on this node.
        record Localhost(String path) implements Seccomp {}
    }

    /// A profile of the kernel's module of that name.
    public sealed interface AppArmor {
        record RuntimeDefault() implements AppArmor {}

        record Unconfined() implements AppArmor {}

        /// A profile that is loaded on this node.
        record Localhost(String name) implements AppArmor {}
    }

    /// A label; parts that are empty are the runtime's to fill.
    public record SeLinux(String user, String role, String type, String level) {}
}
