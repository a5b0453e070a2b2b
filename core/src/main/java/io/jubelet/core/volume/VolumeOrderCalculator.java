package io.jubelet.core.volume;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Volume;
import io.jubelet.core.host.VolumeFiles.ContentFile;
import io.jubelet.core.host.VolumeFiles.Order;
import io.jubelet.core.host.VolumeFiles.Place;
import io.jubelet.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// How a volume in the pod's own folder is to be made. Pure.
///
/// Upstream: emptydir calculateEmptyDirMemorySize, volume/util nested_volumes.go.
final class VolumeOrderCalculator {
    private VolumeOrderCalculator() {}

    /// @param files what it holds, if the agent fills it
    static Order calculate(
            Pod pod,
            Volume volume,
            VolumeKind.Own kind,
            Optional<List<ContentFile>> files,
            Map<String, Quantity> allocatable) {
        var context = pod.getSpec().getSecurityContext();
        return new Order(
                new Place(kind.plugin(), volume.getName()),
                kind.memory() ? OptionalLong.of(size(pod, volume, allocatable)) : empty(),
                context.hasFsGroup() ? OptionalLong.of(context.getFsGroup()) : empty(),
                files,
                kind.content() ? nested(pod, volume.getName()) : List.of());
    }

    private static OptionalLong empty() {
        return OptionalLong.empty();
    }

    /// The smallest of what the volume, the pod and the node allow; zero for no limit.
    static long size(Pod pod, Volume volume, Map<String, Quantity> allocatable) {
        var limits = new ArrayList<Long>();
        var node = allocatable.get("memory");
        if (node != null) {
            limits.add(node.value());
        }
        limits.add(podMemoryLimit(pod));
        var own = volume.getVolumeSource().getEmptyDir().getSizeLimit().getString();
        limits.add(own.isEmpty() ? 0 : Quantity.parse(own).value());
        return limits.stream()
                .filter(limit -> limit > 0)
                .mapToLong(Long::longValue)
                .min()
                .orElse(0);
    }

    /// What the pod's cgroup would be held to: a limit only if every container has one.
    private static long podMemoryLimit(Pod pod) {
        var sum = 0L;
        for (var container : pod.getSpec().getContainersList()) {
            var limit = memoryLimit(container);
            if (limit == 0) {
                return 0;
            }
            sum += limit;
        }
        for (var init : pod.getSpec().getInitContainersList()) {
            sum = Math.max(sum, memoryLimit(init));
        }
        return sum;
    }

    private static long memoryLimit(Container container) {
        var limit = container.getResources().getLimitsMap().get("memory");
        return limit == null ? 0 : Quantity.parse(limit.getString()).value();
    }

    /// The folders inside the volume on which other volumes are mounted, relative to it.
    static List<String> nested(Pod pod, String volume) {
        var folders = new TreeSet<String>();
        containers(pod)
                .forEach(
                        container ->
                                container.getVolumeMountsList().stream()
                                        .filter(mount -> mount.getName().equals(volume))
                                        .forEach(
                                                mount ->
                                                        addBelow(
                                                                container,
                                                                withSlash(mount.getMountPath()),
                                                                folders)));
        return List.copyOf(folders);
    }

    private static void addBelow(Container container, String above, Set<String> folders) {
        for (var other : container.getVolumeMountsList()) {
            var path = withSlash(other.getMountPath());
            if (path.length() > above.length() && path.startsWith(above)) {
                var relative = path.substring(above.length(), path.length() - 1);
                if (!relative.startsWith("..") && !relative.contains("/..")) {
                    folders.add(relative);
                }
            }
        }
    }

    private static String withSlash(String path) {
        return path.endsWith("/") ? path : path + "/";
    }

    /// The user all containers run as, to whom a token may belong; empty if they differ.
    ///
    /// Upstream: volume/util FsUserFrom.
    static OptionalLong commonUser(Pod pod) {
        var ofPod = pod.getSpec().getSecurityContext();
        var users =
                containers(pod)
                        .map(
                                container -> {
                                    var own = container.getSecurityContext();
                                    if (own.hasRunAsUser()) {
                                        return OptionalLong.of(own.getRunAsUser());
                                    }
                                    return ofPod.hasRunAsUser()
                                            ? OptionalLong.of(ofPod.getRunAsUser())
                                            : OptionalLong.empty();
                                })
                        .distinct()
                        .toList();
        return users.size() == 1 ? users.getFirst() : empty();
    }

    private static Stream<Container> containers(Pod pod) {
        var spec = pod.getSpec();
        return Stream.concat(
                spec.getInitContainersList().stream(), spec.getContainersList().stream());
    }
}
