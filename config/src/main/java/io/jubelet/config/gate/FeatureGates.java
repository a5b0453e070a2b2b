package io.jubelet.config.gate;

import io.jubelet.log.Log;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/// What every feature gate stands at, once all has been asked for.
///
/// Thread: immutable. Upstream: component-base featuregate. Upstream goes through the requests in
/// random order; here they are taken by name, so that the same input gives the same message.
public final class FeatureGates {
    private static final String ALL_ALPHA = "AllAlpha";
    private static final String ALL_BETA = "AllBeta";
    private static final Log LOG = Log.of(FeatureGates.class);

    private final SequencedMap<String, Boolean> requested;
    private final SequencedMap<String, Boolean> effective;

    private FeatureGates(
            SequencedMap<String, Boolean> requested, SequencedMap<String, Boolean> effective) {
        this.requested = Collections.unmodifiableSequencedMap(requested);
        this.effective = Collections.unmodifiableSequencedMap(effective);
    }

    /// Every gate at its default.
    public static FeatureGates defaults() {
        return of(Map.of());
    }

    /// Reads `A=true,B=false`.
    ///
    /// @throws GateException when the text or a request in it is wrong
    public static FeatureGates parse(String text) {
        return of(GateRequests.parse(text));
    }

    /// The gates that result when these are asked for.
    ///
    /// @throws GateException when a gate is unknown, locked, or needs another one that is off
    public static FeatureGates of(Map<String, Boolean> requests) {
        var requested = new TreeMap<>(requests);
        refuseUnknown(requested);
        refuseLocked(requested);
        var effective = new TreeMap<String, Boolean>();
        GateTable.all().values().forEach(gate -> effective.put(gate.name(), gate.on()));
        setStage(effective, requested, ALL_ALPHA, Stage.ALPHA);
        setStage(effective, requested, ALL_BETA, Stage.BETA);
        effective.putAll(requested);
        refuseBrokenDependencies(effective);
        return new FeatureGates(requested, effective);
    }

    private static void refuseUnknown(Map<String, Boolean> requested) {
        for (String name : requested.keySet()) {
            if (!GateTable.all().containsKey(name)) {
                throw new GateException("unrecognized feature gate: " + name);
            }
        }
    }

    private static void refuseLocked(Map<String, Boolean> requested) {
        var problems = new ArrayList<String>();
        requested.forEach(
                (name, value) -> {
                    Gate gate = gate(name);
                    if (gate.locked() && gate.on() != value) {
                        problems.add(
                                "cannot set feature gate %s to %s, feature is locked to %s"
                                        .formatted(name, value, gate.on()));
                    }
                });
        refuse(problems);
    }

    private static void setStage(
            Map<String, Boolean> effective,
            Map<String, Boolean> requested,
            String all,
            Stage stage) {
        Boolean value = requested.get(all);
        if (value == null) {
            return;
        }
        for (Gate gate : GateTable.all().values()) {
            boolean special = gate.name().equals(ALL_ALPHA) || gate.name().equals(ALL_BETA);
            if (gate.stage() == stage && !special) {
                effective.put(gate.name(), value);
            }
        }
    }

    private static void refuseBrokenDependencies(Map<String, Boolean> effective) {
        var problems = new ArrayList<String>();
        GateDependencies.all()
                .forEach(
                        (name, needed) -> {
                            List<String> off =
                                    needed.stream().filter(each -> !isOn(effective, each)).toList();
                            if (isOn(effective, name) && !off.isEmpty()) {
                                problems.add(
                                        name
                                                + " is enabled, but depends on features that are"
                                                + " disabled: ["
                                                + String.join(" ", off)
                                                + "]");
                            }
                        });
        refuse(problems);
    }

    private static boolean isOn(Map<String, Boolean> effective, String name) {
        return effective.getOrDefault(name, false);
    }

    private static void refuse(List<String> problems) {
        switch (problems.size()) {
            case 0 -> {}
            case 1 -> throw new GateException(problems.getFirst());
            default -> throw new GateException("[" + String.join(", ", problems) + "]");
        }
    }

    private static Gate gate(String name) {
        Gate gate = GateTable.all().get(name);
        if (gate == null) {
            throw new IllegalArgumentException("feature gate " + name + " is not known");
        }
        return gate;
    }

    /// Whether the feature is on; asking for a gate that does not exist is a bug.
    public boolean enabled(String name) {
        Boolean value = effective.get(name);
        if (value == null) {
            throw new IllegalArgumentException("feature gate " + name + " is not known");
        }
        return value;
    }

    /// What was asked for, by name.
    public SequencedMap<String, Boolean> requested() {
        return requested;
    }

    /// Every gate that exists, by name.
    public static List<Gate> known() {
        return List.copyOf(GateTable.all().values());
    }

    /// What to tell about the gates that were set although they will go away.
    public List<GateWarning> warnings() {
        var warnings = new ArrayList<GateWarning>();
        requested.forEach(
                (name, value) -> {
                    switch (gate(name).stage()) {
                        case GA -> warnings.add(warning("GA", name, value));
                        case DEPRECATED -> warnings.add(warning("deprecated", name, value));
                        case ALPHA, BETA -> {}
                    }
                });
        return warnings;
    }

    private static GateWarning warning(String kind, String name, boolean value) {
        return new GateWarning(
                "Warning: setting "
                        + kind
                        + " feature gate. It will be removed in a future release.",
                name,
                value);
    }

    public void logWarnings() {
        warnings()
                .forEach(
                        warning ->
                                LOG.info(
                                        warning.message(),
                                        "featureGate",
                                        warning.gate(),
                                        "value",
                                        warning.value()));
    }

    /// One line for each gate that a user may sensibly set, for the help text.
    public static List<String> help() {
        return GateTable.all().values().stream()
                .filter(gate -> gate.stage() == Stage.ALPHA || gate.stage() == Stage.BETA)
                .map(
                        gate ->
                                "%s=true|false (%s - default=%s)"
                                        .formatted(gate.name(), gate.stage().label(), gate.on()))
                .toList();
    }
}
