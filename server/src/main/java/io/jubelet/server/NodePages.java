package io.jubelet.server;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/// What the pages for people who look into the process show, and which of them there are.
///
/// @param flags every flag with its value, secrets masked
/// @param flagz gate ComponentFlagz
/// @param statusz gate ComponentStatusz
/// @param systemLogs `enableSystemLogHandler`
public record NodePages(
        Map<String, String> flags,
        Instant started,
        String version,
        boolean flagz,
        boolean statusz,
        boolean systemLogs) {
    public NodePages {
        flags = new TreeMap<>(flags);
    }
}
