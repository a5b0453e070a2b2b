package io.jubelet.app.training;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.jubelet.api.authentication.TokenRequest;
import io.jubelet.api.authentication.TokenRequestStatus;
import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.ConfigMapList;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodList;
import io.jubelet.api.envelope.RawExtension;
import io.jubelet.api.envelope.WatchEvent;
import io.jubelet.api.meta.ListMeta;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.meta.Status;
import io.jubelet.api.meta.Time;
import io.jubelet.client.wire.WireFormat;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Patch;
import io.jubelet.sim.cluster.MergePatch;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// What the stand-in API server says: one pod is bound to the node, takes its status and can be
/// asked to end; whatever else is sent is taken and shown again, and nothing changes by itself.
///
/// Thread: the stand-in's event loop.
final class StandInAnswers {
    static final String CONTENT_TYPE = WireFormat.PROTOBUF.contentType();

    private static final long FAR_AWAY = 4_000_000_000L;
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int NOT_FOUND = 404;

    private final Map<String, ByteString> objects = new HashMap<>();

    static final String PODS = "/api/v1/pods";
    private static final String POD = "/api/v1/namespaces/default/pods/" + StandInPod.NAME;

    private final Consumer<ByteString> podWatch;
    private Pod pod;
    private int version = 1;

    /// @param isWatch whether it never ends
    record Answer(int status, ByteString body, boolean isWatch) {
        static Answer of(int status, String apiVersion, String kind, Message object) {
            return new Answer(status, WireFormat.PROTOBUF.write(apiVersion, kind, object), false);
        }
    }

    /// @param podWatch who is told of changes of the pod
    StandInAnswers(Pod pod, Consumer<ByteString> podWatch) {
        this.pod = pod;
        this.podWatch = podWatch;
    }

    void askThePodToEnd(long now) {
        change(StandInPod.ending(pod, now));
    }

    private void change(Pod changed) {
        var next = changed.toBuilder();
        next.getMetadataBuilder().setResourceVersion(Integer.toString(++version));
        pod = next.build();
        podWatch.accept(event("MODIFIED"));
    }

    private ByteString podBytes() {
        return WireFormat.PROTOBUF.write("v1", "Pod", pod);
    }

    /// An event of a watch, with its length before it.
    private ByteString event(String type) {
        var raw = RawExtension.newBuilder().setRaw(podBytes());
        var bytes = WatchEvent.newBuilder().setType(type).setObject(raw).build().toByteString();
        var length = ByteBuffer.allocate(Integer.BYTES).putInt(bytes.size()).flip();
        return ByteString.copyFrom(length).concat(bytes);
    }

    Answer to(String method, String target, ByteString body) {
        var path = target.replaceFirst("\\?.*", "");
        return switch (method) {
            case "GET" -> read(path, target);
            case "POST" -> create(path, body);
            case "PUT" -> {
                objects.put(path, body);
                yield new Answer(OK, body, false);
            }
            case "PATCH" -> {
                if (path.equals(POD + "/status")) {
                    var patch = Patch.ofStatus(body.toStringUtf8());
                    change(MergePatch.apply(ApiResource.PODS, pod, patch));
                }
                yield stored(path.replaceFirst("/status$", ""));
            }
            default -> {
                if (path.equals(POD)) {
                    podWatch.accept(event("DELETED"));
                }
                yield stored(path);
            }
        };
    }

    private Answer read(String path, String target) {
        if (target.contains("watch=")) {
            var first = path.equals(PODS) ? event("ADDED") : ByteString.EMPTY;
            return new Answer(OK, first, true);
        }
        return switch (path.substring(path.lastIndexOf('/') + 1)) {
            case "configmaps" -> Answer.of(OK, "v1", "ConfigMapList", authorities());
            case "pods", "nodes", "services", "runtimeclasses", "secrets", "csidrivers" ->
                    Answer.of(OK, "v1", "List", PodList.newBuilder().setMetadata(seen()).build());
            default -> stored(path);
        };
    }

    private static ListMeta seen() {
        return ListMeta.newBuilder().setResourceVersion("1").build();
    }

    private static ConfigMapList authorities() {
        var metadata =
                ObjectMeta.newBuilder()
                        .setName(StandInPod.AUTHORITIES)
                        .setNamespace("default")
                        .setUid("authorities")
                        .setResourceVersion("1");
        return ConfigMapList.newBuilder()
                .setMetadata(seen())
                .addItems(ConfigMap.newBuilder().setMetadata(metadata).putData("ca.crt", "none"))
                .build();
    }

    private Answer create(String path, ByteString body) {
        if (path.endsWith("/token")) {
            var status =
                    TokenRequestStatus.newBuilder()
                            .setToken("training")
                            .setExpirationTimestamp(Time.newBuilder().setSeconds(FAR_AWAY));
            return Answer.of(
                    CREATED,
                    "authentication.k8s.io/v1",
                    "TokenRequest",
                    TokenRequest.newBuilder().setStatus(status).build());
        }
        if (path.equals("/api/v1/nodes")) {
            objects.put(path + "/" + StandInPod.NODE, body);
        }
        return new Answer(CREATED, body, false);
    }

    private Answer stored(String path) {
        var object = path.equals(POD) ? podBytes() : objects.get(path);
        if (object != null) {
            return new Answer(OK, object, false);
        }
        return Answer.of(
                NOT_FOUND,
                "v1",
                "Status",
                Status.newBuilder()
                        .setStatus("Failure")
                        .setReason("NotFound")
                        .setMessage("not found")
                        .setCode(NOT_FOUND)
                        .build());
    }
}
