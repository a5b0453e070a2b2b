package io.jubelet.config.gate;

import io.jubelet.log.GoText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Reads the written form of gates, `A=true,B=false`.
///
/// Thread: stateless. Upstream: `featureGate.Set` of component-base featuregate.
final class GateRequests {
    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

    private GateRequests() {}

    static Map<String, Boolean> parse(String text) {
        var requests = new LinkedHashMap<String, Boolean>();
        for (String part : text.split(",", -1)) {
            if (part.isEmpty()) {
                continue;
            }
            int equals = part.indexOf('=');
            if (equals < 0) {
                throw new GateException("missing bool value for " + part.strip());
            }
            String name = part.substring(0, equals).strip();
            requests.put(name, parseBool(name, part.substring(equals + 1).strip()));
        }
        return requests;
    }

    private static boolean parseBool(String name, String value) {
        if (TRUE.contains(value)) {
            return true;
        }
        if (FALSE.contains(value)) {
            return false;
        }
        throw new GateException(
                "invalid value of %s=%s, err: strconv.ParseBool: parsing %s: invalid syntax"
                        .formatted(name, value, GoText.quote(value)));
    }
}
