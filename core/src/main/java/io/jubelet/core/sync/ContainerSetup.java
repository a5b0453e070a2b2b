package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.VolumeMount;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.desired.RecursiveReadOnlyPolicy;
import io.jubelet.core.desired.VariableExpansion;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.ContainerFiles;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.ContainerSpec.Mount;
import io.jubelet.core.runtime.ContainerSpec.MountedImage;
import io.jubelet.core.runtime.ContainerSpec.Propagation;
import io.jubelet.core.status.HandlerFeatures;
import io.jubelet.core.volume.NodeSetting;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.volume.PodVolumes;
import io.jubelet.core.volume.PodVolumes.Placed;
import io.jubelet.core.waiting.ObjectProblem;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.log.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Prepares what a container finds when it starts: its environment and the files of the node that
/// it sees.
///
/// Thread: the pod's worker; blocks on host calls.
/// Upstream: kubelet_pods.go GenerateRunContainerOptions, makeMounts.
public final class ContainerSetup {
    private static final Log LOG = Log.of(ContainerSetup.class);
    private static final String HOSTS = "/etc/hosts";

    private final Execution execution;
    private final PodVolumes volumes;
    private final ContainerFiles files;
    private final ObjectLookup objects;
    private final NodeSetting node;
    private final HandlerFeatures handlers;
    private final PodSettings settings;
    private final EnvironmentFileReader environmentFiles;

    public ContainerSetup(
            Execution execution,
            PodVolumes volumes,
            ContainerFiles files,
            ObjectLookup objects,
            NodeSetting node,
            HandlerFeatures handlers,
            PodSettings settings) {
        this.execution = execution;
        this.volumes = volumes;
        this.files = files;
        this.objects = objects;
        this.node = node;
        this.handlers = handlers;
        this.settings = settings;
        this.environmentFiles =
                new EnvironmentFileReader(files, settings.features().environmentFiles());
    }

    /// What came of it.
    sealed interface Result {
        record Ready(Map<String, String> environment, List<Mount> mounts) implements Result {
            @Override
            public String toString() {
                return "Ready" + mounts;
            }
        }

        record Failed(WaitReason reason) implements Result {}
    }

    /// What a container can mount.
    ///
    /// @param placed the pod's volumes by name
    /// @param images those of them that are images
    private record Volumes(Map<String, Placed> placed, Map<String, MountedImage> images) {}

    /// A container that cannot be described as its pod says.
    private static final class SetupException extends RuntimeException {
        final String sentence;

        SetupException(String sentence) {
            super(sentence, null, false, false);
            this.sentence = sentence;
        }
    }

    ObjectLookup objects() {
        return objects;
    }

    /// @param sandboxIps the addresses of the pod's sandbox
    /// @param images those that it mounts, by the volume's name
    Result prepare(
            DesiredPod desired,
            Container container,
            List<String> sandboxIps,
            Map<String, MountedImage> images) {
        // On the node's network the runtime names no address: they are the node's.
        var podIps = desired.hostNetwork() && sandboxIps.isEmpty() ? node.addresses() : sandboxIps;
        return switch (volumes.want(desired)) {
            case PodVolumes.State.NotYet(var waits, _) ->
                    new Result.Failed(waits.getFirst().reason());
            case PodVolumes.State.Ready(var placed) ->
                    prepare(desired, container, podIps, new Volumes(placed, images));
        };
    }

    private Result prepare(
            DesiredPod desired, Container container, List<String> podIps, Volumes volumes) {
        var environment =
                EnvironmentCalculator.calculate(
                        desired.pod(),
                        container,
                        podIps,
                        node,
                        objects,
                        environmentFiles.read(desired, container, volumes.placed()));
        return switch (environment) {
            case EnvironmentCalculator.Result.Incomplete(var problem) ->
                    failed(container, problem.message(), Optional.of(problem));
            case EnvironmentCalculator.Result.Complete(var variables) ->
                    withMounts(desired, container, podIps, volumes, variables);
        };
    }

    private static Result failed(
            Container container, String detail, Optional<ObjectProblem> problem) {
        return new Result.Failed(
                new WaitReason.ContainerConfigFailed(container.getName(), detail, problem));
    }

    private Result withMounts(
            DesiredPod desired,
            Container container,
            List<String> podIps,
            Volumes volumes,
            Map<String, String> environment) {
        try {
            var mounts = volumeMounts(desired, container, volumes, environment);
            addHosts(desired, container, podIps, mounts);
            addTerminationLog(desired, container, mounts);
            return new Result.Ready(environment, mounts);
        } catch (HostCallException failure) {
            return failed(container, failure.reason(), Optional.empty());
        } catch (SetupException failure) {
            return failed(container, failure.sentence, Optional.empty());
        }
    }

