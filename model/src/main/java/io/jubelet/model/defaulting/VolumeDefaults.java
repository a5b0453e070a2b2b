package io.jubelet.model.defaulting;

import io.jubelet.api.core.AzureDiskVolumeSource;
import io.jubelet.api.core.DownwardAPIVolumeFile;
import io.jubelet.api.core.EmptyDirVolumeSource;
import io.jubelet.api.core.PersistentVolumeClaimSpec;
import io.jubelet.api.core.ProjectedVolumeSource;
import io.jubelet.api.core.RBDVolumeSource;
import io.jubelet.api.core.ScaleIOVolumeSource;
import io.jubelet.api.core.Volume;
import io.jubelet.api.core.VolumeProjection;
import io.jubelet.api.core.VolumeSource;
import java.util.List;

/// The defaults of one volume: its kind where none is named, file modes, and the details of
/// single kinds.
///
/// Thread: any; pure but for the builder it is handed.
///
/// Upstream: apis/core/v1/defaults.go SetDefaults_Volume and the sources' functions,
/// zz_generated.defaults.go SetObjectDefaults_Pod.
final class VolumeDefaults {
    private static final int FILE_MODE = 0644;
    private static final long TOKEN_SECONDS = 3600;

    private VolumeDefaults() {}

    static void apply(Volume.Builder volume) {
        if (volume.getVolumeSource().equals(VolumeSource.getDefaultInstance())) {
            volume.setVolumeSource(
                    VolumeSource.newBuilder()
                            .setEmptyDir(EmptyDirVolumeSource.getDefaultInstance()));
            return;
        }
        VolumeSource.Builder source = volume.getVolumeSourceBuilder();
        if (source.hasImage() && source.getImage().getPullPolicy().isEmpty()) {
            String policy = ContainerDefaults.pullPolicy(source.getImage().getReference());
            source.getImageBuilder().setPullPolicy(policy);
        }
        files(source);
        if (source.hasEphemeral() && source.getEphemeral().hasVolumeClaimTemplate()) {
            claim(source.getEphemeralBuilder().getVolumeClaimTemplateBuilder().getSpecBuilder());
        }
        devices(source);
    }

    private static void files(VolumeSource.Builder source) {
        if (source.hasHostPath() && !source.getHostPath().hasType()) {
            source.getHostPathBuilder().setType("");
        }
        if (source.hasSecret() && !source.getSecret().hasDefaultMode()) {
            source.getSecretBuilder().setDefaultMode(FILE_MODE);
        }
        if (source.hasConfigMap() && !source.getConfigMap().hasDefaultMode()) {
            source.getConfigMapBuilder().setDefaultMode(FILE_MODE);
        }
        if (source.hasDownwardAPI()) {
            var downward = source.getDownwardAPIBuilder();
            if (!downward.hasDefaultMode()) {
                downward.setDefaultMode(FILE_MODE);
            }
            downwardFiles(downward.getItemsBuilderList());
        }
        if (source.hasProjected()) {
            projected(source.getProjectedBuilder());
        }
    }

    private static void projected(ProjectedVolumeSource.Builder projected) {
        if (!projected.hasDefaultMode()) {
            projected.setDefaultMode(FILE_MODE);
        }
        for (VolumeProjection.Builder part : projected.getSourcesBuilderList()) {
            if (part.hasDownwardAPI()) {
                downwardFiles(part.getDownwardAPIBuilder().getItemsBuilderList());
            }
            if (part.hasServiceAccountToken()
                    && !part.getServiceAccountToken().hasExpirationSeconds()) {
                part.getServiceAccountTokenBuilder().setExpirationSeconds(TOKEN_SECONDS);
            }
        }
    }

    private static void downwardFiles(List<DownwardAPIVolumeFile.Builder> files) {
        for (DownwardAPIVolumeFile.Builder file : files) {
            if (file.hasFieldRef()) {
                ContainerDefaults.fieldSelector(file.getFieldRefBuilder());
            }
            if (file.hasResourceFieldRef()) {
                ContainerDefaults.resourceSelector(file.getResourceFieldRefBuilder());
            }
        }
    }

    private static void claim(PersistentVolumeClaimSpec.Builder claim) {
        if (!claim.hasVolumeMode()) {
            claim.setVolumeMode("Filesystem");
        }
        if (claim.hasResources()) {
            var resources = claim.getResourcesBuilder();
            resources.putAllLimits(ResourceDefaults.rounded(resources.getLimitsMap()));
            resources.putAllRequests(ResourceDefaults.rounded(resources.getRequestsMap()));
        }
    }

    private static void devices(VolumeSource.Builder source) {
        if (source.hasIscsi() && source.getIscsi().getIscsiInterface().isEmpty()) {
            source.getIscsiBuilder().setIscsiInterface("default");
        }
        if (source.hasRbd()) {
            ceph(source.getRbdBuilder());
        }
        if (source.hasAzureDisk()) {
            azure(source.getAzureDiskBuilder());
        }
        if (source.hasScaleIO()) {
            scale(source.getScaleIOBuilder());
        }
    }

    private static void ceph(RBDVolumeSource.Builder disk) {
        if (disk.getPool().isEmpty()) {
            disk.setPool("rbd");
        }
        if (disk.getUser().isEmpty()) {
            disk.setUser("admin");
        }
        if (disk.getKeyring().isEmpty()) {
            disk.setKeyring("/etc/ceph/keyring");
        }
    }

    private static void azure(AzureDiskVolumeSource.Builder disk) {
        if (!disk.hasCachingMode()) {
            disk.setCachingMode("ReadWrite");
        }
        if (!disk.hasFsType()) {
            disk.setFsType("ext4");
        }
        if (!disk.hasReadOnly()) {
            disk.setReadOnly(false);
        }
        if (!disk.hasKind()) {
            disk.setKind("Shared");
        }
    }

    private static void scale(ScaleIOVolumeSource.Builder disk) {
        if (disk.getStorageMode().isEmpty()) {
            disk.setStorageMode("ThinProvisioned");
        }
        if (disk.getFsType().isEmpty()) {
            disk.setFsType("xfs");
        }
    }
}
