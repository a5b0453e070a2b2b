package io.jubelet.app;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.core.image.CollectionSettings;
import io.jubelet.core.image.ImageSettings;
import io.jubelet.core.image.PullSettings;

/// What of the configuration is about images.
///
/// Thread: main.
final class ImageOptions {
    private ImageOptions() {}

    static ImageSettings of(KubeletConfiguration config) {
        return new ImageSettings(
                pulls(config),
                new CollectionSettings(
                        config.getImageGCHighThresholdPercent(),
                        config.getImageGCLowThresholdPercent(),
                        Spans.toJava(config.getImageMinimumGCAge()),
                        Spans.toJava(config.getImageMaximumGCAge())));
    }

    private static PullSettings pulls(KubeletConfiguration config) {
        var parallel = Math.max(0, config.getMaxParallelImagePulls());
        return new PullSettings(
                config.getSerializeImagePulls() ? 1 : parallel,
                config.getRegistryPullQPS(),
                config.getRegistryBurst());
    }
}
