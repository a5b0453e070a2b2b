package io.jubelet.e2e.bench;

import io.jubelet.api.core.Node;
import io.jubelet.api.core.Pod;
import io.jubelet.client.ApiConnections;
import io.jubelet.client.ApiSettings;
import io.jubelet.client.ApiSettings.Rate;
import io.jubelet.client.login.KubeconfigCredentials;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.e2e.harness.ControlPlane;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Rig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// The containerd and the control plane that both kubelets get in turns, and the run's own way to
/// the API server.
///
/// Thread: the run's.
final class Testbed implements AutoCloseable {
    static final String NAMESPACE = "bench";

    private static final String IMAGES = "pause,busybox,nginx";
    private static final int CALLERS = 8;

    private final Rig rig;
    private final ControlPlane plane;
    private final ApiConnections connections;

    private Testbed(Rig rig, ControlPlane plane) {
        this.rig = rig;
        this.plane = plane;
        var execution = new SystemExecution();
        connections =
                ApiConnections.open(
                        KubeconfigCredentials.load(Path.of(plane.adminKubeconfig()), execution),
                        ApiSettings.of(
                                "bench",
                                ApiSettings.PROTOBUF,
                                Rate.UNLIMITED,
                                Rate.UNLIMITED,
                                Duration.ofSeconds(10)),
                        execution);
    }

    /// Starts both. What a failure leaves running, the script that started us takes down.
    static Testbed start() {
        Progress.say("starting containerd and a control plane");
        var bed = new Testbed(Rig.start("2", IMAGES), ControlPlane.start());
        bed.kubectl("create", "namespace", NAMESPACE);
        bed.kubectl("-n", NAMESPACE, "wait", "--for=create", "serviceaccount/default");
        return bed;
    }

    Rig rig() {
        return rig;
    }

    ControlPlane plane() {
        return plane;
    }

    ClusterApi api() {
        return connections.cluster().api();
    }

    PodWatch watch() {
        return new PodWatch(api(), NAMESPACE);
    }

    private void kubectl(String... arguments) {
        plane.kubectl(arguments).succeed();
    }

    ProcessUse containerd() {
        return ProcessUse.ofDaemon(rig.state().resolve("run/containerd.pid"));
    }

    Pod create(Pod pod) {
        return api().create(ApiResource.PODS, NAMESPACE, pod);
    }

    void delete(String pod) {
        api().delete(
                        ApiResource.PODS,
                        new ObjectName(NAMESPACE, pod),
                        new Deletion(OptionalLong.empty(), Optional.empty()));
    }

    Node node() {
        return api().get(ApiResource.NODES, new ObjectName("", KubeletUnderTest.NODE));
    }

    /// Does that for each name, some at a time.
    void forEach(List<String> names, Consumer<String> call) {
        try (var callers = Executors.newFixedThreadPool(CALLERS)) {
            var calls =
                    names.stream().map(name -> callers.submit(() -> call.accept(name))).toList();
            for (Future<?> one : calls) {
                var _ = one.get();
            }
        } catch (ExecutionException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /// Forgets the node and every pod, whether they ended or not.
    void forgetAll() {
        plane.kubectl("-n", NAMESPACE, "delete", "pods", "--all", "--force", "--grace-period=0")
                .run();
        plane.kubectl("delete", "node", KubeletUnderTest.NODE, "--ignore-not-found").run();
        rig.clear();
    }

    @Override
    public void close() {
        connections.close();
        plane.end();
        rig.end();
    }
}
