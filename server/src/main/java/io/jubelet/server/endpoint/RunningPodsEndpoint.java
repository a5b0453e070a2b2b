package io.jubelet.server.endpoint;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodList;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.meta.ListMeta;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.model.codec.MessageWriter;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.view.RuntimeView;

/// `/runningpods/`: the pods that the runtime runs, whoever wanted them; of each no more than the
/// runtime knows.
///
/// Thread: any; it blocks for the runtime.
///
/// Upstream: pkg/kubelet/server/server.go getRunningPods.
public final class RunningPodsEndpoint implements Endpoint {
    private final RuntimeView runtime;

    public RunningPodsEndpoint(RuntimeView runtime) {
        this.runtime = runtime;
    }

    @Override
    public Response answer(Request request) {
        try {
            var list = PodList.newBuilder().setMetadata(ListMeta.getDefaultInstance());
            runtime.runningPods().forEach(pod -> list.addItems(shown(pod)));
            return Response.json(MessageWriter.toJson(list.build(), "v1", "PodList"));
        } catch (RuntimeCallException failure) {
            return Response.text(500, failure.reason());
        }
    }

    private static Pod shown(RuntimeView.RunningPod pod) {
        var identity = pod.identity();
        var spec = PodSpec.newBuilder();
        for (var each : pod.containers()) {
            spec.addContainers(Container.newBuilder().setName(each.name()).setImage(each.image()));
        }
        return Pod.newBuilder()
                .setMetadata(
                        ObjectMeta.newBuilder()
                                .setName(identity.name())
                                .setNamespace(identity.namespace())
                                .setUid(identity.uid().value()))
                .setSpec(spec)
                .build();
    }
}
