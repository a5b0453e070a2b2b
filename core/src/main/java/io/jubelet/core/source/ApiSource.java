package io.jubelet.core.source;

import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.reflection.Reflector;
import io.jubelet.core.reflection.Reflector.Subject;
import io.jubelet.core.reflection.Snapshot;
import io.jubelet.log.Log;
import io.jubelet.model.pod.PodNames;
import io.jubelet.model.staticpod.SeenTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The pods that the API server has bound to this node, mirror pods among them, as it has them: no
/// default is added and nothing is checked, for both was done there.
///
/// It speaks for the first time after the node itself has been heard of, because a pod that is
/// judged without its node would be judged wrongly.
///
/// Thread: `api-source` until the node was heard of, then the one of its reflector.
/// Upstream: config/apiserver.go.
public final class ApiSource {
    public static final String NAME = PodNames.SOURCE_API;

    private static final Log LOG = Log.of(ApiSource.class);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Execution execution;
    private final BooleanSupplier nodeHeard;
    private final SourceChanges changes;
    private final Reflector<Pod> reflector;
    private final Signal rest;

    /// By name, what was told last: a pod that did not change is handed on as the same object.
    private Map<ObjectName, Known> known = new HashMap<>();

    /// @param from as the API server gave it
    private record Known(Pod from, DesiredPod pod) {}

    /// @param nodeHeard whether the API server's word on this node has been heard
    public ApiSource(
            Execution execution,
            ClusterApi api,
            Outages outages,
            String nodeName,
            BooleanSupplier nodeHeard,
            SourceChanges changes) {
        this.execution = execution;
        this.nodeHeard = nodeHeard;
        this.changes = changes;
        this.rest = execution.signal("api-source");
        this.reflector =
                new Reflector<>(
                        execution,
                        api,
                        outages,
                        Subject.ofNode(
                                        ApiResource.PODS,
                                        Selection.byFields("spec.nodeName=" + nodeName),
                                        "pods")
                                .succeeding(PodVersions::sharing),
                        this::heard);
    }

    public void start() {
        execution.start(ThreadKind.SERVICE, "api-source", this::begin);
    }

    private void begin() {
        LOG.info("Waiting for node sync before watching apiserver pods");
        while (!nodeHeard.getAsBoolean()) {
            rest.await(LOOK);
        }
        LOG.info("Watching apiserver");
        reflector.start();
    }

    private void heard(Snapshot<Pod> snapshot) {
        var next = new HashMap<ObjectName, Known>();
        var pods = new ArrayList<DesiredPod>();
        snapshot.objects()
                .forEach(
                        (name, pod) -> {
                            var entry = carriedOn(known.get(name), pod);
                            next.put(name, entry);
                            pods.add(entry.pod());
                        });
        known = next;
        changes.sourceChanged(NAME, List.copyOf(pods));
    }

    private Known carriedOn(@Nullable Known before, Pod pod) {
        if (before == null
                || !before.from().getMetadata().getUid().equals(pod.getMetadata().getUid())) {
            return new Known(pod, annotated(pod, SeenTime.text(execution.now())));
        }
        if (before.from().equals(pod)) {
            return before;
        }
        var seen =
                before.pod().pod().getMetadata().getAnnotationsOrDefault(PodNames.CONFIG_SEEN, "");
        return new Known(pod, annotated(pod, seen));
    }

    /// With where it came from and when that was first.
    private static DesiredPod annotated(Pod pod, String seen) {
        var marked = pod.toBuilder();
        marked.getMetadataBuilder()
                .putAnnotations(PodNames.CONFIG_SOURCE, NAME)
                .putAnnotations(PodNames.CONFIG_SEEN, seen);
        return new DesiredPod(marked.build());
    }
}
