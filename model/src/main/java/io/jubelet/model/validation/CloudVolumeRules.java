package io.jubelet.model.validation;

import static io.jubelet.model.validation.Violations.bytes;

import io.jubelet.api.core.AzureDiskVolumeSource;
import io.jubelet.api.core.CSIVolumeSource;
import io.jubelet.api.core.CinderVolumeSource;
import io.jubelet.api.core.FlexVolumeSource;
import io.jubelet.api.core.FlockerVolumeSource;
import io.jubelet.api.core.QuobyteVolumeSource;
import io.jubelet.api.core.ScaleIOVolumeSource;
import io.jubelet.api.core.StorageOSVolumeSource;
import io.jubelet.api.core.VolumeSource;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/// Volumes that a driver or a cloud provides; most of them are history, all still have a form.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation, one function per source.
final class CloudVolumeRules {
    private static final List<String> CACHING = List.of("None", "ReadOnly", "ReadWrite");
    private static final List<String> DISK_KINDS = List.of("Dedicated", "Managed", "Shared");
    private static final List<String> MANAGED_URI =
            List.of(
                    "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers"
                            + "/microsoft.compute/disks/{disk-id}");
    private static final List<String> BLOB_URI =
            List.of(
                    "https://{account-name}.blob.core.windows.net"
                            + "/{container-name}/{disk-name}.vhd");
    private static final int DRIVER_LIMIT = 63;

    private CloudVolumeRules() {}

    static void gitRepo(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("gitRepo");
        required(found, at.child("repository"), any.getGitRepo().getRepository());
        PathRules.descending(found, at.child("directory"), any.getGitRepo().getDirectory());
    }

    /// As upstream, the path of this one lacks its first word.
    static void googleDisk(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("persistentDisk");
        required(found, at.child("pdName"), any.getGcePersistentDisk().getPdName());
        partition(found, at.child("partition"), any.getGcePersistentDisk().getPartition());
    }

    static void amazonDisk(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("awsElasticBlockStore");
        required(found, at.child("volumeID"), any.getAwsElasticBlockStore().getVolumeID());
        partition(found, at.child("partition"), any.getAwsElasticBlockStore().getPartition());
    }

    static void azureFile(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("azureFile");
        required(found, at.child("secretName"), any.getAzureFile().getSecretName());
        required(found, at.child("shareName"), any.getAzureFile().getShareName());
    }

    static void vsphere(Violations found, FieldPath volume, VolumeSource any) {
        required(
                found,
                volume.child("vsphereVolume").child("volumePath"),
                any.getVsphereVolume().getVolumePath());
    }

    static void photon(Violations found, FieldPath volume, VolumeSource any) {
        required(
                found,
                volume.child("photonPersistentDisk").child("pdID"),
                any.getPhotonPersistentDisk().getPdID());
    }

    static void portworx(Violations found, FieldPath volume, VolumeSource any) {
        required(
                found,
                volume.child("portworxVolume").child("volumeID"),
                any.getPortworxVolume().getVolumeID());
    }

    private static void required(Violations found, FieldPath at, String value) {
        if (value.isEmpty()) {
            found.required(at);
        }
    }

    /// As upstream, zero is let through and the message says otherwise.
    private static void partition(Violations found, FieldPath at, int partition) {
        if (partition < 0 || partition > 255) {
            found.invalid(at, partition, Violations.range(1, 255));
        }
    }

    static void cinder(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("cinder");
        CinderVolumeSource source = any.getCinder();
        required(found, at.child("volumeID"), source.getVolumeID());
        if (source.hasSecretRef()) {
            required(found, at.child("secretRef").child("name"), source.getSecretRef().getName());
        }
    }

    static void azureDisk(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("azureDisk");
        AzureDiskVolumeSource source = any.getAzureDisk();
        required(found, at.child("diskName"), source.getDiskName());
        required(found, at.child("diskURI"), source.getDiskURI());
        if (source.hasCachingMode() && !CACHING.contains(source.getCachingMode())) {
            found.unsupported(at.child("cachingMode"), source.getCachingMode(), CACHING);
        }
        if (!source.hasKind()) {
            return;
        }
        if (!DISK_KINDS.contains(source.getKind())) {
            found.unsupported(at.child("kind"), source.getKind(), DISK_KINDS);
        }
        boolean managed = source.getKind().equals("Managed");
        if (!source.getDiskURI().startsWith(managed ? "/subscriptions/" : "https://")) {
            found.unsupportedText(
                    at.child("diskURI"), source.getDiskURI(), managed ? MANAGED_URI : BLOB_URI);
        }
    }

