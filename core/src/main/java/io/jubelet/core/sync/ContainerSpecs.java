package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.desired.VariableExpansion;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.ContainerSpec.Terminal;
import io.jubelet.core.runtime.ImageService.LocalImage;
import io.jubelet.core.runtime.KubeletLabels;
import io.jubelet.model.pod.ContainerHash;
import io.jubelet.model.pod.ContainerJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the runtime is told to make of a container. Pure.
///
/// Upstream: kuberuntime_container.go generateContainerConfig, kubelet_pods.go
/// GenerateRunContainerOptions.
final class ContainerSpecs {
    private ContainerSpecs() {}

    /// @param image what was found or pulled
    /// @param setup what was prepared for it
    /// @param processesOf the container whose processes it sees too
    static ContainerSpec of(
            DesiredPod desired,
            Container container,
            int attempt,
            LocalImage image,
            ContainerSetup.Result.Ready setup,
            Optional<ContainerId> processesOf,
            NodeFacts node) {
        var environment = setup.environment();
        return new ContainerSpec(
                container.getName(),
                attempt,
                image.reference(),
                container.getImage(),
                expanded(container.getCommandList(), environment),
                expanded(container.getArgsList(), environment),
                container.getWorkingDir(),
                environment,
                setup.mounts(),
                labels(desired, container),
                annotations(desired, container, attempt),
                container.getName() + "/" + attempt + ".log",
                new Terminal(container.getStdin(), container.getStdinOnce(), container.getTty()),
                ResourceLimitsCalculator.calculate(
                        desired.pod(), container, node.memoryCapacityBytes(), node.resources()),
                ProcessIdentities.of(desired.pod().getSpec(), container, image.user(), node.pods()),
                processesOf,
                stopSignal(container, node.pods().features()));
    }

    private static Optional<String> stopSignal(Container container, PodFeatures features) {
        var lifecycle = container.getLifecycle();
        return features.stopSignals() && lifecycle.hasStopSignal()
                ? Optional.of(lifecycle.getStopSignal())
                : Optional.empty();
    }

    private static List<String> expanded(List<String> words, Map<String, String> environment) {
        return words.stream().map(word -> VariableExpansion.expand(word, environment)).toList();
    }

    private static Map<String, String> labels(DesiredPod desired, Container container) {
        var labels = new LinkedHashMap<>(SandboxSpecs.identityLabels(desired.identity()));
        labels.put(KubeletLabels.CONTAINER_NAME, container.getName());
        return labels;
    }

    private static Map<String, String> annotations(
            DesiredPod desired, Container container, int attempt) {
        var annotations = new LinkedHashMap<String, String>();
        annotations.put(KubeletLabels.CONTAINER_HASH, ContainerHash.of(container));
        annotations.put(KubeletLabels.RESTART_COUNT, Integer.toString(attempt));
        annotations.put(
                KubeletLabels.TERMINATION_MESSAGE_PATH, container.getTerminationMessagePath());
        annotations.put(
                KubeletLabels.TERMINATION_MESSAGE_POLICY, container.getTerminationMessagePolicy());
        var about = desired.pod().getMetadata();
        if (about.hasDeletionGracePeriodSeconds()) {
            annotations.put(
                    KubeletLabels.DELETION_GRACE,
                    Long.toString(about.getDeletionGracePeriodSeconds()));
        }
        annotations.put(
                KubeletLabels.TERMINATION_GRACE,
                Long.toString(desired.terminationGrace().toSeconds()));
        if (container.getLifecycle().hasPreStop()) {
            annotations.put(
                    KubeletLabels.PRE_STOP_HANDLER,
                    ContainerJson.hook(container.getLifecycle().getPreStop()));
        }
        if (container.getPortsCount() > 0) {
            annotations.put(
                    KubeletLabels.CONTAINER_PORTS, ContainerJson.ports(container.getPortsList()));
        }
        return annotations;
    }
}
