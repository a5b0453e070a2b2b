package io.jubelet.client.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.jubelet.api.meta.Status;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectList;
import io.jubelet.model.codec.DecodeException;
import io.jubelet.model.codec.MessageReader;
import io.jubelet.model.codec.MessageWriter;
import io.jubelet.model.codec.Strictness;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Sequence;
import io.jubelet.model.codec.TreeWriter;
import io.jubelet.model.codec.Yaml;
import java.util.List;

/// JSON, for `contentType: application/json` and for servers that answer in it. An answer of more
/// than 10 MiB, or 200,000 values, is refused.
///
/// Thread: stateless.
final class JsonWire implements WireFormat {
    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public String accept() {
        return "application/json";
    }

    @Override
    public ByteString write(String apiVersion, String kind, Message object) {
        return ByteString.copyFromUtf8(MessageWriter.toJson(object, apiVersion, kind));
    }

    @Override
    public <T extends Message> T read(ApiResource<T> resource, ByteString bytes) {
        var root = root(bytes);
        var kind = root.text("kind").orElse("");
        if (!kind.equals(resource.kind())) {
            throw new WireException("the server sent " + kind + " for " + resource.kind());
        }
        return read(root, resource.blank());
    }

    private static Mapping root(ByteString bytes) {
        try {
            var documents = Yaml.documents("the answer", bytes.toByteArray());
            if (documents.size() == 1 && documents.getFirst() instanceof Mapping mapping) {
                return mapping;
            }
            throw new WireException("the answer is no JSON object");
        } catch (DecodeException failure) {
            throw unreadable(failure);
        }
    }

    private static <M extends Message> M read(Tree tree, M blank) {
        try {
            return MessageReader.read(tree, blank, Strictness.LENIENT).message();
        } catch (DecodeException failure) {
            throw unreadable(failure);
        }
    }

    @Override
    public <T extends Message> ObjectList<T> readList(ApiResource<T> resource, ByteString bytes) {
        var root = root(bytes);
        var items = root.find("items").orElse(root);
        List<Tree> objects = items instanceof Sequence sequence ? sequence.items() : List.of();
        return new ObjectList<>(
                objects.stream().map(each -> read(each, resource.blank())).toList(), version(root));
    }

    @Override
    public Status readStatus(ByteString bytes) {
        var root = root(bytes);
        if (!root.text("kind").orElse("").equals("Status")) {
            throw new WireException("the server sent no Status");
        }
        return read(root, Status.getDefaultInstance());
    }

    @Override
    public String readVersion(ByteString bytes) {
        return version(root(bytes));
    }

    private static String version(Mapping root) {
        return root.find("metadata").orElse(root) instanceof Mapping metadata
                ? metadata.text("resourceVersion").orElse("")
                : "";
    }

    @Override
    public WatchFrame readEvent(ByteString frame) {
        var root = root(frame);
        var object = root.find("object").map(TreeWriter::toJson).orElse("");
        return new WatchFrame(root.text("type").orElse(""), ByteString.copyFromUtf8(object));
    }

    @Override
    public FrameCutter cutter() {
        return new FrameCutter(FrameCutter.Boundary.LINE);
    }

    private static WireException unreadable(DecodeException failure) {
        return new WireException("the answer cannot be read: " + failure.getMessage(), failure);
    }
}
