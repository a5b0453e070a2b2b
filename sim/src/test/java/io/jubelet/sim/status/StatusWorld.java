package io.jubelet.sim.status;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.core.status.StatusBoard;
import io.jubelet.core.status.StatusWriter;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A board and its writer between views that a test makes up and a simulated API server.
final class StatusWorld implements AutoCloseable {
    final SimScheduler scheduler = new SimScheduler(5, Pace.STEADY);
    final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(5), Latency.NORMAL);
    StatusBoard board = new StatusBoard(scheduler);
    private final SimScheduler.Session session = scheduler.attach("test");

    @Override
    public void close() {
        session.close();
    }

    void start() {
        new StatusWriter(scheduler, cluster, board).start();
    }

    void pass(Duration time) {
        scheduler.advance(time);
    }

    /// A pod that is bound, and that the board has heard of.
    Pod bind(String name) {
        var made = cluster.model().create(ApiResource.PODS, "shop", newPod(name));
        hear();
        return made;
    }

    static Pod newPod(String name) {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setName(name);
        pod.getSpecBuilder().setNodeName("node").addContainersBuilder().setName("main");
        return pod.build();
    }

    /// The board hears all that the API server has.
    void hear() {
        board.heard(cluster.model().list(ApiResource.PODS, Selection.ALL).items());
    }

    static ObjectName name(String pod) {
        return new ObjectName("shop", pod);
    }

    Pod pod(String name) {
        return cluster.model().get(ApiResource.PODS, name(name));
    }

    Optional<Pod> find(String name) {
        return cluster.model().find(ApiResource.PODS, name(name));
    }

    void delete(String name, long grace) {
        cluster.model()
                .delete(
                        ApiResource.PODS,
                        name(name),
                        new Deletion(OptionalLong.of(grace), Optional.empty()));
    }

    static PodStatus phase(String phase) {
        return PodStatus.newBuilder().setPhase(phase).build();
    }

    static PodStatus ready(String phase, boolean ready) {
        return PodStatus.newBuilder()
                .setPhase(phase)
                .addConditions(
                        PodCondition.newBuilder()
                                .setType("Ready")
                                .setStatus(ready ? "True" : "False"))
                .build();
    }

    static PodView view(Pod pod, PodStatus status) {
        return view(pod, status, false, false);
    }

    static PodView view(Pod pod, PodStatus status, boolean stopped, boolean released) {
        var metadata = pod.getMetadata();
        var identity =
                new PodIdentity(
                        metadata.getNamespace(), metadata.getName(), new PodUid(metadata.getUid()));
        return new PodView(
                identity,
                Optional.of(pod),
                stopped ? "Terminated" : "Syncing",
                Instant.EPOCH,
                status,
                List.of(),
                stopped,
                released);
    }

    void say(Pod pod, PodStatus status) {
        board.changed(view(pod, status));
    }

    long calls(Verb verb) {
        return cluster.calls().stream().filter(Call.of(verb, ApiResource.PODS)).count();
    }

    List<String> called(Verb verb) {
        return cluster.calls().stream()
                .filter(Call.of(verb, ApiResource.PODS))
                .map(call -> call.name().name())
                .toList();
    }
}
