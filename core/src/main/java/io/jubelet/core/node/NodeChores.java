package io.jubelet.core.node;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.ImageService.ListedImage;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.List;

/// The runtime's part in the node's status, off the way of the status itself: the list of images,
/// and the pods' addresses, which the runtime is told when the cluster has decided on them.
///
/// Owner of the image list. Thread: its own, `node-chores`; `images` from any.
/// Upstream: images/image_gc_manager.go Start, kubelet_network.go updatePodCIDR.
final class NodeChores {
    private static final Log LOG = Log.of(NodeChores.class);
    private static final Duration PERIOD = Duration.ofSeconds(30);

    private final Execution execution;
    private final ContainerRuntime runtime;
    private final ImageService service;
    private final NodeRecord node;
    private final Signal wake;
    private volatile Runnable onNewImages = () -> {};
    private volatile List<ListedImage> images = List.of();
    private String podCidr = "";

    NodeChores(
            Execution execution, ContainerRuntime runtime, ImageService service, NodeRecord node) {
        this.execution = execution;
        this.runtime = runtime;
        this.service = service;
        this.node = node;
        this.wake = execution.signal("node-chores");
    }

    /// @param onFirstImages told once there is a list
    void start(Runnable onFirstImages) {
        onNewImages = onFirstImages;
        node.onChange(wake::raise);
        execution.start(ThreadKind.SERVICE, "node-chores", this::run);
    }

    /// As last listed.
    List<ListedImage> images() {
        return images;
    }

    private void run() {
        while (true) {
            refreshImages();
            var next = execution.tick().plus(PERIOD);
            tellPodCidr();
            while (wake.await(execution.tick().until(next))) {
                tellPodCidr();
            }
        }
    }

    private void refreshImages() {
        try {
            var first = images.isEmpty();
            images = service.list();
            if (first && !images.isEmpty()) {
                onNewImages.run();
            }
        } catch (RuntimeCallException failure) {
            LOG.v(2).info("Cannot list images", "reason", failure.reason());
        }
    }

    private void tellPodCidr() {
        var newest =
                node.node()
                        .map(known -> String.join(",", known.getSpec().getPodCIDRsList()))
                        .orElse("");
        if (newest.isEmpty() || newest.equals(podCidr)) {
            return;
        }
        try {
            runtime.updatePodCidr(newest);
            LOG.info("Updating Pod CIDR", "originalPodCIDR", podCidr, "newPodCIDR", newest);
            podCidr = newest;
        } catch (RuntimeCallException failure) {
            LOG.warning("Failed to update pod CIDR", "reason", failure.reason());
        }
    }
}
