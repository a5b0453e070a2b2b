package io.jubelet.config.file;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.util.List;

/// The configuration as it is in force, and what there is to say about how it came to be.
///
/// `warnings` has one line for each field that strict reading would have refused, with file, line
/// and field. `skippedFiles` are those in the drop-in folder that do not end in `.conf`.
///
/// Thread: immutable.
public record LoadedConfig(
        KubeletConfiguration config, List<String> warnings, List<String> skippedFiles) {
    public LoadedConfig {
        warnings = List.copyOf(warnings);
        skippedFiles = List.copyOf(skippedFiles);
    }
}
