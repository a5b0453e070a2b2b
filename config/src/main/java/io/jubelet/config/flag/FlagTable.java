package io.jubelet.config.flag;

import io.jubelet.api.kubeletconfig.Duration;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.flag.Flag.Target;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// Every flag of the kubelet by name, built once.
///
/// Thread: immutable after construction. Upstream: cmd/kubelet/app/options.
final class FlagTable {
    private static final String IN_FILE =
            "This parameter should be set via the config file specified by the Kubelet's --config"
                    + " flag. See https://kubernetes.io/docs/tasks/administer-cluster/"
                    + "kubelet-config-file/ for more information.";
    private static final Set<String> NOT_DEPRECATED =
            Set.of("v", "vmodule", "log-flush-frequency", "provider-id", "fail-cgroupv1");
    private static final FlagTable INSTANCE = new FlagTable();

    private final TreeMap<String, Flag<?>> byName = new TreeMap<>();
    private final TreeMap<String, Flag<?>> byShorthand = new TreeMap<>();

    private FlagTable() {
        OwnFlags.addTo(this);
        ServerFlags.addTo(this);
        NodeFlags.addTo(this);
        ResourceFlags.addTo(this);
        LoggingFlags.addTo(this);
    }

    static FlagTable instance() {
        return INSTANCE;
    }

    /// The flag of this name, in which `_` and `-` are the same.
    Optional<Flag<?>> find(String name) {
        return Optional.ofNullable(byName.get(name.replace('_', '-')));
    }

    Optional<Flag<?>> findShorthand(char letter) {
        return Optional.ofNullable(byShorthand.get(String.valueOf(letter)));
    }

    /// All flags in the order of their names.
    Collection<Flag<?>> all() {
        return java.util.Collections.unmodifiableCollection(byName.values());
    }

    /// Adds a flag that mirrors a field of the configuration.
    <T> void config(
            String name,
            FlagType<T> type,
            String byDefault,
            BiConsumer<KubeletConfiguration.Builder, T> setter) {
        config(name, "", type, byDefault, setter);
    }

    <T> void config(
            String name,
            String shorthand,
            FlagType<T> type,
            String byDefault,
            BiConsumer<KubeletConfiguration.Builder, T> setter) {
        String deprecation = NOT_DEPRECATED.contains(name) ? "" : IN_FILE;
        var target = new Target.Config<>(setter);
        add(new Flag<>(name, shorthand, type, byDefault, deprecation, target));
    }

    /// Adds a flag that mirrors a duration of the configuration.
    void span(
            String name,
            String byDefault,
            BiConsumer<KubeletConfiguration.Builder, Duration> setter) {
        config(
                name,
                FlagTypes.DURATION,
                byDefault,
                (config, value) ->
                        setter.accept(
                                config, Duration.newBuilder().setNanos(value.toNanos()).build()));
    }

    /// Adds a flag that has no field in the configuration.
    <T> void own(
            String name,
            FlagType<T> type,
            String byDefault,
            BiConsumer<KubeletFlags.Builder, T> setter) {
        add(new Flag<>(name, "", type, byDefault, "", new Target.Own<>(setter)));
    }

    <T> void ownDeprecated(
            String name,
            FlagType<T> type,
            String byDefault,
            String deprecation,
            BiConsumer<KubeletFlags.Builder, T> setter) {
        add(new Flag<>(name, "", type, byDefault, deprecation, new Target.Own<>(setter)));
    }

    void add(Flag<?> flag) {
        byName.put(flag.name(), flag);
        if (!flag.shorthand().isEmpty()) {
            byShorthand.put(flag.shorthand(), flag);
        }
    }
}
