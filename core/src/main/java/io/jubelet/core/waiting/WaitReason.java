package io.jubelet.core.waiting;

import io.jubelet.core.runtime.PodUid;
import io.jubelet.log.GoText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What the agent waits for, and so why a pod is not further on: one record a reason.
public sealed interface WaitReason {
    /// The short word that v1 status, tables and metrics show.
    String code();

    /// One sentence for a person.
    String message();

    /// What would end the wait.
    String unblockedBy();

    /// A wait of one container, not of the whole pod.
    sealed interface OfContainer extends WaitReason {
        String container();
    }

    /// The runtime's socket does not answer.
    record RuntimeUnavailable(String detail) implements WaitReason {
        @Override
        public String code() {
            return "RuntimeUnavailable";
        }

        @Override
        public String message() {
            return "container runtime is down: " + detail;
        }

        @Override
        public String unblockedBy() {
            return "the container runtime answering again";
        }
    }

    /// The runtime answers but says its network is not set up.
    record NetworkNotReady(String detail) implements WaitReason {
        @Override
        public String code() {
            return "NetworkNotReady";
        }

        @Override
        public String message() {
            return "network is not ready: container runtime network not ready: " + detail;
        }

        @Override
        public String unblockedBy() {
            return "a CNI configuration that the runtime accepts";
        }
    }

    /// An older pod of the same name has not ended yet.
    record PredecessorStopping(PodUid predecessor) implements WaitReason {
        @Override
        public String code() {
            return "PredecessorStopping";
        }

        @Override
        public String message() {
            return "an older pod of this name (uid " + predecessor + ") is still stopping";
        }

        @Override
        public String unblockedBy() {
            return "the end of that pod";
        }
    }

    /// The pod's selector does not match the node as we know it, so the node itself is asked.
    record NodeLook(String node) implements WaitReason {
        @Override
        public String code() {
            return "NodeAffinityUnderReview";
        }

        @Override
        public String message() {
            return "the labels of node " + node + " as last seen do not match; reading them again";
        }

        @Override
        public String unblockedBy() {
            return "the API server's answer";
        }
    }

    /// The pod asks for what this agent cannot do yet.
    record NotSupportedYet(List<String> fields) implements WaitReason {
        public NotSupportedYet {
            fields = List.copyOf(fields);
        }

        @Override
        public String code() {
            return "NotSupportedYet";
        }

        @Override
        public String message() {
            return "not supported yet: " + String.join(", ", fields);
        }

        @Override
        public String unblockedBy() {
            return "a manifest without these fields";
        }
    }

    /// The pod's folders could not be made.
    record PodFilesFailed(String message) implements WaitReason {
        @Override
        public String code() {
            return "PodFilesFailed";
        }

        @Override
        public String unblockedBy() {
            return "a writable root and log folder";
        }
    }

    /// The runtime could not make the sandbox.
    record SandboxFailed(String detail) implements WaitReason {
        @Override
        public String code() {
            return "FailedCreatePodSandBox";
        }

        @Override
        public String message() {
            return "failed to create pod sandbox: " + detail;
        }

        @Override
        public String unblockedBy() {
            return "the next try, once the runtime's reason is gone";
        }
    }

    /// A pull failed, and the next waits for its back-off.
    record ImagePullFailed(String container, String image, String detail) implements OfContainer {
        @Override
        public String code() {
            return PullFailureKind.of(detail).code();
        }

        @Override
        public String message() {
            return PullFailureKind.of(detail).message(image, detail);
        }

        @Override
        public String unblockedBy() {
            return "a registry that serves the image, or the image on this machine";
        }
    }

    /// A pull failed a while ago, and its back-off is not over.
    ///
    /// @param failure why it failed; empty when nobody remembers
    record ImagePullBackOff(String container, String image, String failure) implements OfContainer {
        public ImagePullBackOff(String container, String image) {
            this(container, image, "");
        }

        @Override
        public String code() {
            return "ImagePullBackOff";
        }

        @Override
        public String message() {
            var text = "Back-off pulling image \"" + image + "\"";
            var kind = PullFailureKind.of(failure);
            return failure.isEmpty()
                    ? text
                    : text + ": " + kind.code() + ": " + kind.message(image, failure);
        }

        @Override
        public String unblockedBy() {
            return "the end of the back-off";
        }
    }

    /// The image is not here and the pull policy forbids fetching it.
    record ImageNeverPull(String container, String image) implements OfContainer {
        @Override
        public String code() {
            return "ErrImageNeverPull";
        }

        @Override
        public String message() {
            return "Container image \"" + image + "\" is not present with pull policy of Never";
        }

        @Override
        public String unblockedBy() {
            return "the image on this machine";
        }
    }

    /// The runtime could not say whether the image is here.
    record ImageInspectFailed(String container, String detail) implements OfContainer {
        @Override
        public String code() {
            return "ImageInspectError";
        }

