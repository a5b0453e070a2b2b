package io.jubelet.model.validation;

import static io.jubelet.model.validation.Violations.bytes;

import io.jubelet.api.core.CephFSVolumeSource;
import io.jubelet.api.core.FCVolumeSource;
import io.jubelet.api.core.GlusterfsVolumeSource;
import io.jubelet.api.core.ISCSIVolumeSource;
import io.jubelet.api.core.NFSVolumeSource;
import io.jubelet.api.core.RBDVolumeSource;
import io.jubelet.api.core.VolumeSource;
import java.util.regex.Pattern;

/// Volumes on a network that the kernel itself speaks to.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation validateNFSVolumeSource, validateISCSIVolumeSource,
/// validateFCVolumeSource and their kin.
final class DeviceVolumeRules {
    private static final Pattern IQN =
            Pattern.compile("iqn\\.\\d{4}-\\d{2}\\.([a-zA-Z0-9-.]+)(:[^,;*&$|\\s]+)$");
    private static final Pattern EUI = Pattern.compile("eui.[a-zA-Z0-9]{16}");
    private static final Pattern NAA = Pattern.compile("naa.[a-zA-Z0-9]{32}");
    private static final int INITIATOR_NAME_LIMIT = 64;

    private DeviceVolumeRules() {}

    static void nfs(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("nfs");
        NFSVolumeSource source = any.getNfs();
        if (source.getServer().isEmpty()) {
            found.required(at.child("server"));
        }
        if (source.getPath().isEmpty()) {
            found.required(at.child("path"));
        }
        if (!source.getPath().startsWith("/")) {
            found.invalid(at.child("path"), source.getPath(), "must be an absolute path");
        }
    }

    static void iscsi(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("iscsi");
        ISCSIVolumeSource source = any.getIscsi();
        if (source.getTargetPortal().isEmpty()) {
            found.required(at.child("targetPortal"));
        }
        if (source.getIqn().isEmpty()) {
            found.required(at.child("iqn"));
        } else {
            qualifiedName(found, at.child("iqn"), source.getIqn());
        }
        found.inRange(at.child("lun"), source.getLun(), 0, 255);
        if ((source.getChapAuthDiscovery() || source.getChapAuthSession())
                && !source.hasSecretRef()) {
            found.required(at.child("secretRef"));
        }
        if (source.hasInitiatorName()) {
            qualifiedName(found, at.child("initiatorname"), source.getInitiatorName());
        }
    }

    static void iscsiName(Violations found, FieldPath at, String volume, ISCSIVolumeSource source) {
        if (source.hasInitiatorName()
                && bytes(volume + ":" + source.getTargetPortal()) > INITIATOR_NAME_LIMIT) {
            found.invalid(
                    at,
                    volume,
                    "Total length of <volume name>:<iscsi.targetPortal> must be under 64"
                            + " characters if iscsi.initiatorName is specified.");
        }
    }

    private static void qualifiedName(Violations found, FieldPath at, String name) {
        String problem = "must be valid format";
        boolean fine;
        if (name.startsWith("iqn")) {
            fine = IQN.matcher(name).find();
        } else if (name.startsWith("eui")) {
            fine = EUI.matcher(name).matches();
        } else if (name.startsWith("naa")) {
            fine = NAA.matcher(name).matches();
        } else {
            fine = false;
            problem = "must be valid format starting with iqn, eui, or naa";
        }
        if (!fine) {
            found.invalid(at, name, problem);
        }
    }

    static void glusterfs(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("glusterfs");
        GlusterfsVolumeSource source = any.getGlusterfs();
        if (source.getEndpoints().isEmpty()) {
            found.required(at.child("endpoints"));
        }
        if (source.getPath().isEmpty()) {
            found.required(at.child("path"));
        }
    }

    static void rbd(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("rbd");
        RBDVolumeSource source = any.getRbd();
        if (source.getMonitorsCount() == 0) {
            found.required(at.child("monitors"));
        }
        if (source.getImage().isEmpty()) {
            found.required(at.child("image"));
        }
    }

    static void cephfs(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("cephfs");
        CephFSVolumeSource source = any.getCephfs();
        if (source.getMonitorsCount() == 0) {
            found.required(at.child("monitors"));
        }
    }

    static void fibreChannel(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("fc");
        FCVolumeSource source = any.getFc();
        FieldPath names = at.child("targetWWNs");
        boolean hasNames = source.getTargetWWNsCount() > 0;
        boolean hasIds = source.getWwidsCount() > 0;
        if (!hasNames && !hasIds) {
            found.required(names, "must specify either targetWWNs or wwids, but not both");
        }
        if (hasNames && hasIds) {
            found.invalid(
                    names,
                    source.getTargetWWNsList(),
                    "targetWWNs and wwids can not be specified simultaneously");
        }
        if (hasNames && !source.hasLun()) {
            found.required(at.child("lun"), "lun is required if targetWWNs is specified");
        } else if (hasNames) {
            found.inRange(at.child("lun"), source.getLun(), 0, 255);
        }
    }
}
