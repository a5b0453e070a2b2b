package io.jubelet.model.validation;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerPort;
import io.jubelet.api.core.EphemeralContainer;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.VolumeMount;
import io.jubelet.api.core.VolumeSource;
import io.jubelet.model.pod.EphemeralContainers;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The three lists of containers: what each kind may and must have, and names unique over all.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation validateContainers, validateInitContainers,
/// validateEphemeralContainers.
final class ContainerRules {
    private static final String NOT_EPHEMERAL = "cannot be set for an Ephemeral Container";
    private static final String NOT_INIT =
            "may not be set for init containers without restartPolicy=Always";

    private final Violations found;
    private final PodSpec spec;
    private final ContainerFieldRules fields;

    ContainerRules(
            Violations found,
            PodSpec spec,
            Map<String, VolumeSource> volumes,
            ValidationOptions options) {
        this.found = found;
        this.spec = spec;
        this.fields = new ContainerFieldRules(found, spec, volumes, options);
    }

    void check(FieldPath specPath) {
        regular(specPath.child("containers"));
        init(specPath.child("initContainers"));
        ephemeral(specPath.child("ephemeralContainers"));
    }

    private void regular(FieldPath at) {
        if (spec.getContainersCount() == 0) {
            found.required(at);
            return;
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < spec.getContainersCount(); i++) {
            Container container = spec.getContainers(i);
            FieldPath here = at.index(i);
            fields.common(here, container);
            if (!names.add(container.getName())) {
                found.duplicate(here.child("name"), container.getName());
            }
            ProbeRules.check(found, here, container, spec);
            fields.restartPolicy(here, container);
        }
        hostPortConflicts(at, spec.getContainersList());
    }

    private void init(FieldPath at) {
        Set<String> names = new HashSet<>();
        spec.getContainersList().forEach(container -> names.add(container.getName()));
        for (int i = 0; i < spec.getInitContainersCount(); i++) {
            Container container = spec.getInitContainers(i);
            FieldPath here = at.index(i);
            fields.common(here, container);
            fields.initRestartPolicy(here, container);
            if (names.contains(container.getName())) {
                found.duplicate(here.child("name"), container.getName());
            } else if (!container.getName().isEmpty()) {
                names.add(container.getName());
            }
            // Init containers run one after the other: ports clash only within one.
            hostPortConflicts(at, List.of(container));
            if (container.getRestartPolicy().equals("Always")) {
                ProbeRules.check(found, here, container, spec);
            } else {
                onlyForSidecars(here, container);
            }
        }
    }

    private void onlyForSidecars(FieldPath at, Container container) {
        forbid(at.child("lifecycle"), container.hasLifecycle(), NOT_INIT);
        forbid(at.child("livenessProbe"), container.hasLivenessProbe(), NOT_INIT);
        forbid(at.child("readinessProbe"), container.hasReadinessProbe(), NOT_INIT);
        forbid(at.child("startupProbe"), container.hasStartupProbe(), NOT_INIT);
        for (int i = 0; i < container.getResizePolicyCount(); i++) {
            String policy = container.getResizePolicy(i).getRestartPolicy();
            if (policy.equals("RestartContainer")) {
                found.invalidWord(
                        at.child("resizePolicy").index(i).child("restartPolicy"),
                        policy,
                        "must not be set to 'RestartContainer' for non-sidecar initContainers");
            }
        }
    }

    private void forbid(FieldPath at, boolean set, String detail) {
        if (set) {
            found.forbidden(at, detail);
        }
    }

    private void ephemeral(FieldPath at) {
        Set<String> others = new HashSet<>();
        spec.getContainersList().forEach(container -> others.add(container.getName()));
        spec.getInitContainersList().forEach(container -> others.add(container.getName()));
        Set<String> names = new HashSet<>(others);
        for (int i = 0; i < spec.getEphemeralContainersCount(); i++) {
            EphemeralContainer ephemeral = spec.getEphemeralContainers(i);
            Container container = EphemeralContainers.asContainer(ephemeral);
            FieldPath here = at.index(i);
            fields.common(here, container);
            ContainerFieldRules.imagePadding(found, here, container);
            if (!names.add(container.getName())) {
                found.duplicate(here.child("name"), container.getName());
            }
            String target = ephemeral.getTargetContainerName();
            if (!target.isEmpty() && !others.contains(target)) {
                found.notFound(here.child("targetContainerName"), target);
            }
            notForEphemeral(here, container);
        }
    }

    private void notForEphemeral(FieldPath at, Container container) {
        forbid(at.child("ports"), container.getPortsCount() > 0, NOT_EPHEMERAL);
        boolean amounts =
                container.getResources().getLimitsCount() > 0
                        || container.getResources().getRequestsCount() > 0
                        || container.getResources().getClaimsCount() > 0;
        forbid(at.child("resources"), amounts, NOT_EPHEMERAL);
        forbid(at.child("resizePolicy"), container.getResizePolicyCount() > 0, NOT_EPHEMERAL);
        forbid(at.child("restartPolicy"), container.hasRestartPolicy(), NOT_EPHEMERAL);
        forbid(
                at.child("restartPolicyRules"),
                container.getRestartPolicyRulesCount() > 0,
                NOT_EPHEMERAL);
        forbid(at.child("livenessProbe"), container.hasLivenessProbe(), NOT_EPHEMERAL);
        forbid(at.child("readinessProbe"), container.hasReadinessProbe(), NOT_EPHEMERAL);
        forbid(at.child("startupProbe"), container.hasStartupProbe(), NOT_EPHEMERAL);
        forbid(at.child("lifecycle"), container.hasLifecycle(), NOT_EPHEMERAL);
        for (int i = 0; i < container.getVolumeMountsCount(); i++) {
            VolumeMount mount = container.getVolumeMounts(i);
            FieldPath here = at.child("volumeMounts").index(i);
            forbid(here.child("subPath"), !mount.getSubPath().isEmpty(), NOT_EPHEMERAL);
            forbid(here.child("subPathExpr"), !mount.getSubPathExpr().isEmpty(), NOT_EPHEMERAL);
        }
    }

    private void hostPortConflicts(FieldPath at, List<Container> containers) {
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < containers.size(); i++) {
            List<ContainerPort> ports = containers.get(i).getPortsList();
            for (int j = 0; j < ports.size(); j++) {
                ContainerPort port = ports.get(j);
                String key = port.getProtocol() + "/" + port.getHostIP() + "/" + port.getHostPort();
                if (port.getHostPort() != 0 && !taken.add(key)) {
                    found.duplicate(at.index(i).child("ports").index(j).child("hostPort"), key);
                }
            }
        }
    }
}
