package io.jubelet.server.endpoint;

import java.util.Optional;
import java.util.function.Supplier;

/// One thing that can be wrong with the node.
///
/// @param problem what is wrong now; empty when nothing is. It may block.
public record HealthCheck(String name, Supplier<Optional<String>> problem) {

    /// The process answers, and that is all.
    public static HealthCheck ping() {
        return new HealthCheck("ping", Optional::empty);
    }
}
