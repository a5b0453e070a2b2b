package io.jubelet.app;

import io.jubelet.api.core.PodStatus;
import io.jubelet.app.training.StandInMain;
import io.jubelet.app.training.StandInPod;
import io.jubelet.core.status.PodView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// The training run of packaging: starts the node on a stand-in runtime and a stand-in API server,
/// runs a pod of its own and one that is bound to it, probes that one and ends it, asks the health
/// port, and ends, so that the JVM's AOT cache knows what a node needs to start and to work. What
/// it does not know is loaded, linked and compiled in the middle of the work.
///
/// Thread: main.
final class Training {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int PODS = 2;

    private Training() {}

    static int run() {
        try {
            var folder = Files.createTempDirectory("jubelet-train");
            var socket = folder.resolve("cri.sock");
            var health = FreePort.find();
            var standIn = startStandIn(socket, folder.resolve("kubeconfig"), health);
            try {
                return train(folder, socket, health, standIn);
            } finally {
                standIn.destroy();
            }
        } catch (IOException failure) {
            throw new StartException("training failed: " + failure, failure);
        }
    }

    private static Process startStandIn(Path socket, Path kubeconfig, int health)
            throws IOException {
        var process =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElse("java"),
                                "-cp",
                                System.getProperty("java.class.path"),
                                StandInMain.class.getName(),
                                socket.toString(),
                                kubeconfig.toString(),
                                "http://127.0.0.1:%d/healthz".formatted(health))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        if (process.inputReader().readLine() == null) {
            throw new StartException("the stand-ins did not start");
        }
        return process;
    }

    private static int train(Path folder, Path socket, int health, Process standIn)
            throws IOException {
        var arguments = prepare(folder, socket, health);
        if (!(Startup.read(arguments, KubeletMain.hostFacts())
                instanceof Startup.Request.Run request)) {
            throw new StartException("training was not asked to run");
        }
        var node =
                NodeProcess.start(
                        request.options().asTrial(folder.resolve("links")),
                        NodeProcess.Patience.EXIT_WITHOUT_RUNTIME);
        ask(health);
        awaitServer(node);
        if (!reached(() -> running(node))) {
            return 1;
        }
        standIn.getOutputStream().write(1);
        standIn.getOutputStream().flush();
        return reached(() -> node.agent().views().all().size() == PODS - 1) ? 0 : 1;
    }

    private static boolean reached(BooleanSupplier goal) {
        var clock = InstantSource.system();
        var latest = clock.instant().plus(LONGEST);
        while (!goal.getAsBoolean() && clock.instant().isBefore(latest)) {
            pause();
        }
        return goal.getAsBoolean();
    }

    private static void awaitServer(NodeProcess node) {
        try {
            node.servers().awaitListening();
        } catch (InterruptedException interrupted) {
            throw new StartException("interrupted in training", interrupted);
        }
    }

    private static boolean running(NodeProcess node) {
        return node.agent().views().all().stream()
                        .map(PodView::status)
                        .filter(Training::ready)
                        .count()
                == PODS;
    }

    private static boolean ready(PodStatus status) {
        return status.getConditionsList().stream()
                .anyMatch(
                        condition ->
                                condition.getType().equals("Ready")
                                        && condition.getStatus().equals("True"));
    }

    private static List<String> prepare(Path folder, Path socket, int health) throws IOException {
        var manifests = Files.createDirectories(folder.resolve("manifests"));
        Files.writeString(
                manifests.resolve("pod.yaml"),
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: training}
                spec:
                  containers:
                    - {name: main, image: example/image:1, imagePullPolicy: IfNotPresent}
                """);
        var config = folder.resolve("kubelet.yaml");
        Files.writeString(
                config,
                """
                apiVersion: kubelet.config.k8s.io/v1beta1
                kind: KubeletConfiguration
                containerRuntimeEndpoint: "unix://%s"
                staticPodPath: "%s"
                podLogsDir: "%s"
                address: 127.0.0.1
                port: %d
                healthzPort: %d
                failCgroupV1: false
                # Where this runs is none of its business: it makes no cgroups.
                cgroupsPerQOS: false
                enforceNodeAllocatable: [none]
                """
                        .formatted(
                                socket,
                                manifests,
                                folder.resolve("logs"),
                                FreePort.find(),
                                health));
        return List.of(
                "--config",
                config.toString(),
                "--kubeconfig",
                folder.resolve("kubeconfig").toString(),
                "--hostname-override",
                StandInPod.NODE,
                "--root-dir",
                folder.resolve("root").toString(),
                "--cert-dir",
                folder.resolve("root/pki").toString());
    }

    private static void ask(int port) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            var request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        }
    }

    private static void pause() {
        try {
            new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw new StartException("interrupted in training", interrupted);
        }
    }
}
