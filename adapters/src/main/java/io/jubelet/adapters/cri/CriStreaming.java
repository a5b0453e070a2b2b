package io.jubelet.adapters.cri;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.StreamingRuntime;
import io.jubelet.cri.v1.AttachRequest;
import io.jubelet.cri.v1.ContainerState;
import io.jubelet.cri.v1.ContainerStatusRequest;
import io.jubelet.cri.v1.ExecRequest;
import io.jubelet.cri.v1.ExecSyncRequest;
import io.jubelet.cri.v1.PortForwardRequest;
import io.jubelet.cri.v1.RuntimeServiceGrpc;
import java.time.Duration;
import java.util.List;

/// Exec, attach, port forwarding and logs behind CRI's RuntimeService.
///
/// Thread: any.
///
/// Upstream: cri-client/pkg/remote_runtime.go, with its deadlines and its checks of answers.
public final class CriStreaming implements StreamingRuntime {
    private final CriCalls calls;
    private final Duration timeout;

    CriStreaming(CriCalls calls, Duration timeout) {
        this.calls = calls;
        this.timeout = timeout;
    }

    @Override
    public String exec(ContainerId container, List<String> command, Streams streams) {
        var request =
                ExecRequest.newBuilder()
                        .setContainerId(container.value())
                        .addAllCmd(command)
                        .setTty(streams.terminal())
                        .setStdin(streams.input())
                        .setStdout(streams.output())
                        .setStderr(streams.error())
                        .build();
        var answer = calls.call(RuntimeServiceGrpc.getExecMethod(), timeout, request);
        return checked("Exec", answer.getUrl());
    }

    @Override
    public String attach(ContainerId container, Streams streams) {
        var request =
                AttachRequest.newBuilder()
                        .setContainerId(container.value())
                        .setTty(streams.terminal())
                        .setStdin(streams.input())
                        .setStdout(streams.output())
                        .setStderr(streams.error())
                        .build();
        var answer = calls.call(RuntimeServiceGrpc.getAttachMethod(), timeout, request);
        return checked("Attach", answer.getUrl());
    }

    @Override
    public String portForward(SandboxId sandbox, List<Integer> ports) {
        var request =
                PortForwardRequest.newBuilder()
                        .setPodSandboxId(sandbox.value())
                        .addAllPort(ports)
                        .build();
        var answer = calls.call(RuntimeServiceGrpc.getPortForwardMethod(), timeout, request);
        return checked("PortForward", answer.getUrl());
    }

    private static String checked(String operation, String url) {
        if (url.isEmpty()) {
            throw new RuntimeCallException(operation, Code.FAILED, "URL is not set");
        }
        return url;
    }

    /// The runtime ends the command itself; the call waits for that and a little longer.
    @Override
    public CommandOutput execSync(ContainerId container, List<String> command, Duration limit) {
        var request =
                ExecSyncRequest.newBuilder()
                        .setContainerId(container.value())
                        .addAllCmd(command)
                        .setTimeout(limit.toSeconds())
                        .build();
        var method = RuntimeServiceGrpc.getExecSyncMethod();
        var answer =
                limit.isZero()
                        ? calls.callWithoutDeadline(method, request)
                        : calls.call(method, timeout.plus(limit), request);
        return new CommandOutput(
                answer.getExitCode(),
                answer.getStdout().toStringUtf8(),
                answer.getStderr().toStringUtf8());
    }

    @Override
    public ContainerLog log(ContainerId container) {
        var request = ContainerStatusRequest.newBuilder().setContainerId(container.value()).build();
        var status =
                calls.call(RuntimeServiceGrpc.getContainerStatusMethod(), timeout, request)
                        .getStatus();
        return new ContainerLog(
                status.getLogPath(), status.getState() == ContainerState.CONTAINER_RUNNING);
    }
}