    static void scaleIo(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("scaleIO");
        ScaleIOVolumeSource source = any.getScaleIO();
        required(found, at.child("gateway"), source.getGateway());
        required(found, at.child("system"), source.getSystem());
        required(found, at.child("volumeName"), source.getVolumeName());
    }

    static void storageOs(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("storageos");
        StorageOSVolumeSource source = any.getStorageos();
        String name = source.getVolumeName();
        if (name.isEmpty()) {
            found.required(at.child("volumeName"));
        } else {
            found.invalidEach(at.child("volumeName"), name, NameFormats.label(name));
        }
        String namespace = source.getVolumeNamespace();
        if (!namespace.isEmpty()) {
            found.invalidEach(at.child("volumeNamespace"), namespace, NameFormats.label(namespace));
        }
        if (source.hasSecretRef()) {
            required(found, at.child("secretRef").child("name"), source.getSecretRef().getName());
        }
    }

    static void quobyte(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("quobyte");
        QuobyteVolumeSource source = any.getQuobyte();
        String pairs = "must be a host:port pair or multiple pairs separated by commas";
        if (source.getRegistry().isEmpty()) {
            found.required(at.child("registry"), pairs);
        } else if (bytes(source.getTenant()) >= 65) {
            found.required(
                    at.child("tenant"),
                    "must be a UUID and may not exceed a length of 64 characters");
        } else {
            for (String pair : source.getRegistry().split(",", -1)) {
                if (!pair.matches("([^:\\[\\]]*|\\[[^\\[\\]]*\\]):[^:\\[\\]]*")) {
                    found.invalid(at.child("registry"), source.getRegistry(), pairs);
                }
            }
        }
        required(found, at.child("volume"), source.getVolume());
    }

    static void flocker(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("flocker");
        FlockerVolumeSource source = any.getFlocker();
        boolean hasName = !source.getDatasetName().isEmpty();
        boolean hasId = !source.getDatasetUUID().isEmpty();
        if (!hasName && !hasId) {
            found.required(at, "one of datasetName and datasetUUID is required");
        }
        if (hasName && hasId) {
            found.invalid(
                    at,
                    "resource",
                    "datasetName and datasetUUID can not be specified simultaneously");
        }
        if (source.getDatasetName().contains("/")) {
            found.invalid(at.child("datasetName"), source.getDatasetName(), "must not contain '/'");
        }
    }

    static void flex(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("flexVolume");
        FlexVolumeSource source = any.getFlexVolume();
        required(found, at.child("driver"), source.getDriver());
        for (String key : new TreeMap<>(source.getOptionsMap()).keySet()) {
            String domain = "." + key.split("/", 2)[0].toLowerCase(Locale.ROOT);
            if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io")) {
                found.invalid(
                        at.child("options").key(key),
                        key,
                        "kubernetes.io and k8s.io namespaces are reserved");
            }
        }
    }

    static void csi(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("csi");
        CSIVolumeSource source = any.getCsi();
        String driver = source.getDriver();
        if (driver.isEmpty()) {
            found.required(at.child("driver"));
        } else {
            if (bytes(driver) > DRIVER_LIMIT) {
                found.tooLong(at.child("driver"), DRIVER_LIMIT);
            }
            found.invalidEach(
                    at.child("driver"),
                    driver,
                    NameFormats.subdomain(driver.toLowerCase(Locale.ROOT)));
        }
        if (source.hasNodePublishSecretRef()) {
            String name = source.getNodePublishSecretRef().getName();
            if (name.isEmpty()) {
                found.required(at.child("nodePublishSecretRef").child("name"));
            } else {
                found.invalidEach(at.child("name"), name, NameFormats.subdomain(name));
            }
        }
    }
}
