package io.jubelet.server.endpoint;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodList;
import io.jubelet.api.meta.ListMeta;
import io.jubelet.core.status.PodView;
import io.jubelet.model.codec.MessageWriter;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.view.StaticPods;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// `/pods`: the pods this node was told to run, each as its source gave it; the status of a static
/// pod is ours, since nobody else keeps it.
///
/// Thread: any.
///
/// Upstream: pkg/kubelet/server/server.go getPods.
public final class PodsEndpoint implements Endpoint {
    private final Supplier<List<PodView>> pods;

    public PodsEndpoint(Supplier<List<PodView>> pods) {
        this.pods = pods;
    }

    @Override
    public Response answer(Request request) {
        var list = PodList.newBuilder().setMetadata(ListMeta.getDefaultInstance());
        pods.get().forEach(view -> shown(view).ifPresent(list::addItems));
        return Response.json(MessageWriter.toJson(list.build(), "v1", "PodList"));
    }

    private static Optional<Pod> shown(PodView view) {
        return view.desired()
                .map(
                        pod ->
                                StaticPods.isStatic(pod)
                                        ? pod.toBuilder().setStatus(view.status()).build()
                                        : pod);
    }
}
