package io.jubelet.server.testing;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.StreamingRuntime;
import io.jubelet.server.view.RuntimeView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A runtime whose containers and addresses a test sets, and which remembers what it was asked.
///
/// Thread: any.
public final class FakeRuntimeView implements RuntimeView, StreamingRuntime {
    /// By pod and container, such as `uid-web/main`.
    public final Map<String, ContainerId> running = new ConcurrentHashMap<>();

    public final Map<PodUid, SandboxId> sandboxes = new ConcurrentHashMap<>();
    public final List<String> asked = new CopyOnWriteArrayList<>();
    public volatile List<RunningPod> pods = List.of();
    public volatile String address = "http://127.0.0.1:1/none";
    public volatile Optional<RuntimeCallException> failure = Optional.empty();
    public volatile CommandOutput output = new CommandOutput(0, "", "");
    public volatile ContainerLog log = new ContainerLog("", false);

    @Override
    public Optional<ContainerId> runningContainer(PodUid pod, String name) {
        return Optional.ofNullable(running.get(pod.value() + "/" + name));
    }

    @Override
    public Optional<SandboxId> readySandbox(PodUid pod) {
        return Optional.ofNullable(sandboxes.get(pod));
    }

    @Override
    public List<RunningPod> runningPods() {
        failure.ifPresent(FakeRuntimeView::fail);
        return pods;
    }

    private static void fail(RuntimeCallException failure) {
        throw failure;
    }

    @Override
    public StreamingRuntime streaming() {
        return this;
    }

    private String answer(String question) {
        asked.add(question);
        failure.ifPresent(FakeRuntimeView::fail);
        return address;
    }

    @Override
    public String exec(ContainerId container, List<String> command, Streams streams) {
        return answer("exec " + container.value() + " " + command + " " + text(streams));
    }

    @Override
    public String attach(ContainerId container, Streams streams) {
        return answer("attach " + container.value() + " " + text(streams));
    }

    private static String text(Streams streams) {
        return (streams.input() ? "i" : "")
                + (streams.output() ? "o" : "")
                + (streams.error() ? "e" : "")
                + (streams.terminal() ? "t" : "");
    }

    @Override
    public String portForward(SandboxId sandbox, List<Integer> ports) {
        return answer("forward " + sandbox.value() + " " + ports);
    }

    @Override
    public CommandOutput execSync(ContainerId container, List<String> command, Duration timeout) {
        var _ = answer("run " + container.value() + " " + command);
        return output;
    }

    @Override
    public ContainerLog log(ContainerId container) {
        failure.ifPresent(FakeRuntimeView::fail);
        return log;
    }
}
