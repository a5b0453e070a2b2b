package io.jubelet.core.sync;

import io.jubelet.core.runtime.Ordered;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The versions of the objects with which something failed, as far as they were known: when one of
/// them changes, the failure may be over. Immutable.
///
/// @param versions by kind and name; [#MISSING] for an object that is not there
record Causes(Map<String, String> versions) {
    static final Causes NONE = new Causes(Map.of());
    static final String MISSING = "-";

    Causes {
        versions = Ordered.copy(versions);
    }

    /// Whether one of them is another than it was. What is known on one side only says nothing.
    boolean differFrom(Causes earlier) {
        return versions.entrySet().stream()
                .anyMatch(
                        now -> {
                            var then = earlier.versions.get(now.getKey());
                            return then != null && !then.equals(now.getValue());
                        });
    }

    /// These, and of what is not known now what was known before.
    Causes over(Causes earlier) {
        var all = new LinkedHashMap<>(earlier.versions);
        all.putAll(versions);
        return new Causes(all);
    }

    String text() {
        return versions.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }

    /// Empty for what is no such text.
    static Optional<Causes> read(String text) {
        var versions = new LinkedHashMap<String, String>();
        for (var part : text.split(" ", -1)) {
            var sign = part.lastIndexOf('=');
            if (sign < 1) {
                return Optional.empty();
            }
            versions.put(part.substring(0, sign), part.substring(sign + 1));
        }
        return Optional.of(new Causes(versions));
    }
}
