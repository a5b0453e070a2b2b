package io.jubelet.model.validation;

import io.jubelet.api.core.VolumeSource;
import io.jubelet.model.pod.Amounts;
import java.util.List;
import java.util.function.Predicate;

/// The table of volume kinds: how to tell that one is set, and what to check then.
///
/// The order is upstream's: of several sources the first in this order counts, and the others
/// are refused.
///
/// Thread: any; immutable.
///
/// Upstream: apis/core/validation validateVolumeSource.
final class VolumeKinds {
    /// Checks one kind of source; the path is that of the volume.
    interface Rule {
        void check(Violations found, FieldPath volume, VolumeSource source);
    }

    /// @param field the field that is named when there are too many
    record Kind(String field, Predicate<VolumeSource> present, Rule rule) {}

    static final List<Kind> ALL =
            List.of(
                    new Kind("emptyDir", VolumeSource::hasEmptyDir, VolumeKinds::emptyDir),
                    new Kind("hostPath", VolumeSource::hasHostPath, FileVolumeRules::hostPath),
                    new Kind("gitRepo", VolumeSource::hasGitRepo, CloudVolumeRules::gitRepo),
                    new Kind(
                            "gcePersistentDisk",
                            VolumeSource::hasGcePersistentDisk,
                            CloudVolumeRules::googleDisk),
                    new Kind(
                            "awsElasticBlockStore",
                            VolumeSource::hasAwsElasticBlockStore,
                            CloudVolumeRules::amazonDisk),
                    new Kind("secret", VolumeSource::hasSecret, FileVolumeRules::secret),
                    new Kind("nfs", VolumeSource::hasNfs, DeviceVolumeRules::nfs),
                    new Kind("iscsi", VolumeSource::hasIscsi, DeviceVolumeRules::iscsi),
                    new Kind("glusterfs", VolumeSource::hasGlusterfs, DeviceVolumeRules::glusterfs),
                    new Kind("flocker", VolumeSource::hasFlocker, CloudVolumeRules::flocker),
                    new Kind(
                            "persistentVolumeClaim",
                            VolumeSource::hasPersistentVolumeClaim,
                            VolumeKinds::claim),
                    new Kind("rbd", VolumeSource::hasRbd, DeviceVolumeRules::rbd),
                    new Kind("cinder", VolumeSource::hasCinder, CloudVolumeRules::cinder),
                    new Kind("cephFS", VolumeSource::hasCephfs, DeviceVolumeRules::cephfs),
                    new Kind("quobyte", VolumeSource::hasQuobyte, CloudVolumeRules::quobyte),
                    // Upstream's spelling, which users see.
                    new Kind("downwarAPI", VolumeSource::hasDownwardAPI, FileVolumeRules::downward),
                    new Kind("fc", VolumeSource::hasFc, DeviceVolumeRules::fibreChannel),
                    new Kind("flexVolume", VolumeSource::hasFlexVolume, CloudVolumeRules::flex),
                    new Kind("configMap", VolumeSource::hasConfigMap, FileVolumeRules::configMap),
                    new Kind("azureFile", VolumeSource::hasAzureFile, CloudVolumeRules::azureFile),
                    new Kind(
                            "vsphereVolume",
                            VolumeSource::hasVsphereVolume,
                            CloudVolumeRules::vsphere),
                    new Kind(
                            "photonPersistentDisk",
                            VolumeSource::hasPhotonPersistentDisk,
                            CloudVolumeRules::photon),
                    new Kind(
                            "portworxVolume",
                            VolumeSource::hasPortworxVolume,
                            CloudVolumeRules::portworx),
                    new Kind("azureDisk", VolumeSource::hasAzureDisk, CloudVolumeRules::azureDisk),
                    new Kind("storageos", VolumeSource::hasStorageos, CloudVolumeRules::storageOs),
                    new Kind("projected", VolumeSource::hasProjected, VolumeKinds::projected),
                    new Kind("scaleIO", VolumeSource::hasScaleIO, CloudVolumeRules::scaleIo),
                    new Kind("csi", VolumeSource::hasCsi, CloudVolumeRules::csi),
                    new Kind("ephemeral", VolumeSource::hasEphemeral, VolumeKinds::ephemeral),
                    new Kind("image", VolumeSource::hasImage, VolumeKinds::image));

    private VolumeKinds() {}

    private static void emptyDir(Violations found, FieldPath volume, VolumeSource source) {
        if (Amounts.of(source.getEmptyDir().getSizeLimit()).signum() < 0) {
            found.forbidden(
                    volume.child("emptyDir").child("sizeLimit"),
                    "SizeLimit field must be a valid resource quantity");
        }
    }

    private static void claim(Violations found, FieldPath volume, VolumeSource source) {
        if (source.getPersistentVolumeClaim().getClaimName().isEmpty()) {
            found.required(volume.child("persistentVolumeClaim").child("claimName"));
        }
    }

    private static void projected(Violations found, FieldPath volume, VolumeSource source) {
        new ProjectedRules(found, volume.child("projected")).check(source.getProjected());
    }

    private static void ephemeral(Violations found, FieldPath volume, VolumeSource source) {
        FieldPath template = volume.child("ephemeral").child("volumeClaimTemplate");
        if (source.getEphemeral().hasVolumeClaimTemplate()) {
            ClaimRules.check(found, template, source.getEphemeral().getVolumeClaimTemplate());
        } else {
            found.required(template);
        }
    }

    private static void image(Violations found, FieldPath volume, VolumeSource source) {
        found.oneOf(
                volume.child("image").child("pullPolicy"),
                source.getImage().getPullPolicy(),
                ContainerFieldRules.PULL_POLICIES);
    }
}
