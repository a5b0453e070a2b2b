package io.jubelet.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.jubelet.api.core.Node;
import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Patch;
import io.jubelet.model.codec.MessageReader;
import io.jubelet.model.codec.MessageWriter;
import io.jubelet.model.codec.Strictness;
import io.jubelet.model.codec.Yaml;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Patches on pods and nodes, as JSON before and after.
class MergePatchTest {
    private static final String POD_CASES =
            """
            a null takes a field away| \
            {"status":{"phase":"Running","reason":"x"}}| {"status":{"reason":null}}| \
            {"status":{"phase":"Running"}}
            conditions merge by type| \
            {"status":{"conditions":[{"type":"A","status":"True"},{"type":"B","status":"True"}]}}| \
            {"status":{"conditions":[{"type":"B","status":"False"}]}}| \
            {"status":{"conditions":[{"type":"A","status":"True"},{"type":"B","status":"False"}]}}
            a condition is deleted by name| \
            {"status":{"conditions":[{"type":"A","status":"True"},{"type":"B","status":"True"}]}}| \
            {"status":{"conditions":[{"$patch":"delete","type":"A"}]}}| \
            {"status":{"conditions":[{"type":"B","status":"True"}]}}
            an order is kept| \
            {"status":{"conditions":[{"type":"A"},{"type":"B"}]}}| \
            {"status":{"$setElementOrder/conditions":[{"type":"B"},{"type":"C"},{"type":"A"}],\
            "conditions":[{"type":"C"}]}}| \
            {"status":{"conditions":[{"type":"B"},{"type":"C"},{"type":"A"}]}}
            container statuses are replaced as a whole| \
            {"status":{"containerStatuses":[{"name":"a"},{"name":"b"}]}}| \
            {"status":{"containerStatuses":[{"name":"b"}]}}| \
            {"status":{"containerStatuses":[{"name":"b"}]}}
            addresses of the pod merge by ip| \
            {"status":{"podIPs":[{"ip":"10.0.0.1"}]}}| {"status":{"podIPs":[{"ip":"fd00::1"}]}}| \
            {"status":{"podIPs":[{"ip":"10.0.0.1"},{"ip":"fd00::1"}]}}
            finalizers add up| \
            {"metadata":{"finalizers":["a/a"]}}| {"metadata":{"finalizers":["b/b"]}}| \
            {"metadata":{"finalizers":["a/a","b/b"]}}
            a finalizer is taken away| \
            {"metadata":{"finalizers":["a/a","b/b"]}}| \
            {"metadata":{"$deleteFromPrimitiveList/finalizers":["a/a"]}}| \
            {"metadata":{"finalizers":["b/b"]}}
            annotations merge by key| \
            {"metadata":{"annotations":{"a":"1","b":"2"}}}| \
            {"metadata":{"annotations":{"b":null,"c":"3"}}}| \
            {"metadata":{"annotations":{"a":"1","c":"3"}}}
            """;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = POD_CASES)
    void pods(String name, String before, String patch, String after) {
        check(ApiResource.PODS, Pod.getDefaultInstance(), before, patch, after);
    }

    private static final String NODE_CASES =
            """
            addresses merge by type| \
            {"status":{"addresses":[{"type":"Hostname","address":"a"}]}}| \
            {"status":{"addresses":[{"type":"InternalIP","address":"1.1.1.1"},\
            {"type":"Hostname","address":"b"}]}}| \
            {"status":{"addresses":[{"type":"Hostname","address":"b"},\
            {"type":"InternalIP","address":"1.1.1.1"}]}}
            addresses are replaced when the patch says so| \
            {"status":{"addresses":[{"type":"Hostname","address":"a"}]}}| \
            {"status":{"addresses":[{"$patch":"replace"},{"type":"InternalIP","address":"1.1.1.1"},\
            {"type":"InternalIP","address":"1.1.1.1"}]}}| \
            {"status":{"addresses":[{"type":"InternalIP","address":"1.1.1.1"}]}}
            images are replaced as a whole| \
            {"status":{"images":[{"names":["a"]}]}}| {"status":{"images":[{"names":["b"]}]}}| \
            {"status":{"images":[{"names":["b"]}]}}
            """;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = NODE_CASES)
    void nodes(String name, String before, String patch, String after) {
        check(ApiResource.NODES, Node.getDefaultInstance(), before, patch, after);
    }

    private static <T extends Message> void check(
            ApiResource<T> resource, T blank, String before, String patch, String after) {
        var patched =
                MergePatch.apply(
                        resource,
                        read(before, blank),
                        new Patch(Patch.Kind.STRATEGIC_MERGE, "", patch));
        assertThat(MessageWriter.toJson(patched))
                .isEqualTo(MessageWriter.toJson(read(after, blank)));
    }

    private static <T extends Message> T read(String json, T blank) {
        var tree = Yaml.documents("test", json.getBytes(StandardCharsets.UTF_8)).getFirst();
        return MessageReader.read(tree, blank, Strictness.STRICT).message();
    }
}
