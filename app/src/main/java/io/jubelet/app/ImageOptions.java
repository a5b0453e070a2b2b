package io.jubelet.app;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.core.image.PullSettings;

/// What of the configuration is about images.
///
/// Thread: main.
final class ImageOptions {
    private ImageOptions() {}

    static PullSettings pulls(KubeletConfiguration config) {
        var parallel = Math.max(0, config.getMaxParallelImagePulls());
        return new PullSettings(
                config.getSerializeImagePulls() ? 1 : parallel,
                config.getRegistryPullQPS(),
                config.getRegistryBurst());
    }
}
