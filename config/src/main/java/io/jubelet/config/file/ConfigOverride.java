package io.jubelet.config.file;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;

/// One flag's change to the configuration.
///
/// It is applied twice, like the flags themselves: before the files are read and after. It must
/// therefore set what it stands for, not add to what is there.
///
/// Thread: called by the thread that loads.
@FunctionalInterface
public interface ConfigOverride {
    void apply(KubeletConfiguration.Builder builder);
}
