package io.jubelet.adapters.cri;

import io.jubelet.cri.v1.CreateContainerRequest;
import io.jubelet.cri.v1.LinuxContainerSecurityContext;
import io.jubelet.cri.v1.LinuxSandboxSecurityContext;
import io.jubelet.cri.v1.RunPodSandboxRequest;
import io.jubelet.cri.v1.SecurityProfile;

/// Says what confines a container once more in the words that runtimes of CRI v1alpha2 know: many
/// of them pass over the newer fields, and would run it without its confinement.
///
/// Thread: any; pure.
final class OlderProfiles {
    private OlderProfiles() {}

    @SuppressWarnings("unchecked") // What comes back is of the class that came.
    static <Q> Q addedTo(Q request) {
        return switch (request) {
            case RunPodSandboxRequest sandbox -> (Q) sandbox(sandbox);
            case CreateContainerRequest container -> (Q) container(container);
            default -> request;
        };
    }

    private static RunPodSandboxRequest sandbox(RunPodSandboxRequest request) {
        var worded = request.toBuilder();
        var linux = worded.getConfigBuilder().getLinuxBuilder();
        linux.setSecurityContext(sandbox(linux.getSecurityContext()));
        return worded.build();
    }

    private static CreateContainerRequest container(CreateContainerRequest request) {
        var worded = request.toBuilder();
        var linux = worded.getConfigBuilder().getLinuxBuilder();
        linux.setSecurityContext(container(linux.getSecurityContext()));
        return worded.build();
    }

    @SuppressWarnings("deprecation") // That is the point.
    private static LinuxSandboxSecurityContext sandbox(LinuxSandboxSecurityContext context) {
        var worded = context.toBuilder();
        if (context.hasSeccomp()) {
            worded.setSeccompProfilePath(text(context.getSeccomp()));
        }
        return worded.build();
    }

    @SuppressWarnings("deprecation") // That is the point.
    private static LinuxContainerSecurityContext container(LinuxContainerSecurityContext context) {
        var worded = context.toBuilder();
        if (context.hasSeccomp()) {
            worded.setSeccompProfilePath(text(context.getSeccomp()));
        }
        if (context.hasApparmor()) {
            worded.setApparmorProfile(text(context.getApparmor()));
        }
        return worded.build();
    }

    private static String text(SecurityProfile profile) {
        return switch (profile.getProfileType()) {
            case RuntimeDefault -> "runtime/default";
            case Localhost -> "localhost/" + profile.getLocalhostRef();
            case Unconfined, UNRECOGNIZED -> "unconfined";
        };
    }
}
