package io.jubelet.config.file;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.kubelet.KubeletDefaults;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Puts the configuration together from everything that has a say in it.
///
/// ```
///   legacy defaults ─ flags ──┐ (no --config)
///                             ├─▶ drop-ins of --config-dir ─▶ flags again ─▶ gates of the flags
///   --config ─ defaults ──────┘
/// ```
///
/// With `--config` the first round of flags is gone again, all but the gates, which defaults may
/// hang on.
///
/// Thread: any; reads files.
///
/// Upstream: cmd/kubelet/app NewKubeletCommand, kubeletConfigFlagPrecedence.
public final class KubeletConfigLoader {
    private KubeletConfigLoader() {}

    /// Loads the configuration; it is not validated yet. `flags` are applied in order, and
    /// `flagGates` is the value of `--feature-gates`.
    ///
    /// @throws ConfigFileException with one clear line when a file cannot be used
    public static LoadedConfig load(
            Optional<Path> config,
            Optional<Path> folder,
            List<ConfigOverride> flags,
            Map<String, Boolean> flagGates) {
        var files = new KubeletConfigFiles(flagGates);
        Optional<KubeletConfigFiles.Read> main = config.map(files::file);
        List<String> warnings = main.map(KubeletConfigFiles.Read::warnings).orElse(List.of());
        var result =
                main.map(KubeletConfigFiles.Read::config)
                        .orElseGet(() -> flagged(KubeletDefaults.legacy(), flags, flagGates));
        Optional<DropInFolder> dropIns = folder.map(DropInFolder::of);
        if (dropIns.isPresent()) {
            result = files.withDropIns(result, dropIns.get().files());
        }
        if (config.isPresent() || folder.isPresent()) {
            result = flagged(result, flags, flagGates);
        }
        return new LoadedConfig(
                result, warnings, dropIns.map(DropInFolder::skipped).orElse(List.of()));
    }

    private static KubeletConfiguration flagged(
            KubeletConfiguration base, List<ConfigOverride> flags, Map<String, Boolean> flagGates) {
        var builder = base.toBuilder();
        // Registering the flags resets these two upstream: a file cannot set them.
        builder.getLoggingBuilder().getOptionsBuilder().getTextBuilder().clearSplitStream();
        builder.getLoggingBuilder().getOptionsBuilder().getJsonBuilder().clearSplitStream();
        flags.forEach(flag -> flag.apply(builder));
        var gates = new TreeMap<>(base.getFeatureGatesMap());
        gates.putAll(flagGates);
        builder.clearFeatureGates().putAllFeatureGates(gates);
        KubeletDefaults.settle(builder);
        return builder.build();
    }
}
