package io.jubelet.core.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All the runtime needs to make a container.
///
/// @param image the reference that was found or pulled
/// @param requestedImage the image as the pod names it
/// @param logPath the log file, relative to the sandbox's log directory
/// @param processesOf the container of the pod whose processes this one sees, beside its own
/// @param stopSignal the name of the signal that asks it to end; where it names none, its image may
public record ContainerSpec(
        String name,
        int attempt,
        String image,
        String requestedImage,
        List<String> command,
        List<String> args,
        String workingDirectory,
        Map<String, String> environment,
        List<Mount> mounts,
        Map<String, String> labels,
        Map<String, String> annotations,
        String logPath,
        Terminal terminal,
        ResourceLimits resources,
        ProcessIdentity identity,
        Optional<ContainerId> processesOf,
        Optional<String> stopSignal) {
    public ContainerSpec {
        command = List.copyOf(command);
        args = List.copyOf(args);
        environment = Ordered.copy(environment);
        mounts = List.copyOf(mounts);
        labels = Ordered.copy(labels);
        annotations = Ordered.copy(annotations);
    }

    /// One that sees no other container's processes and names no signal.
    public ContainerSpec(
            String name,
            int attempt,
            String image,
            String requestedImage,
            List<String> command,
            List<String> args,
            String workingDirectory,
            Map<String, String> environment,
            List<Mount> mounts,
            Map<String, String> labels,
            Map<String, String> annotations,
            String logPath,
            Terminal terminal,
            ResourceLimits resources,
            ProcessIdentity identity) {
        this(
                name,
                attempt,
                image,
                requestedImage,
                command,
                args,
                workingDirectory,
                environment,
                mounts,
                labels,
                annotations,
                logPath,
                terminal,
                resources,
                identity,
                Optional.empty(),
                Optional.empty());
    }

    /// A folder or file of the node inside the container, or an image.
    ///
    /// @param hostPath empty for an image
    /// @param recursiveReadOnly whether what is mounted below it is read-only too
    public record Mount(
            String hostPath,
            String containerPath,
            boolean readOnly,
            Propagation propagation,
            boolean recursiveReadOnly,
            Optional<MountedImage> image) {
        public Mount(String hostPath, String containerPath, boolean readOnly) {
            this(hostPath, containerPath, readOnly, Propagation.PRIVATE, false, Optional.empty());
        }
    }

    /// An image whose files a container sees.
    ///
    /// @param reference what was found or pulled
    /// @param requested the image as the pod names it
    /// @param subPath the folder or file of it; empty for all
    public record MountedImage(String reference, String requested, String subPath) {
        public MountedImage at(String path) {
            return new MountedImage(reference, requested, path);
        }
    }

    /// Which mounts made later on one side are seen on the other.
    public enum Propagation {
        PRIVATE,
        HOST_TO_CONTAINER,
        BIDIRECTIONAL
    }

    /// Standard input and terminal of the container.
    public record Terminal(boolean stdin, boolean stdinOnce, boolean tty) {}

    /// What the kernel holds the container to. Zero means no limit, but for cpuShares, where it
    /// means the runtime's default.
    ///
    /// @param memorySwapBytes memory and swap together
    /// @param hugePages bytes by size of a page, such as `2MB`
    /// @param unified files of cgroup v2 and what to write there
    public record ResourceLimits(
            long cpuShares,
            long cpuQuota,
            long cpuPeriod,
            long memoryLimitBytes,
            long oomScoreAdjust,
            long memorySwapBytes,
            Map<String, Long> hugePages,
            Map<String, String> unified) {
        public static final ResourceLimits NONE = new ResourceLimits(0, 0, 0, 0, 0);

        public ResourceLimits {
            hugePages = Ordered.copy(hugePages);
            unified = Ordered.copy(unified);
        }

        /// Without a word on swap or huge pages.
        public ResourceLimits(
                long cpuShares,
                long cpuQuota,
                long cpuPeriod,
                long memoryLimitBytes,
                long oomScoreAdjust) {
            this(
                    cpuShares,
                    cpuQuota,
                    cpuPeriod,
                    memoryLimitBytes,
                    oomScoreAdjust,
                    0,
                    Map.of(),
                    Map.of());
        }
    }
}