        /// Upstream names the image by what it did not learn, which is nothing.
        @Override
        public String message() {
            return "Failed to inspect image \"\": " + detail;
        }

        @Override
        public String unblockedBy() {
            return "the next try, once the runtime's reason is gone";
        }
    }

    /// No image can have that name.
    record InvalidImageName(String container, String image) implements OfContainer {
        @Override
        public String code() {
            return "InvalidImageName";
        }

        @Override
        public String message() {
            return "Failed to apply default image tag \"%s\": couldn't parse image name \"%s\": %s"
                    .formatted(image, image, "invalid reference format");
        }

        @Override
        public String unblockedBy() {
            return "another image name in the pod";
        }
    }

    /// The runtime refused to make the container.
    record ContainerCreateFailed(String container, String message) implements OfContainer {
        @Override
        public String code() {
            return "CreateContainerError";
        }

        @Override
        public String unblockedBy() {
            return "the next try, once the runtime's reason is gone";
        }
    }

    /// The container was made but could not be started.
    record ContainerStartFailed(String container, String message) implements OfContainer {
        @Override
        public String code() {
            return "RunContainerError";
        }

        @Override
        public String unblockedBy() {
            return "the next try, once the runtime's reason is gone";
        }
    }

    /// The container ended and its restart waits for the back-off.
    record CrashLoopBackOff(String container, String pod, Duration delay) implements OfContainer {
        @Override
        public String code() {
            return "CrashLoopBackOff";
        }

        @Override
        public String message() {
            return "back-off %s restarting failed container=%s pod=%s"
                    .formatted(GoText.duration(delay), container, pod);
        }

        @Override
        public String unblockedBy() {
            return "the end of the back-off, another image, or a change of an object it names";
        }
    }

    /// A wait for what the sandbox itself needs.
    sealed interface OfSandbox extends WaitReason
            permits RuntimeClassMissing, UserNamespaceRefused {}

    /// A wait for the pod's cgroup to come or to go.
    sealed interface OfCgroup extends WaitReason permits CgroupNotMade, CgroupStillThere {}

    /// A wait for other pods of this node.
    sealed interface OfOthers extends WaitReason permits StartQueued {}

    /// A wait of a pod that starts over as a whole.
    sealed interface OfRestart extends WaitReason permits AllContainersRestart {}

    /// A reason of a container's hooks.
    sealed interface OfHook extends OfContainer permits PostStartHookFailed, HookRunning {}

    /// A wait for a probe's success.
    sealed interface OfProbe extends OfContainer permits ProbeFailing {}

    /// A wait of the node as a whole.
    sealed interface OfNode extends WaitReason
            permits ApiServerUnreachable, CredentialsRefused, NodeNameShared, PreemptionRunning {}

    /// A wait for an image that is coming.
    sealed interface OfPull extends OfContainer
            permits ImagePulling, PullQueued, VolumeImageComing {}

    /// A wait for an image that is a volume.
    sealed interface OfVolumeImage extends OfContainer permits VolumeImageMissing {}

    /// A wait for a container that stands before others.
    sealed interface OfInit extends OfContainer permits InitContainerRunning, SidecarStarting {}

    /// Containers were asked to end and have not yet.
    record Stopping(List<String> containers, Duration grace) implements WaitReason {
        @Override
        public String code() {
            return "Terminating";
        }

        @Override
        public String message() {
            var names = String.join(", ", containers);
            return "stopping " + names + ", at most " + grace.toSeconds() + "s";
        }

        @Override
        public String unblockedBy() {
            return "the end of the containers, or of the grace period";
        }
    }

    /// A wait for a volume to come or to go.
    sealed interface OfVolume extends WaitReason permits VolumeNotMounted, VolumeStillMounted {
        String volume();
    }

    /// The container cannot be described: its environment or its mounts lack something.
    ///
    /// @param problem with the object that lacks, if it is one
    record ContainerConfigFailed(String container, String message, Optional<ObjectProblem> problem)
            implements OfContainer {
        @Override
        public String code() {
            return "CreateContainerConfigError";
        }

        @Override
        public String unblockedBy() {
            return problem.map(ObjectProblem::unblockedBy).orElse("the next try");
        }
    }

    /// A runtime call of a pod failed in a way that no other reason names.
    record RuntimeCallFailed(String operation, String detail) implements WaitReason {
        @Override
        public String code() {
            return "RuntimeCallFailed";
        }

        @Override
        public String message() {
            return operation + ": " + detail;
        }

        @Override
        public String unblockedBy() {
            return "the next try";
        }
    }

    /// A bug of ours ended this pod's turn.
    record TurnFailed(String message) implements WaitReason {
        @Override
        public String code() {
            return "TurnFailed";
        }

        @Override
        public String unblockedBy() {
            return "the next try; the log has the details";
        }
    }
}
