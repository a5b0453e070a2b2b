package io.jubelet.core.desired;

import io.jubelet.api.core.VolumeMount;

/// Whether what is mounted below a read-only volume is read-only for a container too. Pure.
///
/// Upstream: kubelet_pods.go resolveRecursiveReadOnly.
public final class RecursiveReadOnlyPolicy {
    private RecursiveReadOnlyPolicy() {}

    /// What is decided of one mount.
    public sealed interface Verdict {
        record Mode(boolean recursive) implements Verdict {}

        /// @param sentence upstream's
        record Refused(String sentence) implements Verdict {}
    }

    /// @param supported whether the runtime can do it
    public static Verdict of(VolumeMount mount, boolean supported) {
        var mode = mount.getRecursiveReadOnly();
        if (mode.isEmpty() || mode.equals("Disabled")) {
            return new Verdict.Mode(false);
        }
        if (!mount.getReadOnly()) {
            return refused(mount, "it is not read-only");
        }
        var propagation = mount.getMountPropagation();
        if (!propagation.isEmpty() && !propagation.equals("None")) {
            return refused(mount, "it is not compatible with propagation \"" + propagation + "\"");
        }
        return switch (mode) {
            case "IfPossible" -> new Verdict.Mode(supported);
            case "Enabled" ->
                    supported
                            ? new Verdict.Mode(true)
                            : refused(mount, "it is not supported by the runtime");
            default -> new Verdict.Refused("unknown recursive read-only mode \"" + mode + "\"");
        };
    }

    private static Verdict refused(VolumeMount mount, String why) {
        return new Verdict.Refused(
                "volume \"%s\" requested recursive read-only mode, but %s"
                        .formatted(mount.getName(), why));
    }
}
