package io.jubelet.adapters.cri;

import io.grpc.MethodDescriptor;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.cri.v1.Container;
import io.jubelet.cri.v1.ContainerFilter;
import io.jubelet.cri.v1.Image;
import io.jubelet.cri.v1.ImageServiceGrpc;
import io.jubelet.cri.v1.ListContainersRequest;
import io.jubelet.cri.v1.ListImagesRequest;
import io.jubelet.cri.v1.ListPodSandboxRequest;
import io.jubelet.cri.v1.PodSandbox;
import io.jubelet.cri.v1.PodSandboxFilter;
import io.jubelet.cri.v1.RuntimeServiceGrpc;
import io.jubelet.cri.v1.StreamContainersRequest;
import io.jubelet.cri.v1.StreamContainersResponse;
import io.jubelet.cri.v1.StreamImagesRequest;
import io.jubelet.cri.v1.StreamImagesResponse;
import io.jubelet.cri.v1.StreamPodSandboxesRequest;
import io.jubelet.cri.v1.StreamPodSandboxesResponse;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What a service of the runtime has: in one answer, or in a stream of answers, which together may
/// be larger than one can be. A runtime that knows no streams is not asked for one again.
///
/// Thread: any.
/// Upstream: cri-client remote_runtime.go, remote_image.go; the gate CRIListStreaming.
final class CriLists {
    private static final Log LOG = Log.of(CriLists.class);

    private final CriCalls calls;
    private final Duration timeout;
    private volatile boolean streams;

    /// @param timeout for a whole list, in however many answers
    CriLists(CriCalls calls, Duration timeout, boolean streams) {
        this.calls = calls;
        this.timeout = timeout;
        this.streams = streams;
    }

    List<PodSandbox> sandboxes(PodSandboxFilter filter) {
        var request = ListPodSandboxRequest.newBuilder().setFilter(filter).build();
        var method = RuntimeServiceGrpc.getListPodSandboxMethod();
        return streamed(
                        RuntimeServiceGrpc.getStreamPodSandboxesMethod(),
                        StreamPodSandboxesRequest.newBuilder().setFilter(filter).build(),
                        StreamPodSandboxesResponse::getPodSandboxesList)
                .orElseGet(() -> calls.call(method, timeout, request).getItemsList());
    }

    List<Container> containers(ContainerFilter filter) {
        var request = ListContainersRequest.newBuilder().setFilter(filter).build();
        var method = RuntimeServiceGrpc.getListContainersMethod();
        return streamed(
                        RuntimeServiceGrpc.getStreamContainersMethod(),
                        StreamContainersRequest.newBuilder().setFilter(filter).build(),
                        StreamContainersResponse::getContainersList)
                .orElseGet(() -> calls.call(method, timeout, request).getContainersList());
    }

    List<Image> images() {
        var request = ListImagesRequest.getDefaultInstance();
        var method = ImageServiceGrpc.getListImagesMethod();
        return streamed(
                        ImageServiceGrpc.getStreamImagesMethod(),
                        StreamImagesRequest.getDefaultInstance(),
                        StreamImagesResponse::getImagesList)
                .orElseGet(() -> calls.call(method, timeout, request).getImagesList());
    }

    private <Q, R, T> Optional<List<T>> streamed(
            MethodDescriptor<Q, R> method, Q request, Function<R, List<T>> items) {
        if (!streams) {
            return Optional.empty();
        }
        var all = new ArrayList<T>();
        try {
            calls.stream(method, timeout, request, answer -> all.addAll(items.apply(answer)));
            return Optional.of(all);
        } catch (RuntimeCallException failure) {
            if (failure.code() != Code.UNIMPLEMENTED) {
                LOG.warning(
                        CriCalls.name(method) + " recv failed",
                        "itemsReceived",
                        all.size(),
                        "err",
                        failure.reason());
                throw failure;
            }
            LOG.info(CriCalls.name(method) + " not implemented, lists come in one answer");
            streams = false;
            return Optional.empty();
        }
    }
}
