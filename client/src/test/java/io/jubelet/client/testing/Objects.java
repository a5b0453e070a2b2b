package io.jubelet.client.testing;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodList;
import io.jubelet.api.envelope.RawExtension;
import io.jubelet.api.envelope.WatchEvent;
import io.jubelet.api.meta.ListMeta;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.meta.Status;
import io.jubelet.client.wire.WireFormat;
import java.nio.ByteBuffer;

/// Objects as the server sends them.
public final class Objects {
    public static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    public static final String WATCH = PROTOBUF + ";stream=watch";
    public static final String JSON = "application/json";

    private Objects() {}

    public static Pod pod(String name) {
        var metadata = ObjectMeta.newBuilder().setName(name).setNamespace("default");
        return Pod.newBuilder().setMetadata(metadata).build();
    }

    public static ByteString podBytes(String name) {
        return WireFormat.PROTOBUF.write("v1", "Pod", pod(name));
    }

    public static ByteString pods(String version, String... names) {
        var list = PodList.newBuilder();
        list.setMetadata(ListMeta.newBuilder().setResourceVersion(version));
        for (var name : names) {
            list.addItems(pod(name));
        }
        return WireFormat.PROTOBUF.write("v1", "PodList", list.build());
    }

    public static Status status(int code, String reason, String message) {
        return Status.newBuilder()
                .setStatus("Failure")
                .setCode(code)
                .setReason(reason)
                .setMessage(message)
                .build();
    }

    public static ByteString statusBytes(int code, String reason, String message) {
        return WireFormat.PROTOBUF.write("v1", "Status", status(code, reason, message));
    }

    public static ByteString event(String type, String kind, Message object) {
        var raw = RawExtension.newBuilder().setRaw(WireFormat.PROTOBUF.write("v1", kind, object));
        var bytes = WatchEvent.newBuilder().setType(type).setObject(raw).build().toByteString();
        var length = ByteBuffer.allocate(Integer.BYTES).putInt(bytes.size()).flip();
        return ByteString.copyFrom(length).concat(bytes);
    }
}
