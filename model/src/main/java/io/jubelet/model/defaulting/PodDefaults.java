package io.jubelet.model.defaulting;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSecurityContext;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.PodStatus;
import io.jubelet.model.pod.EphemeralContainers;
import java.util.List;
import java.util.function.UnaryOperator;

/// Gives a pod every default of the v1 API, and the few repairs that reading a v1 pod makes.
///
/// The order matters as upstream: requests are taken from limits first, then amounts on pod level
/// from those of the containers, and only then are amounts rounded.
///
/// Thread: any; pure.
///
/// Upstream: apis/core/v1/defaults.go and zz_generated.defaults.go SetObjectDefaults_Pod,
/// conversion.go Convert_v1_Pod_To_core_Pod.
public final class PodDefaults {
    private static final long GRACE_SECONDS = 30;
    private static final List<String> OLD_INIT_ANNOTATIONS =
            List.of(
                    "pod.beta.kubernetes.io/init-containers",
                    "pod.alpha.kubernetes.io/init-containers",
                    "pod.beta.kubernetes.io/init-container-statuses",
                    "pod.alpha.kubernetes.io/init-container-statuses");

    private PodDefaults() {}

    /// The pod with defaults; applying it twice changes nothing more.
    public static Pod apply(Pod pod) {
        return apply(pod, true);
    }

    /// @param podLevelResources the gate of that name: whether amounts on pod level are completed
    public static Pod apply(Pod pod, boolean podLevelResources) {
        Pod.Builder out = pod.toBuilder();
        OLD_INIT_ANNOTATIONS.forEach(out.getMetadataBuilder()::removeAnnotations);
        out.setSpec(spec(pod.getSpec(), podLevelResources));
        if (pod.hasStatus()) {
            out.setStatus(status(pod.getStatus()));
        }
        return out.build();
    }

    private static PodSpec spec(PodSpec spec, boolean podLevelResources) {
        PodSpec.Builder out = spec.toBuilder();
        eachContainer(out, ResourceDefaults::requestsFromLimits);
        if (podLevelResources) {
            ResourceDefaults.podLevel(out);
        }
        if (!out.hasEnableServiceLinks()) {
            out.setEnableServiceLinks(true);
        }
        if (out.getHostNetwork()) {
            eachContainer(out, ContainerDefaults::hostPorts);
        }
        scalars(out);
        out.getVolumesBuilderList().forEach(VolumeDefaults::apply);
        eachContainer(out, ContainerDefaults::apply);
        eachEphemeralContainer(out);
        out.putAllOverhead(ResourceDefaults.rounded(out.getOverheadMap()));
        if (out.hasResources()) {
            out.setResources(ResourceDefaults.rounded(out.getResources()));
        }
        return out.build();
    }

    private static void scalars(PodSpec.Builder spec) {
        if (spec.getDnsPolicy().isEmpty()) {
            spec.setDnsPolicy("ClusterFirst");
        }
        if (spec.getRestartPolicy().isEmpty()) {
            spec.setRestartPolicy("Always");
        }
        if (!spec.hasSecurityContext()) {
            spec.setSecurityContext(PodSecurityContext.getDefaultInstance());
        }
        if (!spec.hasTerminationGracePeriodSeconds()) {
            spec.setTerminationGracePeriodSeconds(GRACE_SECONDS);
        } else if (spec.getTerminationGracePeriodSeconds() < 0) {
            spec.setTerminationGracePeriodSeconds(1);
        }
        if (spec.getSchedulerName().isEmpty()) {
            spec.setSchedulerName("default-scheduler");
        }
        serviceAccount(spec);
    }

    /// The older of the two names is an alias; where both are set the newer one wins.
    private static void serviceAccount(PodSpec.Builder spec) {
        String name =
                spec.getServiceAccountName().isEmpty()
                        ? spec.getServiceAccount()
                        : spec.getServiceAccountName();
        if (!name.isEmpty()) {
            spec.setServiceAccountName(name).setServiceAccount(name);
        }
    }

    private static void eachContainer(PodSpec.Builder spec, UnaryOperator<Container> change) {
        for (int i = 0; i < spec.getInitContainersCount(); i++) {
            spec.setInitContainers(i, change.apply(spec.getInitContainers(i)));
        }
        for (int i = 0; i < spec.getContainersCount(); i++) {
            spec.setContainers(i, change.apply(spec.getContainers(i)));
        }
    }

    private static void eachEphemeralContainer(PodSpec.Builder spec) {
        for (int i = 0; i < spec.getEphemeralContainersCount(); i++) {
            var ephemeral = spec.getEphemeralContainers(i);
            Container changed = ContainerDefaults.apply(EphemeralContainers.asContainer(ephemeral));
            spec.setEphemeralContainers(i, EphemeralContainers.withContainer(ephemeral, changed));
        }
    }

    private static PodStatus status(PodStatus status) {
        PodStatus.Builder out = status.toBuilder();
        out.getInitContainerStatusesBuilderList().forEach(PodDefaults::containerStatus);
        out.getContainerStatusesBuilderList().forEach(PodDefaults::containerStatus);
        out.getEphemeralContainerStatusesBuilderList().forEach(PodDefaults::containerStatus);
        out.putAllAllocatedResources(ResourceDefaults.rounded(out.getAllocatedResourcesMap()));
        if (out.hasResources()) {
            out.setResources(ResourceDefaults.rounded(out.getResources()));
        }
        return out.build();
    }

    private static void containerStatus(ContainerStatus.Builder status) {
        status.putAllAllocatedResources(
                ResourceDefaults.rounded(status.getAllocatedResourcesMap()));
        if (status.hasResources()) {
            status.setResources(ResourceDefaults.rounded(status.getResources()));
        }
    }
}
