package io.jubelet.adapters.cri;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Runs one pod on a real runtime by hand and tells what each call answered and how long it took:
/// `TryRuntime unix:///path/containerd.sock image`.
///
/// Thread: main.
final class TryRuntime {
    private final CriClient client;

    private TryRuntime(CriClient client) {
        this.client = client;
    }

    public static void main(String[] arguments) {
        var began = System.nanoTime();
        var options =
                new CriClient.Options(
                        CriEndpoint.parse(arguments[0]),
                        Optional.empty(),
                        Duration.ofMinutes(2),
                        RuntimeCallObserver.NONE);
        try (var client = CriClient.connect(options)) {
            show("connect", began, client.runtime().version());
            new TryRuntime(client).run(arguments[1]);
        }
    }

    private void run(String image) {
        var runtime = client.runtime();
        Thread.ofPlatform().daemon().start(this::follow);
        timed("status", runtime::status);
        timed("pull of nothing", () -> client.images().pull("127.0.0.1:1/nothing:1"));
        var found = timed("find", () -> client.images().find(image));
        timed("find nothing", () -> client.images().find("127.0.0.1:1/nothing:1"));
        var sandboxSpec = sandboxSpec();
        var sandbox = timed("run sandbox", () -> runtime.runSandbox(sandboxSpec)).orElseThrow();
        timed("list", () -> runtime.listSandboxes(Optional.of(Specs.POD.uid())));
        timed("sandbox status", () -> runtime.sandboxStatus(sandbox));
        var reference = found.orElseThrow().orElseThrow().reference();
        var container =
                timed(
                                "create",
                                () ->
                                        runtime.createContainer(
                                                sandbox, spec(reference, image), sandboxSpec))
                        .orElseThrow();
        timed("start", () -> done(() -> runtime.startContainer(container)));
        timed("container status", () -> runtime.containerStatus(container));
        timed("list containers", () -> runtime.listContainers(Optional.empty()));
        timed("stop", () -> done(() -> runtime.stopContainer(container, Duration.ofSeconds(2))));
        timed("container status", () -> runtime.containerStatus(container));
        timed("stop again", () -> done(() -> runtime.stopContainer(container, Duration.ZERO)));
        end(sandbox, container);
    }

    private void end(SandboxId sandbox, ContainerId container) {
        var runtime = client.runtime();
        timed("remove", () -> done(() -> runtime.removeContainer(container)));
        timed("remove again", () -> done(() -> runtime.removeContainer(container)));
        timed("stop removed", () -> done(() -> runtime.stopContainer(container, Duration.ZERO)));
        timed("status of removed", () -> runtime.containerStatus(container));
        timed("stop sandbox", () -> done(() -> runtime.stopSandbox(sandbox)));
        timed("sandbox status", () -> runtime.sandboxStatus(sandbox));
        timed("remove sandbox", () -> done(() -> runtime.removeSandbox(sandbox)));
        timed("stop removed sandbox", () -> done(() -> runtime.stopSandbox(sandbox)));
        timed("remove again", () -> done(() -> runtime.removeSandbox(sandbox)));
        timed("status of removed", () -> runtime.sandboxStatus(sandbox));
    }

    private void follow() {
        timed(
                "events",
                () ->
                        done(
                                () ->
                                        client.runtime()
                                                .streamEvents(
                                                        event ->
                                                                show(
                                                                        "event",
                                                                        System.nanoTime(),
                                                                        event))));
    }

    private static SandboxSpec sandboxSpec() {
        var like = Specs.sandbox();
        return new SandboxSpec(
                like.pod(),
                like.attempt(),
                like.hostname(),
                Path.of(System.getProperty("java.io.tmpdir"), "jubelet-try-logs").toString(),
                like.ports(),
                like.labels(),
                like.annotations(),
                like.namespaces(),
                like.identity(),
                "");
    }

    private static ContainerSpec spec(String reference, String image) {
        var like = Specs.container(ProcessIdentity.DEFAULT);
        return new ContainerSpec(
                like.name(),
                like.attempt(),
                reference,
                image,
                List.of("sh", "-c", "trap 'exit 3' TERM; while true; do sleep 0.1; done"),
                List.of(),
                "/",
                Map.of(),
                List.of(),
                like.labels(),
                like.annotations(),
                like.logPath(),
                new ContainerSpec.Terminal(false, false, false),
                like.resources(),
                like.identity());
    }

    private static String done(Runnable call) {
        call.run();
        return "done";
    }

    private static <T> Optional<T> timed(String what, Supplier<T> call) {
        var began = System.nanoTime();
        try {
            var answer = call.get();
            show(what, began, String.valueOf(answer));
            return Optional.of(answer);
        } catch (RuntimeCallException failure) {
            show(what, began, failure.code() + " " + failure.reason());
            return Optional.empty();
        }
    }

    private static void show(String what, long began, Object answer) {
        var millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
        System.out.printf("%-20s %5d ms  %s%n", what, millis, answer);
    }
}
