package io.jubelet.model.validation;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Volume;
import io.jubelet.api.core.VolumeSource;
import io.jubelet.log.GoText;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A pod's volumes: unique names, exactly one source each, and each source complete.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation ValidateVolumes, validateVolumeSource.
final class VolumeRules {
    private final Violations found;
    private final Pod pod;

    VolumeRules(Violations found, Pod pod) {
        this.found = found;
        this.pod = pod;
    }

    /// Checks all volumes and returns the sources of the sound ones by name.
    Map<String, VolumeSource> check(FieldPath at) {
        List<Volume> volumes = pod.getSpec().getVolumesList();
        Set<String> createdClaims = new HashSet<>();
        if (!pod.getMetadata().getName().isEmpty()) {
            volumes.stream()
                    .filter(volume -> volume.getVolumeSource().hasEphemeral())
                    .forEach(volume -> createdClaims.add(claimName(volume)));
        }
        Map<String, VolumeSource> sound = new LinkedHashMap<>();
        for (int i = 0; i < volumes.size(); i++) {
            Volume volume = volumes.get(i);
            FieldPath here = at.index(i);
            Violations own = new Violations();
            source(own, here, volume);
            name(own, here.child("name"), volume.getName(), sound.keySet());
            if (own.count() == 0) {
                sound.put(volume.getName(), volume.getVolumeSource());
            }
            found.addAll(own);
            String claim = volume.getVolumeSource().getPersistentVolumeClaim().getClaimName();
            if (createdClaims.contains(claim)) {
                found.invalid(
                        here.child("persistentVolumeClaim").child("claimName"),
                        claim,
                        "must not reference a PVC that gets created for an ephemeral volume");
            }
        }
        return sound;
    }

    private static void name(Violations own, FieldPath at, String name, Set<String> taken) {
        if (name.isEmpty()) {
            own.required(at);
        } else {
            own.invalidEach(at, name, NameFormats.label(name));
        }
        if (taken.contains(name)) {
            own.duplicate(at, name);
        }
    }

    private String claimName(Volume volume) {
        return pod.getMetadata().getName() + "-" + volume.getName();
    }

    /// Of several sources the first is checked and every further one is forbidden.
    private void source(Violations own, FieldPath at, Volume volume) {
        VolumeSource source = volume.getVolumeSource();
        boolean any = false;
        for (VolumeKinds.Kind kind : VolumeKinds.ALL) {
            if (!kind.present().test(source)) {
                continue;
            }
            if (any) {
                own.forbidden(at.child(kind.field()), "may not specify more than 1 volume type");
            } else {
                kind.rule().check(own, at, source);
                any = true;
            }
        }
        if (!any) {
            own.required(at, "must specify a volume type");
        }
        if (source.hasIscsi()) {
            DeviceVolumeRules.iscsiName(own, at.child("name"), volume.getName(), source.getIscsi());
        }
        if (source.hasEphemeral()) {
            createdClaim(own, at.child("name"), volume);
        }
    }

    private void createdClaim(Violations own, FieldPath at, Volume volume) {
        if (pod.getMetadata().getName().isEmpty() || volume.getName().isEmpty()) {
            return;
        }
        String claim = claimName(volume);
        for (String complaint : NameFormats.subdomain(claim)) {
            own.invalid(at, volume.getName(), "PVC name " + GoText.quote(claim) + ": " + complaint);
        }
    }
}
