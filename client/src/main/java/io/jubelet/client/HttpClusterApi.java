package io.jubelet.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.jubelet.api.meta.DeleteOptions;
import io.jubelet.api.meta.Preconditions;
import io.jubelet.client.transport.Request;
import io.jubelet.client.transport.Request.Header;
import io.jubelet.client.wire.WireException;
import io.jubelet.client.wire.WireFormat;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectList;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/// The API server over HTTP: makes requests of calls and objects of answers.
///
/// Thread: any; blocks its caller.
/// Upstream: client-go's typed clients.
final class HttpClusterApi implements ClusterApi {
    private final Caller caller;
    private final Targets targets;
    private final WireFormat format;

    HttpClusterApi(Caller caller, Targets targets, WireFormat format) {
        this.caller = caller;
        this.targets = targets;
        this.format = format;
    }

    @Override
    public <T extends Message> T get(ApiResource<T> resource, ObjectName name) {
        var target = targets.object(resource, name, resource.subresource());
        return object(resource, request("GET", target));
    }

    @Override
    public <T extends Message> ObjectList<T> list(
            ApiResource<T> resource, Selection selection, Staleness staleness) {
        var answer = caller.ask(request("GET", targets.list(resource, selection, staleness)));
        return readable(
                () -> WireFormat.of(answer.contentType()).readList(resource, answer.body()));
    }

    @Override
    public <T extends Message> ObjectWatch<T> watch(
            ApiResource<T> resource, Selection selection, String fromVersion, Duration atMost) {
        var target = targets.watch(resource, selection, fromVersion, atMost);
        var stream = caller.open(request("GET", target));
        return new StreamedWatch<>(
                resource, WireFormat.of(stream.contentType()), stream.exchange());
    }

    @Override
    public <T extends Message> T create(ApiResource<T> resource, String namespace, T object) {
        return object(
                resource,
                sending("POST", targets.collection(resource, namespace), resource, object));
    }

    @Override
    public <T extends Message> T createFor(ApiResource<T> resource, ObjectName owner, T object) {
        var target = targets.object(resource, owner, resource.subresource());
        return object(resource, sending("POST", target, resource, object));
    }

    @Override
    public <T extends Message> T update(ApiResource<T> resource, ObjectName name, T object) {
        var target = targets.object(resource, name, resource.subresource());
        return object(resource, sending("PUT", target, resource, object));
    }

    @Override
    public <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch) {
        var contentType =
                switch (patch.kind()) {
                    case STRATEGIC_MERGE -> "application/strategic-merge-patch+json";
                    case MERGE -> "application/merge-patch+json";
                };
        var target = targets.object(resource, name, patch.subresource());
        return object(
                resource,
                request("PATCH", target, contentType, ByteString.copyFromUtf8(patch.json())));
    }

    @Override
    public void delete(ApiResource<?> resource, ObjectName name, Deletion deletion) {
        var options = DeleteOptions.newBuilder();
        deletion.graceSeconds().ifPresent(options::setGracePeriodSeconds);
        deletion.uid()
                .ifPresent(uid -> options.setPreconditions(Preconditions.newBuilder().setUid(uid)));
        var body = format.write(resource.apiVersion(), "DeleteOptions", options.build());
        var target = targets.object(resource, name, resource.subresource());
        caller.ask(request("DELETE", target, format.contentType(), body));
    }

    private <T extends Message> T object(ApiResource<T> resource, Request request) {
        var answer = caller.ask(request);
        return readable(() -> WireFormat.of(answer.contentType()).read(resource, answer.body()));
    }

    private <T extends Message> Request sending(
            String method, String target, ApiResource<T> resource, T object) {
        var body = format.write(resource.apiVersion(), resource.kind(), object);
        return request(method, target, format.contentType(), body);
    }

    private Request request(String method, String target) {
        return new Request(
                method, target, List.of(new Header("accept", format.accept())), ByteString.EMPTY);
    }

    private Request request(String method, String target, String contentType, ByteString body) {
        return new Request(
                method,
                target,
                List.of(
                        new Header("accept", format.accept()),
                        new Header("content-type", contentType)),
                body);
    }

    static <R> R readable(Supplier<R> reading) {
        try {
            return reading.get();
        } catch (WireException failure) {
            throw new ApiCallException(Code.FAILED, String.valueOf(failure.getMessage()), failure);
        }
    }
}
