package io.jubelet.client.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.WireFormat.FieldType;
import io.jubelet.api.envelope.TypeMeta;
import io.jubelet.api.envelope.Unknown;
import io.jubelet.api.envelope.WatchEvent;
import io.jubelet.api.meta.ListMeta;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.meta.Status;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectList;
import java.io.IOException;
import java.util.ArrayList;

/// Kubernetes' binary form: four magic bytes, then an envelope that names the type.
///
/// Thread: stateless.
/// Upstream: apimachinery `runtime/serializer/protobuf`.
final class ProtobufWire implements WireFormat {
    private static final ByteString MAGIC = ByteString.copyFrom(new byte[] {'k', '8', 's', 0});

    /// In every list: its metadata and its items.
    private static final int LIST_META = tag(1);

    private static final int ITEMS = tag(2);

    /// In every object: its metadata.
    private static final int OBJECT_META = tag(1);

    private static int tag(int field) {
        return (field << 3) | FieldType.MESSAGE.getWireType();
    }

    @Override
    public String contentType() {
        return "application/vnd.kubernetes.protobuf";
    }

    @Override
    public String accept() {
        return "application/vnd.kubernetes.protobuf,application/json";
    }

    @Override
    public ByteString write(String apiVersion, String kind, Message object) {
        var type = TypeMeta.newBuilder().setApiVersion(apiVersion).setKind(kind);
        var envelope = Unknown.newBuilder().setTypeMeta(type).setRaw(object.toByteString()).build();
        return MAGIC.concat(envelope.toByteString());
    }

    @Override
    public <T extends Message> T read(ApiResource<T> resource, ByteString bytes) {
        var envelope = open(bytes);
        var kind = envelope.getTypeMeta().getKind();
        if (!kind.equals(resource.kind())) {
            throw new WireException("the server sent " + kind + " for " + resource.kind());
        }
        return parse(resource, envelope.getRaw());
    }

    private static Unknown open(ByteString bytes) {
        if (!bytes.startsWith(MAGIC)) {
            throw new WireException("the answer does not begin as protobuf does");
        }
        try {
            return Unknown.parseFrom(bytes.substring(MAGIC.size()));
        } catch (InvalidProtocolBufferException failure) {
            throw unreadable(failure);
        }
    }

    private static <T extends Message> T parse(ApiResource<T> resource, ByteString raw) {
        try {
            return resource.cast(resource.blank().getParserForType().parseFrom(raw));
        } catch (InvalidProtocolBufferException failure) {
            throw unreadable(failure);
        }
    }

    /// All lists have one form, so no list type is needed.
    @Override
    public <T extends Message> ObjectList<T> readList(ApiResource<T> resource, ByteString bytes) {
        var items = new ArrayList<T>();
        var version = "";
        try {
            var input = open(bytes).getRaw().newCodedInput();
            for (var tag = input.readTag(); tag != 0; tag = input.readTag()) {
                if (tag == LIST_META) {
                    version = ListMeta.parseFrom(input.readBytes()).getResourceVersion();
                } else if (tag == ITEMS) {
                    items.add(parse(resource, input.readBytes()));
                } else if (!input.skipField(tag)) {
                    throw new WireException("the list cannot be read");
                }
            }
        } catch (IOException failure) {
            throw unreadable(failure);
        }
        return new ObjectList<>(items, version);
    }

    @Override
    public Status readStatus(ByteString bytes) {
        var envelope = open(bytes);
        if (!envelope.getTypeMeta().getKind().equals("Status")) {
            throw new WireException("the server sent no Status");
        }
        try {
            return Status.parseFrom(envelope.getRaw());
        } catch (InvalidProtocolBufferException failure) {
            throw unreadable(failure);
        }
    }

    @Override
    public String readVersion(ByteString bytes) {
        try {
            CodedInputStream input = open(bytes).getRaw().newCodedInput();
            for (var tag = input.readTag(); tag != 0; tag = input.readTag()) {
                if (tag == OBJECT_META) {
                    return ObjectMeta.parseFrom(input.readBytes()).getResourceVersion();
                }
                if (!input.skipField(tag)) {
                    break;
                }
            }
        } catch (IOException failure) {
            throw unreadable(failure);
        }
        return "";
    }

    @Override
    public WatchFrame readEvent(ByteString frame) {
        try {
            var event = WatchEvent.parseFrom(frame);
            return new WatchFrame(event.getType(), event.getObject().getRaw());
        } catch (InvalidProtocolBufferException failure) {
            throw unreadable(failure);
        }
    }

    @Override
    public FrameCutter cutter() {
        return new FrameCutter(FrameCutter.Boundary.LENGTH);
    }

    private static WireException unreadable(IOException failure) {
        return new WireException("the answer cannot be read: " + failure.getMessage(), failure);
    }
}
