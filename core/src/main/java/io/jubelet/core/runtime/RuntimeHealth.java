package io.jubelet.core.runtime;

import java.util.List;
import java.util.Optional;

/// What the runtime's own status call says of itself.
///
/// @param handlers the ways it can run a pod, as a run-time class names them
/// @param features empty where the runtime is too old to tell
public record RuntimeHealth(
        Condition runtime, Condition network, List<Handler> handlers, Optional<Features> features) {
    public static final RuntimeHealth HEALTHY = new RuntimeHealth(Condition.OK, Condition.OK);

    public RuntimeHealth {
        handlers = List.copyOf(handlers);
    }

    /// Of a runtime that tells no more than its conditions.
    public RuntimeHealth(Condition runtime, Condition network) {
        this(runtime, network, List.of(), Optional.empty());
    }

    /// One of CRI's conditions.
    public record Condition(boolean ready, String reason, String message) {
        public static final Condition OK = new Condition(true, "", "");

        /// As it is told in conditions and events.
        public String describe(String type) {
            return "%s=%s reason:%s message:%s".formatted(type, ready, reason, message);
        }
    }

    /// One way to run pods and what it can do.
    ///
    /// @param name empty for the one that is used unless another is asked for
    public record Handler(String name, boolean recursiveReadOnlyMounts, boolean userNamespaces) {}

    /// What the runtime can do whatever the handler.
    public record Features(boolean supplementalGroupsPolicy, boolean userNamespacesHostNetwork) {}
}
