package io.jubelet.config.file;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;

/// What flags change in the configuration.
///
/// Like the flags themselves it is applied again after the files are read; with `--config-dir` but
/// no `--config` that is a second time on the same values, so it should set rather than add.
///
/// Thread: called by the thread that loads.
@FunctionalInterface
public interface ConfigOverride {
    void apply(KubeletConfiguration.Builder builder);
}
