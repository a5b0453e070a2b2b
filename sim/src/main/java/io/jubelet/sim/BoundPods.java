package io.jubelet.sim;

import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.model.pod.PodNames;
import io.jubelet.sim.cluster.FakeCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The pods that a cluster's users and its scheduler give to the simulated node, and what they do
/// to them there.
///
/// Thread: the one that leads the simulation.
public final class BoundPods {
    static final String NAMESPACE = "default";

    /// A condition that is not the node's.
    static final String FOREIGN = "example.com/gate";

    private final FakeCluster cluster;
    private final Wishes wishes;
    private final KnownManifests manifests;
    private final ClusterRules rules;
    private final Supplier<Duration> elapsed;

    BoundPods(
            FakeCluster cluster,
            Wishes wishes,
            KnownManifests manifests,
            ClusterRules rules,
            Supplier<Duration> elapsed) {
        this.cluster = cluster;
        this.wishes = wishes;
        this.manifests = manifests;
        this.rules = rules;
        this.elapsed = elapsed;
    }

    /// A pod that is made and bound to this node.
    public PodUid create(PodSketch sketch) {
        var made = new ArrayList<Pod>();
        rules.byOthers(
                () ->
                        made.add(
                                cluster.model()
                                        .create(
                                                ApiResource.PODS,
                                                NAMESPACE,
                                                manifests.pod(sketch))));
        var uid = new PodUid(made.getFirst().getMetadata().getUid());
        wishes.bind(sketch, uid, elapsed.get());
        return uid;
    }

    /// Somebody deletes the pod with that grace, or with its own.
    public void delete(Pod pod, OptionalLong grace) {
        var uid = new PodUid(pod.getMetadata().getUid());
        if (!PodNames.isMirror(pod)) {
            wishes.unbind(uid, grace);
        }
        others(
                () ->
                        cluster.model()
                                .delete(
                                        ApiResource.PODS,
                                        name(pod),
                                        new Deletion(grace, Optional.of(uid.value()))));
    }

    /// Some controller has a condition of its own on the pod.
    public void condition(Pod pod) {
        others(
                () ->
                        cluster.model()
                                .patch(
                                        ApiResource.PODS,
                                        name(pod),
                                        Patch.ofStatus(
                                                ("{\"status\":{\"conditions\":[{\"type\":\"%s\","
                                                                + "\"status\":\"True\"}]}}")
                                                        .formatted(FOREIGN))));
    }

    /// Somebody looks into the pod with a container of his own, even into one that has ended: the
    /// API server refuses nobody. A pod has one such at most here.
    public void debug(Pod pod, String command) {
        var words =
                Stream.of(command.split(" ", -1))
                        .map(word -> "\"" + word + "\"")
                        .collect(Collectors.joining(","));
        if (pod.getSpec().getEphemeralContainersCount() > 0
                || pod.getMetadata().hasDeletionTimestamp()) {
            return;
        }
        others(
                () ->
                        cluster.model()
                                .patch(
                                        ApiResource.PODS,
                                        name(pod),
                                        new Patch(
                                                Patch.Kind.MERGE,
                                                "",
                                                ("{\"spec\":{\"ephemeralContainers\":[{"
                                                                + "\"name\":\"debug\","
                                                                + "\"image\":\"here:1\","
                                                                + "\"imagePullPolicy\":"
                                                                + "\"IfNotPresent\","
                                                                + "\"command\":[%s]}]}}")
                                                        .formatted(words))));
    }

    public void label(Pod pod, String value) {
        others(
                () ->
                        cluster.model()
                                .patch(
                                        ApiResource.PODS,
                                        name(pod),
                                        new Patch(
                                                Patch.Kind.MERGE,
                                                "",
                                                "{\"metadata\":{\"labels\":{\"a\":\"%s\"}}}"
                                                        .formatted(value))));
    }

    private void others(Runnable deed) {
        try {
            rules.byOthers(deed);
        } catch (ApiCallException tooLate) {
            // The agent was faster: it is gone.
        }
    }

    /// All pods of the API server that are no copies.
    public List<Pod> all() {
        return list(false);
    }

    public List<Pod> mirrors() {
        return list(true);
    }

    private List<Pod> list(boolean mirrors) {
        return cluster.model().list(ApiResource.PODS, Selection.ALL).items().stream()
                .filter(pod -> PodNames.isMirror(pod) == mirrors)
                .toList();
    }

    /// The pod as the API server has it.
    public Optional<Pod> find(PodUid uid) {
        return all().stream()
                .filter(pod -> pod.getMetadata().getUid().equals(uid.value()))
                .findFirst();
    }

    static ObjectName name(Pod pod) {
        return new ObjectName(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
    }
}
