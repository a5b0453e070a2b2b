package io.jubelet.model.validation;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.VolumeDevice;
import io.jubelet.api.core.VolumeMount;
import io.jubelet.api.core.VolumeSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Where a container mounts the pod's volumes, and which it uses as block devices.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation ValidateVolumeMounts, ValidateVolumeDevices.
final class MountRules {
    private static final List<String> PROPAGATIONS =
            List.of("Bidirectional", "HostToContainer", "None");
    private static final List<String> READ_ONLY_MODES =
            List.of("Disabled", "Enabled", "IfPossible");

    private MountRules() {}

    static void check(
            Violations found,
            FieldPath container,
            Container spec,
            Map<String, VolumeSource> volumes) {
        mounts(found, container.child("volumeMounts"), spec, volumes);
        devices(found, container.child("volumeDevices"), spec, volumes);
    }

    private static void mounts(
            Violations found,
            FieldPath at,
            Container container,
            Map<String, VolumeSource> volumes) {
        Map<String, String> devices = new LinkedHashMap<>();
        container
                .getVolumeDevicesList()
                .forEach(device -> devices.put(device.getName(), device.getDevicePath()));
        Set<String> mountPaths = new HashSet<>();
        for (int i = 0; i < container.getVolumeMountsCount(); i++) {
            VolumeMount mount = container.getVolumeMounts(i);
            FieldPath here = at.index(i);
            FieldPath name = here.child("name");
            FieldPath mountPath = here.child("mountPath");
            if (mount.getName().isEmpty()) {
                found.required(name);
            }
            if (!volumes.containsKey(mount.getName())) {
                found.notFound(name, mount.getName());
            }
            if (mount.getMountPath().isEmpty()) {
                found.required(mountPath);
            }
            if (!mountPaths.add(mount.getMountPath())) {
                found.invalid(mountPath, mount.getMountPath(), "must be unique");
            }
            if (devices.containsKey(mount.getName())) {
                found.invalid(name, mount.getName(), "must not already exist in volumeDevices");
            }
            if (devices.containsValue(mount.getMountPath())) {
                found.invalid(
                        mountPath,
                        mount.getMountPath(),
                        "must not already exist as a path in volumeDevices");
            }
            subPaths(found, at, here, mount);
            propagation(found, at.child("mountPropagation"), mount, container);
            recursiveReadOnly(found, at.child("recursiveReadOnly"), mount);
        }
    }

    /// As upstream, some of these paths name the list and not the mount.
    private static void subPaths(
            Violations found, FieldPath list, FieldPath here, VolumeMount mount) {
        if (!mount.getSubPath().isEmpty()) {
            PathRules.descending(found, list.child("subPath"), mount.getSubPath());
        }
        if (!mount.getSubPathExpr().isEmpty()) {
            if (!mount.getSubPath().isEmpty()) {
                found.invalid(
                        here.child("subPathExpr"),
                        mount.getSubPathExpr(),
                        "subPathExpr and subPath are mutually exclusive");
            }
            PathRules.descending(found, list.child("subPathExpr"), mount.getSubPathExpr());
        }
    }

    private static void propagation(
            Violations found, FieldPath at, VolumeMount mount, Container container) {
        if (!mount.hasMountPropagation()) {
            return;
        }
        if (!PROPAGATIONS.contains(mount.getMountPropagation())) {
            found.unsupported(at, mount.getMountPropagation(), PROPAGATIONS);
        }
        if (mount.getMountPropagation().equals("Bidirectional")
                && !container.getSecurityContext().getPrivileged()) {
            found.forbidden(
                    at,
                    "Bidirectional mount propagation is available only to privileged containers");
        }
    }

    private static void recursiveReadOnly(Violations found, FieldPath at, VolumeMount mount) {
        if (!mount.hasRecursiveReadOnly() || mount.getRecursiveReadOnly().equals("Disabled")) {
            return;
        }
        if (!READ_ONLY_MODES.contains(mount.getRecursiveReadOnly())) {
            found.unsupported(at, mount.getRecursiveReadOnly(), READ_ONLY_MODES);
            return;
        }
        if (!mount.getReadOnly()) {
            found.forbidden(at, "may only be specified when readOnly is true");
        }
        if (mount.hasMountPropagation() && !mount.getMountPropagation().equals("None")) {
            found.forbidden(
                    at, "may only be specified when mountPropagation is None or not specified");
        }
    }

    private static void devices(
            Violations found,
            FieldPath at,
            Container container,
            Map<String, VolumeSource> volumes) {
        Map<String, String> mounts = new LinkedHashMap<>();
        container
                .getVolumeMountsList()
                .forEach(mount -> mounts.put(mount.getName(), mount.getMountPath()));
        Set<String> names = new HashSet<>();
        Set<String> paths = new HashSet<>();
        for (int i = 0; i < container.getVolumeDevicesCount(); i++) {
            VolumeDevice device = container.getVolumeDevices(i);
            FieldPath here = at.index(i);
            deviceName(found, here.child("name"), device, volumes, names);
            devicePath(found, here.child("devicePath"), device, paths);
            if (mounts.containsKey(device.getName())) {
                found.invalid(
                        here.child("name"),
                        device.getName(),
                        "must not already exist in volumeMounts");
            }
            if (mounts.containsValue(device.getDevicePath())) {
                found.invalid(
                        here.child("devicePath"),
                        device.getDevicePath(),
                        "must not already exist as a path in volumeMounts");
            }
        }
    }

    private static void deviceName(
            Violations found,
            FieldPath at,
            VolumeDevice device,
            Map<String, VolumeSource> volumes,
            Set<String> names) {
        String name = device.getName();
        if (name.isEmpty()) {
            found.required(at);
        } else if (!names.add(name)) {
            found.invalid(at, name, "must be unique");
        }
        VolumeSource source = volumes.get(name);
        if (source == null) {
            found.notFound(at, name);
        } else if (!source.hasPersistentVolumeClaim() && !source.hasEphemeral()) {
            found.invalid(
                    at,
                    name,
                    "can only use volume source type of PersistentVolumeClaim or Ephemeral for"
                            + " block mode");
        }
    }

    private static void devicePath(
            Violations found, FieldPath at, VolumeDevice device, Set<String> paths) {
        String path = device.getDevicePath();
        if (path.isEmpty()) {
            found.required(at);
        }
        if (paths.contains(path)) {
            found.invalid(at, path, "must be unique");
        }
        if (PathRules.hasBackstep(path)) {
            found.invalid(at, path, "can not contain backsteps ('..')");
        } else {
            paths.add(path);
        }
    }
}
