package io.jubelet.client.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.jubelet.api.meta.Status;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectList;

/// One of the two languages of the API server.
///
/// Every method that reads throws [WireException] when the bytes are not what they should be.
///
/// Thread: stateless.
public sealed interface WireFormat permits ProtobufWire, JsonWire {
    WireFormat PROTOBUF = new ProtobufWire();
    WireFormat JSON = new JsonWire();

    /// @param contentType of an answer; it need not be the one that was asked for
    static WireFormat of(String contentType) {
        return contentType.startsWith(PROTOBUF.contentType()) ? PROTOBUF : JSON;
    }

    String contentType();

    /// What to ask answers in.
    String accept();

    ByteString write(String apiVersion, String kind, Message object);

    <T extends Message> T read(ApiResource<T> resource, ByteString bytes);

    <T extends Message> ObjectList<T> readList(ApiResource<T> resource, ByteString bytes);

    Status readStatus(ByteString bytes);

    /// The version of an object of any type.
    String readVersion(ByteString bytes);

    WatchFrame readEvent(ByteString frame);

    /// Cuts the bytes of a watch into events.
    FrameCutter cutter();

    /// An event of a watch whose object is still bytes.
    record WatchFrame(String type, ByteString object) {}
}