    private List<Mount> volumeMounts(
            DesiredPod desired,
            Container container,
            Volumes volumes,
            Map<String, String> environment) {
        var mounts = new ArrayList<Mount>();
        for (var index = 0; index < container.getVolumeMountsCount(); index++) {
            var mount = container.getVolumeMounts(index);
            var volume = volumes.placed().get(mount.getName());
            if (volume == null) {
                throw new SetupException(
                        "cannot find volume \"%s\" to mount into container \"%s\""
                                .formatted(mount.getName(), container.getName()));
            }
            var subPath = subPath(mount, environment);
            // The runtime itself goes down the path inside an image.
            var image =
                    Optional.ofNullable(volumes.images().get(mount.getName()))
                            .map(it -> it.at(subPath));
            var path =
                    subPath.isEmpty() || image.isPresent()
                            ? volume.path()
                            : bind(desired, container, index, volume.path(), subPath);
            mounts.add(mount(desired, mount, volume, path, image));
        }
        return mounts;
    }

    private Mount mount(
            DesiredPod desired,
            VolumeMount mount,
            Placed volume,
            String path,
            Optional<MountedImage> image) {
        var inside = mount.getMountPath();
        return new Mount(
                path,
                inside.startsWith("/") ? inside : "/" + inside,
                mount.getReadOnly() || volume.readOnly(),
                propagation(mount),
                recursiveReadOnly(desired, mount),
                image);
    }

    private boolean recursiveReadOnly(DesiredPod desired, VolumeMount mount) {
        return switch (RecursiveReadOnlyPolicy.of(mount, handlers.recursiveReadOnly(desired))) {
            case RecursiveReadOnlyPolicy.Verdict.Mode(var recursive) -> recursive;
            case RecursiveReadOnlyPolicy.Verdict.Refused(var sentence) ->
                    throw new SetupException(
                            "failed to resolve recursive read-only mode: " + sentence);
        };
    }

    private static Propagation propagation(VolumeMount mount) {
        return switch (mount.getMountPropagation()) {
            case "", "None" -> Propagation.PRIVATE;
            case "HostToContainer" -> Propagation.HOST_TO_CONTAINER;
            case "Bidirectional" -> Propagation.BIDIRECTIONAL;
            default ->
                    throw new SetupException(
                            "invalid MountPropagation mode: \""
                                    + mount.getMountPropagation()
                                    + "\"");
        };
    }

    private static String subPath(VolumeMount mount, Map<String, String> environment) {
        var path = mount.getSubPath();
        if (!mount.getSubPathExpr().isEmpty()) {
            path =
                    VariableExpansion.expandAll(mount.getSubPathExpr(), environment)
                            .orElseThrow(
                                    () ->
                                            new SetupException(
                                                    "missing value for a variable of "
                                                            + mount.getSubPathExpr()));
        }
        if (path.startsWith("/")) {
            throw new SetupException("error SubPath `" + path + "` must not be an absolute path");
        }
        if (List.of(path.split("/", -1)).contains("..")) {
            throw new SetupException(
                    "unable to provision SubPath `" + path + "`: must not contain '..'");
        }
        return path;
    }

    /// The kernel's words about a path inside a volume stay in the log: they could tell a pod of
    /// the node's files.
    private String bind(
            DesiredPod desired, Container container, int index, String volumePath, String path) {
        var name = container.getVolumeMounts(index).getName();
        try {
            return files.bindSubPath(
                    desired.uid(),
                    new ContainerFiles.SubPath(name, volumePath, path, container.getName(), index));
        } catch (HostCallException failure) {
            LOG.warning(
                    "Sub-path not prepared",
                    "pod",
                    desired.identity(),
                    "container",
                    container.getName(),
                    "volume",
                    name,
                    "reason",
                    failure.reason());
            throw new SetupException(
                    "failed to prepare subPath for volumeMount \"%s\" of container \"%s\""
                            .formatted(name, container.getName()));
        }
    }

    private void addHosts(
            DesiredPod desired, Container container, List<String> podIps, List<Mount> mounts) {
        var own =
                container.getVolumeMountsList().stream()
                        .anyMatch(mount -> mount.getMountPath().equals(HOSTS));
        if (own || (podIps.isEmpty() && !desired.hostNetwork())) {
            return;
        }
        var text =
                desired.hostNetwork()
                        ? HostsText.onHostNetwork(desired.pod(), files.nodeHosts())
                        : HostsText.of(desired.pod(), podIps, settings.clusterDomain());
        mounts.add(new Mount(files.writeHosts(desired.uid(), text), HOSTS, false));
    }

    private void addTerminationLog(DesiredPod desired, Container container, List<Mount> mounts) {
        var inside = container.getTerminationMessagePath();
        if (inside.isEmpty()) {
            return;
        }
        var instance = "%08x".formatted((long) (execution.random() * (1L << 32)));
        var path = files.makeTerminationLog(desired.uid(), container.getName(), instance);
        mounts.add(new Mount(path, inside, false));
    }
}
