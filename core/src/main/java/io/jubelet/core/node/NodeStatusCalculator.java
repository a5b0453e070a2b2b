package io.jubelet.core.node;

import io.jubelet.api.core.ContainerImage;
import io.jubelet.api.core.DaemonEndpoint;
import io.jubelet.api.core.Node;
import io.jubelet.api.core.NodeDaemonEndpoints;
import io.jubelet.api.core.NodeFeatures;
import io.jubelet.api.core.NodeRuntimeHandler;
import io.jubelet.api.core.NodeRuntimeHandlerFeatures;
import io.jubelet.api.core.NodeStatus;
import io.jubelet.api.core.NodeSwapStatus;
import io.jubelet.core.event.EventType;
import io.jubelet.core.runtime.ImageService.ListedImage;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimeVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The Node object as it should be, from the one that is there and from what is known. The steps
/// are in upstream's order.
///
/// Thread: any; pure.
/// Upstream: kubelet_node_status.go setNodeStatus, nodestatus/setters.go.
final class NodeStatusCalculator {
    private static final int NAMES_PER_IMAGE = 5;
    private static final Comparator<ListedImage> LARGEST_FIRST =
            Comparator.comparingLong(ListedImage::sizeBytes)
                    .thenComparing(ListedImage::id)
                    .reversed();

    private NodeStatusCalculator() {}

    /// A Node and what people are told of it.
    ///
    /// @param problems parts that could not be told, for the log
    record Result(Node node, List<NodeEvent> events, List<String> problems) {
        Result {
            events = List.copyOf(events);
            problems = List.copyOf(problems);
        }
    }

    static Result calculate(Node existing, NodeSettings settings, NodeNews news) {
        var node = existing.toBuilder();
        var events = new ArrayList<NodeEvent>();
        var problems = new ArrayList<String>();
        AddressCalculator.apply(node, settings.identity(), news.network()).ifPresent(problems::add);
        var status = node.getStatusBuilder();
        machine(status, settings, news, events);
        versions(status, settings.reporting(), news);
        endpoints(status, settings.reporting());
        images(status, settings.reporting(), news.images());
        status.getNodeInfoBuilder()
                .setOperatingSystem("linux")
                .setArchitecture(news.machine().identity().architecture());
        news.runtime().health().ifPresent(health -> abilities(status, health));
        events.addAll(NodeConditionCalculator.apply(status, settings, news));
        news.volumesInUse()
                .ifPresent(names -> status.clearVolumesInUse().addAllVolumesInUse(names));
        status.clearDeclaredFeatures()
                .addAllDeclaredFeatures(settings.reporting().declaredFeatures());
        return new Result(node.build(), events, problems);
    }

    private static void machine(
            NodeStatus.Builder status,
            NodeSettings settings,
            NodeNews news,
            List<NodeEvent> events) {
        var machine = news.machine();
        var identity = machine.identity();
        var info = status.getNodeInfoBuilder();
        if (!info.getBootID().isEmpty() && !info.getBootID().equals(identity.bootId())) {
            events.add(
                    new NodeEvent(
                            EventType.WARNING,
                            "Rebooted",
                            "Node %s has been rebooted, boot id: %s"
                                    .formatted(settings.identity().name(), identity.bootId())));
        }
        info.setMachineID(identity.machineId())
                .setSystemUUID(identity.systemUuid())
                .setBootID(identity.bootId());
        if (machine.swapBytes() != 0) {
            info.setSwap(NodeSwapStatus.newBuilder().setCapacity(machine.swapBytes()));
        }
        CapacityCalculator.apply(status, machine, settings.shares());
    }

    private static void versions(
            NodeStatus.Builder status, NodeSettings.Reporting reporting, NodeNews news) {
        var identity = news.machine().identity();
        var runtime = news.runtime().version();
        status.getNodeInfoBuilder()
                .setKernelVersion(identity.kernelVersion())
                .setOsImage(identity.osImage())
                .setContainerRuntimeVersion(
                        runtime.map(RuntimeVersion::runtimeName).orElse("unknown")
                                + "://"
                                + runtime.map(RuntimeVersion::runtimeVersion)
                                        .map(NodeStatusCalculator::bare)
                                        .orElse("Unknown"))
                .setKubeletVersion(reporting.version())
                .setKubeProxyVersion(reporting.keepProxyVersion() ? reporting.version() : "");
    }

    /// A version as the cluster knows it: containerd says `v2.1.0`, a node `2.1.0`.
    private static String bare(String version) {
        return version.startsWith("v") ? version.substring(1) : version;
    }

    private static void endpoints(NodeStatus.Builder status, NodeSettings.Reporting reporting) {
        status.setDaemonEndpoints(
                NodeDaemonEndpoints.newBuilder()
                        .setKubeletEndpoint(DaemonEndpoint.newBuilder().setPort(reporting.port())));
    }

    private static void images(
            NodeStatus.Builder status, NodeSettings.Reporting reporting, List<ListedImage> images) {
        status.clearImages();
        var most = reporting.maxImages() < 0 ? images.size() : reporting.maxImages();
        images.stream().sorted(LARGEST_FIRST).limit(most).forEach(i -> status.addImages(entry(i)));
    }

    private static ContainerImage entry(ListedImage image) {
        var names = new ArrayList<>(image.digests());
        names.addAll(image.tags());
        return ContainerImage.newBuilder()
                .addAllNames(names.subList(0, Math.min(names.size(), NAMES_PER_IMAGE)))
                .setSizeBytes(image.sizeBytes())
                .build();
    }

    private static void abilities(NodeStatus.Builder status, RuntimeHealth health) {
        status.clearRuntimeHandlers();
        health.handlers().stream()
                .sorted(Comparator.comparing(RuntimeHealth.Handler::name))
                .forEach(handler -> status.addRuntimeHandlers(entry(handler)));
        health.features()
                .ifPresent(
                        features ->
                                status.setFeatures(
                                        NodeFeatures.newBuilder()
                                                .setSupplementalGroupsPolicy(
                                                        features.supplementalGroupsPolicy())));
    }

    private static NodeRuntimeHandler entry(RuntimeHealth.Handler handler) {
        return NodeRuntimeHandler.newBuilder()
                .setName(handler.name())
                .setFeatures(
                        NodeRuntimeHandlerFeatures.newBuilder()
                                .setRecursiveReadOnlyMounts(handler.recursiveReadOnlyMounts())
                                .setUserNamespaces(handler.userNamespaces()))
                .build();
    }
}
