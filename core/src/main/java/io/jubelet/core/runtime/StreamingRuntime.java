package io.jubelet.core.runtime;

import java.time.Duration;
import java.util.List;

/// What people do with a running container: run something in it, look at it, reach its ports, read
/// what it wrote. Addresses are URLs of the runtime's own streaming server; each is good for one
/// connection within about a minute.
///
/// Every method blocks, may take as long as its deadline, and throws [RuntimeCallException].
///
/// Thread: any; implementations are safe for concurrent use.
public interface StreamingRuntime {
    /// Where a new process in the container can be talked to.
    String exec(ContainerId container, List<String> command, Streams streams);

    /// Where the container's first process can be talked to.
    String attach(ContainerId container, Streams streams);

    /// Where the ports of a sandbox can be reached.
    ///
    /// @param ports those a WebSocket client names at once; empty where each stream names its own
    String portForward(SandboxId sandbox, List<Integer> ports);

    /// Runs a command to its end.
    ///
    /// @param timeout after which it is killed; zero for never
    CommandOutput execSync(ContainerId container, List<String> command, Duration timeout);

    ContainerLog log(ContainerId container);

    /// Which ends of a process are wanted.
    ///
    /// @param terminal one stream both ways; there is no standard error then
    record Streams(boolean input, boolean output, boolean error, boolean terminal) {}

    /// What a command wrote and how it ended.
    record CommandOutput(int exitCode, String output, String error) {}

    /// @param path of the file the runtime writes; empty where it writes none
    /// @param running whether more may be written
    record ContainerLog(String path, boolean running) {}
}
