package io.jubelet.core.probe;

import io.jubelet.core.runtime.ContainerId;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// Results of probes as a text that outlives the agent: a line a result, `ID KIND RESULT`. Pure.
/// What cannot be read is left out; the probe then begins anew.
final class ProbeText {
    private ProbeText() {}

    static String write(Map<ContainerId, Map<ProbeKind, ProbeResult>> results) {
        var sorted = new TreeMap<String, String>();
        results.forEach(
                (id, kinds) ->
                        kinds.forEach(
                                (kind, result) -> {
                                    var key = id.value() + " " + kind.name();
                                    sorted.put(key, key + " " + result.name() + "\n");
                                }));
        return String.join("", sorted.values());
    }

    static Map<ContainerId, Map<ProbeKind, ProbeResult>> read(String text) {
        var results = new LinkedHashMap<ContainerId, Map<ProbeKind, ProbeResult>>();
        for (var line : text.lines().toList()) {
            var words = line.split(" ", -1);
            if (words.length != 3) {
                continue;
            }
            for (var kind : ProbeKind.values()) {
                for (var result : ProbeResult.values()) {
                    if (kind.name().equals(words[1]) && result.name().equals(words[2])) {
                        results.computeIfAbsent(
                                        new ContainerId(words[0]),
                                        _ -> new EnumMap<>(ProbeKind.class))
                                .put(kind, result);
                    }
                }
            }
        }
        return results;
    }
}
