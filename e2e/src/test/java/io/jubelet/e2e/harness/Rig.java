package io.jubelet.e2e.harness;

import io.jubelet.adapters.cri.CriClient;
import io.jubelet.adapters.cri.CriEndpoint;
import io.jubelet.adapters.cri.CriImages;
import io.jubelet.adapters.cri.CriRuntime;
import io.jubelet.adapters.cri.RuntimeCallObserver;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.RuntimeCallException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// One private containerd of the rig, with the images that the tests use, and the tests' own eye on
/// it. It goes down with the JVM, however that ends.
///
/// Thread: the test's.
public final class Rig {
    public static final String BUSYBOX = "registry.k8s.io/e2e-test-images/busybox:1.37.0-1";

    /// Where all lies that a run makes.
    static final String STATE = System.getProperty("jubelet.e2e.state", "/var/tmp/jubelet-e2e");

    private static final Duration START = Duration.ofMinutes(10);

    private final String version;
    private final Path state;
    private final FileChannel lock;
    private final Thread atExit = new Thread(this::downWithAll, "rig-down");
    private final AtomicBoolean down = new AtomicBoolean();
    private CriClient client;

    private Rig(String version, Path state, FileChannel lock) {
        this.version = version;
        this.state = state;
        this.lock = lock;
        client = open();
    }

    /// Starts containerd, after clearing up what a killed run may have left.
    ///
    /// @param version 2 for containerd 2.x, 1 for the distribution's
    static Rig start(String version) {
        return start(version, "pause,busybox");
    }

    /// The same with other images than the tests' own.
    ///
    /// @param images their names in the rig's table, separated by commas
    public static Rig start(String version, String images) {
        return start(version, images, Path.of(version.equals("2") ? STATE : STATE + "-" + version));
    }

    private static Rig start(String version, String images, Path state) {
        var rig = new Rig(version, state, locked(state));
        Runtime.getRuntime().addShutdownHook(rig.atExit);
        try {
            rig.script("containerd", "down");
            rig.script("containerd", "up", "--version", version);
            rig.script("images", "--only", images);
            return rig;
        } catch (RuntimeException | AssertionError failure) {
            rig.end();
            throw failure;
        }
    }

    /// A second one beside the usual, as if on another machine; its owner ends it.
    public static Rig startAnother() {
        return start("2", "pause,busybox", Path.of(STATE + "-other"));
    }

    /// One test run at a time has the state folder; the kernel frees the lock when the JVM ends.
    private static FileChannel locked(Path state) {
        try {
            Files.createDirectories(state);
            var channel =
                    FileChannel.open(
                            state.resolve("test.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                System.out.println("Another test run has " + state + "; waiting for its end.");
                var _ = channel.lock();
            }
            return channel;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private CriClient open() {
        return CriClient.open(
                new CriClient.Options(
                        CriEndpoint.parse(endpoint()),
                        Optional.empty(),
                        Duration.ofSeconds(30),
                        RuntimeCallObserver.NONE));
    }

    public Path state() {
        return state;
    }

    public String endpoint() {
        return "unix://" + state.resolve("containerd.sock");
    }

    public CriRuntime runtime() {
        return client.runtime();
    }

    public CriImages images() {
        return client.images();
    }

    /// Every container of the pod with this name, whatever its state.
    public List<ListedContainer> containers(String podName) {
        return runtime().listContainers(Optional.empty()).stream()
                .filter(container -> container.pod().name().equals(podName))
                .toList();
    }

    /// The one running container of that name in that pod; waits until there is exactly one.
    public ObservedContainer running(String podName, String container) {
        var found =
                Await.that(
                        "container %s of pod %s to run".formatted(container, podName),
                        () ->
                                containers(podName).stream()
                                        .filter(one -> one.name().equals(container))
                                        .filter(one -> one.state() == ContainerState.RUNNING)
                                        .toList(),
                        list -> list.size() == 1);
        return runtime().containerStatus(found.getFirst().id());
    }

    /// What `crictl` prints as JSON, where the ports of our own do not show it.
    public Json crictl(String... arguments) {
        var command =
                Command.of(Tools.path("crictl"), "--config", "/dev/null", "--timeout", "30s")
                        .and("--runtime-endpoint", endpoint(), "--image-endpoint", endpoint())
                        .and(arguments);
        return Json.parse(command.succeed().out());
    }

    /// Removes every sandbox with all that is in it, so that no test sees another's pods.
    public void clear() {
        try {
            removeAll();
        } catch (RuntimeCallException failure) {
            if (!isTornStart(failure.reason())) {
                throw failure;
            }
            restartContainerd();
            removeAll();
        }
    }

    /// Whether containerd says that it holds the process of a start whose caller died, while it
    /// shows that container as ended. It then refuses to remove it, whoever asks; started anew, it
    /// sees the process and lets it be stopped.
    public static boolean isTornStart(String message) {
        return message.contains("cannot delete running task");
    }

    public void restartContainerd() {
        stopContainerd();
        startContainerd();
    }

    private void removeAll() {
        for (var sandbox : runtime().listSandboxes(Optional.empty())) {
            runtime().stopSandbox(sandbox.id());
            runtime().removeSandbox(sandbox.id());
        }
    }

    /// Ends containerd alone; its containers go on under their shims.
    public void stopContainerd() {
        inInstance("stop_daemon containerd");
    }

    /// Starts the same containerd again on what it left.
    public void startContainerd() {
        inInstance(
                """
                . "$STATE/containerd/settings"
                PATH=$BIN:$PATH spawn containerd "$BIN/containerd" \
                    --config "$STATE/containerd/config.toml"
                wait_for 'containerd to answer' 30 in_containerd version""");
        client.resetConnectBackoff();
    }

    /// A local registry with the images that containerd has: open on port 5001, and on 5002 with
    /// user `user` and password `password`. It goes with [#registryDown].
    public void registryUp() {
        script("registry", "up");
    }

    public void registryDown() {
        script("registry", "down");
    }

    /// Gives the open registry this test's image under another name, without its registry.
    public void push(String name) {
        inInstance(
                "load_instance; in_containerd images push --plain-http 127.0.0.1:5001/%s %s"
                        .formatted(name, BUSYBOX));
    }

    /// Takes containerd's network configuration away; it notices by itself.
    public void takeNetwork() {
        inInstance("mv \"$STATE\"/containerd/cni/*.conflist \"$STATE\"/containerd/");
    }

    /// Puts it back.
    public void giveNetwork() {
        // Written, not moved: containerd passes over a file that only appears.
        inInstance(
                "cp \"$STATE\"/containerd/*.conflist \"$STATE\"/containerd/cni/ && rm"
                        + " \"$STATE\"/containerd/*.conflist");
    }

    private void inInstance(String commands) {
        var rig = Project.file("rig");
        Command.of(
                        "bash",
                        "-c",
                        ". %s/lib/common.bash; . %s/lib/instance.bash; use_state %s; %s"
                                .formatted(rig, rig, state, commands))
                .succeed();
    }

    private void script(String name, String... arguments) {
        Command.of(Project.file("rig/" + name).toString())
                .and(arguments)
                .and("--state", state.toString())
                .within(START)
                .succeed();
    }

    /// At the end of all tests.
    public void end() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        client.close();
        down();
        try {
            lock.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// When the JVM is told to end in the middle of a test: its kubelets must end first.
    private void downWithAll() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        down();
    }

    private void down() {
        if (down.compareAndSet(false, true)) {
            script("containerd", "down");
        }
    }

    @Override
    public String toString() {
        return "containerd " + version;
    }
}
