package io.jubelet.model.staticpod;

import io.jubelet.model.pod.PodNames;

/// Where a manifest was found.
///
/// Thread: any; immutable.
public sealed interface ManifestSource {
    /// The value of the annotation that names the source.
    default String kind() {
        return switch (this) {
            case File _ -> PodNames.SOURCE_FILE;
            case Url _ -> PodNames.SOURCE_HTTP;
        };
    }

    /// @param path the file, as absolute as the configuration has it
    record File(String path) implements ManifestSource {}

    /// @param url the address that was read
    record Url(String url) implements ManifestSource {}
}
