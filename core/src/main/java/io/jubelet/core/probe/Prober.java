package io.jubelet.core.probe;

import io.jubelet.core.runtime.ContainerId;
import java.time.Duration;
import java.util.List;

/// The ways to ask a container something. Every method blocks for its timeout at most, and a little
/// longer where another process keeps the time; none throws.
///
/// Thread: any; implementations are safe for concurrent use.
/// Upstream: pkg/probe/{exec,http,tcp,grpc}, lifecycle/handlers.go.
public interface Prober {
    /// What any of them says of the agent.
    String USER_AGENT = "kube-probe/1.36";

    /// Runs a command in the container; its exit code decides.
    ///
    /// @param timeout zero for as long as the command takes
    ProbeOutcome exec(ContainerId container, List<String> command, Duration timeout);

    /// A status from 200 to 399 is a success; a redirect to another host is not followed.
    ProbeOutcome http(HttpCheck check, Duration timeout);

    /// Whether a connection can be made.
    ProbeOutcome tcp(String host, int port, Duration timeout);

    /// gRPC's own health check.
    ///
    /// @param service empty for the server as a whole
    ProbeOutcome grpc(String host, int port, String service, Duration timeout);

    /// Tells a container something: any answer is a success. Where TLS was asked for and the server
    /// speaks HTTP, it is told in the clear, and that is a warning.
    ///
    /// @param timeout zero for as long as the answer takes
    ProbeOutcome hook(HttpCheck check, Duration timeout);
}
