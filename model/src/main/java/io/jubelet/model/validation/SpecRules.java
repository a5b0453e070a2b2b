package io.jubelet.model.validation;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.ResourceRequirements;
import io.jubelet.api.core.VolumeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A pod's spec, part by part in upstream's order, and the plain fields that have no class of
/// their own.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation ValidatePodSpec.
final class SpecRules {
    private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
    private static final List<String> PREEMPTION = List.of("PreemptLowerPriority", "Never");

    private final Violations found;
    private final Pod pod;
    private final PodSpec spec;
    private final ValidationOptions options;

    SpecRules(Violations found, Pod pod, ValidationOptions options) {
        this.found = found;
        this.pod = pod;
        this.spec = pod.getSpec();
        this.options = options;
    }

    void check(FieldPath at) {
        if (!spec.hasTerminationGracePeriodSeconds()) {
            found.required(at.child("terminationGracePeriodSeconds"));
        }
        Map<String, VolumeSource> volumes = new VolumeRules(found, pod).check(at.child("volumes"));
        SchedulingRules.claims(
                found, at.child("resourceClaims"), spec.getResourceClaimsList(), isMirror());
        new ContainerRules(found, spec, volumes, options).check(at);
        if (options.podLevelResources()) {
            ResourceRules.podLevel(found, at, spec, claimNames());
        }
        NetworkRules.hostPorts(found, at, spec);
        found.oneOf(at.child("restartPolicy"), spec.getRestartPolicy(), RESTART_POLICIES);
        NetworkRules.dnsPolicy(found, at, spec);
        MetadataRules.labels(found, at.child("nodeSelector"), spec.getNodeSelectorMap());
        SecurityRules.pod(found, at.child("securityContext"), spec, options);
        AffinityRules.check(found, at.child("affinity"), spec.getAffinity());
        NetworkRules.dns(found, at, spec, options);
        SchedulingRules.gates(found, at, spec);
        SchedulingRules.spread(
                found,
                at.child("topologySpreadConstraints"),
                spec.getTopologySpreadConstraintsList(),
                options);
        WindowsRules.hostProcess(found, at, spec);
        NetworkRules.hostUsers(found, at, spec, options);
        NetworkRules.hostnameOverride(found, at, spec);
        names(at);
        SchedulingRules.tolerations(
                found, at.child("tolerations"), spec.getTolerationsList(), options);
        NetworkRules.aliases(
                found,
                at.child("hostAliases"),
                spec.getHostAliasesList(),
                options.strictAddresses());
        classes(at);
        WindowsRules.operatingSystem(found, at, spec);
        schedulingGroup(at.child("schedulingGroup"));
        variableFiles(at);
    }

    private boolean isMirror() {
        return pod.getMetadata().containsAnnotations("kubernetes.io/config.mirror");
    }

    private Set<String> claimNames() {
        Set<String> names = new TreeSet<>();
        spec.getResourceClaimsList().forEach(claim -> names.add(claim.getName()));
        names.remove("");
        return names;
    }

    private void names(FieldPath at) {
        subdomain(at.child("serviceAccountName"), spec.getServiceAccountName());
        subdomain(at.child("nodeName"), spec.getNodeName());
        if (spec.hasActiveDeadlineSeconds()) {
            found.inRange(
                    at.child("activeDeadlineSeconds"),
                    spec.getActiveDeadlineSeconds(),
                    1,
                    Integer.MAX_VALUE);
        }
        label(at.child("hostname"), spec.getHostname());
        label(at.child("subdomain"), spec.getSubdomain());
    }

    private void classes(FieldPath at) {
        subdomain(at.child("priorityClassName"), spec.getPriorityClassName());
        if (spec.hasRuntimeClassName()) {
            String name = spec.getRuntimeClassName();
            found.invalidEach(at.child("runtimeClassName"), name, NameFormats.subdomain(name));
        }
        if (spec.hasPreemptionPolicy()) {
            found.oneOf(at.child("preemptionPolicy"), spec.getPreemptionPolicy(), PREEMPTION);
        }
        if (spec.getOverheadCount() > 0) {
            ResourceRules.container(
                    found,
                    at.child("overhead"),
                    ResourceRequirements.newBuilder().putAllLimits(spec.getOverheadMap()).build(),
                    Set.of());
        }
    }

    private void subdomain(FieldPath at, String name) {
        if (!name.isEmpty()) {
            found.invalidEach(at, name, NameFormats.subdomain(name));
        }
    }

    private void label(FieldPath at, String name) {
        if (!name.isEmpty()) {
            found.invalidEach(at, name, NameFormats.label(name));
        }
    }

    private void schedulingGroup(FieldPath at) {
        if (!spec.hasSchedulingGroup()) {
            return;
        }
        if (!spec.getSchedulingGroup().hasPodGroupName()) {
            found.invalidShown(
                    at.child("podGroupName"), "null", "must specify one of: `podGroupName`");
        } else {
            String name = spec.getSchedulingGroup().getPodGroupName();
            found.invalidEach(at.child("podGroupName"), name, NameFormats.subdomain(name));
        }
    }

    /// Variables can only be read from files that a container of the pod has written.
    private void variableFiles(FieldPath specPath) {
        Map<String, VolumeSource> volumes = new HashMap<>();
        spec.getVolumesList()
                .forEach(volume -> volumes.put(volume.getName(), volume.getVolumeSource()));
        ContainerVisit.all(
                spec,
                specPath,
                (container, at) -> {
                    for (int i = 0; i < container.getEnvCount(); i++) {
                        var source = container.getEnv(i).getValueFrom();
                        if (!source.hasFileKeyRef()) {
                            continue;
                        }
                        String name = source.getFileKeyRef().getVolumeName();
                        FieldPath here =
                                at.child("env")
                                        .index(i)
                                        .child("valueFrom")
                                        .child("fileKeyRef")
                                        .child("volumeName");
                        VolumeSource volume = volumes.get(name);
                        if (volume == null) {
                            found.notFound(here, name);
                        } else if (!volume.hasEmptyDir()) {
                            found.invalid(here, name, "referenced volume must be of type emptyDir");
                        }
                    }
                });
    }
}
