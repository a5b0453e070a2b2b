package io.jubelet.config.file;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.gate.FeatureGates;
import io.jubelet.config.gate.GateException;
import io.jubelet.config.kubelet.KubeletDefaults;
import io.jubelet.model.codec.DecodeException;
import io.jubelet.model.codec.MessageReader;
import io.jubelet.model.codec.MessageWriter;
import io.jubelet.model.codec.Problem;
import io.jubelet.model.codec.Strictness;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Yaml;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Turns the `--config` file and the drop-ins of `--config-dir` into a configuration with defaults.
///
/// Thread: any; reads files.
///
/// Upstream: cmd/kubelet/app loadConfigFile and mergeKubeletConfigurations.
final class KubeletConfigFiles {
    /// A configuration and the objections strict reading had.
    record Read(KubeletConfiguration config, List<String> warnings) {}

    private final Map<String, Boolean> flagGates;

    /// `flagGates` are those of the command line: a default may hang on one.
    KubeletConfigFiles(Map<String, Boolean> flagGates) {
        this.flagGates = flagGates;
    }

    /// Reads the main file. Fields that are unknown or come twice only cause warnings.
    ///
    /// @throws ConfigFileException when the file cannot be used
    Read file(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        try {
            Mapping document = ConfigDocument.read(absolute);
            var prototype = KubeletConfiguration.getDefaultInstance();
            var decoded = MessageReader.read(document, prototype, Strictness.STRICT);
            var builder = decoded.message().toBuilder();
            KubeletDefaults.apply(
                    builder, gates(builder), isGiven(document, "enforceNodeAllocatable"));
            ConfigPaths.resolve(builder, absolute.resolveSibling(""));
            evictionHard(builder, isGiven(document, "evictionHard"));
            return new Read(
                    builder.build(), decoded.problems().stream().map(Problem::toString).toList());
        } catch (ConfigFileException | DecodeException | GateException e) {
            throw new ConfigFileException(
                    "failed to load kubelet config file, path: "
                            + file
                            + ", error: "
                            + e.getMessage());
        }
    }

    /// Lays the drop-ins over `base`, one after the other.
    ///
    /// @throws ConfigFileException when one of them cannot be used
    KubeletConfiguration withDropIns(KubeletConfiguration base, List<Path> files) {
        Mapping merged = tree(base);
        for (Path file : files) {
            merged = MergePatch.apply(merged, dropIn(file));
        }
        merged = GoFieldNames.exact(merged, KubeletConfiguration.getDescriptor());
        try {
            var prototype = KubeletConfiguration.getDefaultInstance();
            var builder =
                    MessageReader.read(merged, prototype, Strictness.LENIENT).message().toBuilder();
            KubeletDefaults.apply(
                    builder, gates(builder), isGiven(merged, "enforceNodeAllocatable"));
            return builder.build();
        } catch (DecodeException | GateException e) {
            throw new ConfigFileException("failed to merge kubelet configs: " + e.getMessage());
        }
    }

    private static Mapping tree(KubeletConfiguration config) {
        byte[] json = MessageWriter.toJson(config).getBytes(StandardCharsets.UTF_8);
        return (Mapping) Yaml.documents("effective configuration", json).getFirst();
    }

    private static Mapping dropIn(Path file) {
        try {
            Mapping document = ConfigDocument.read(file.toAbsolutePath().normalize());
            DuplicateKeys.refuse(document);
            return document;
        } catch (ConfigFileException e) {
            throw new ConfigFileException(
                    "failed to merge kubelet configs: failed to load kubelet dropin file, path: "
                            + file
                            + ", error: "
                            + e.getMessage());
        }
    }

    /// The gates as far as they are known while defaults are set: here the file's win.
    private Predicate<String> gates(KubeletConfiguration.Builder builder) {
        var gates = new TreeMap<>(flagGates);
        gates.putAll(builder.getFeatureGatesMap());
        return FeatureGates.of(gates)::enabled;
    }

    private static boolean isGiven(Mapping document, String field) {
        return document.find(field).filter(value -> !value.isNull()).isPresent();
    }

    private static void evictionHard(KubeletConfiguration.Builder builder, boolean given) {
        if (!given || builder.getMergeDefaultEvictionSettings()) {
            var own = Map.copyOf(builder.getEvictionHardMap());
            builder.putAllEvictionHard(KubeletDefaults.evictionHard()).putAllEvictionHard(own);
        }
    }
}
