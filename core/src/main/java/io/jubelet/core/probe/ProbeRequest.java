package io.jubelet.core.probe;

import java.util.List;

/// What a probe asks, with all names resolved.
sealed interface ProbeRequest {
    record Exec(List<String> command) implements ProbeRequest {
        public Exec {
            command = List.copyOf(command);
        }
    }

    record Http(HttpCheck check) implements ProbeRequest {}

    record Tcp(String host, int port) implements ProbeRequest {}

    record Grpc(String host, int port, String service) implements ProbeRequest {}

    /// It cannot be asked as it is written.
    record Impossible(String why) implements ProbeRequest {}
}
