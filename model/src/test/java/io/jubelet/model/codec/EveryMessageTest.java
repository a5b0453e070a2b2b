package io.jubelet.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.jubelet.api.core.Core;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.api.meta.Meta;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every message type of the API survives the way to JSON and back, whatever is in it.
final class EveryMessageTest {

    private static final int SEEDS = 10;

    static Stream<Descriptor> objects() {
        return Stream.of(
                        Core.getDescriptor(),
                        Meta.getDescriptor(),
                        KubeletConfiguration.getDescriptor().getFile())
                .flatMap(file -> file.getMessageTypes().stream())
                .filter(type -> SpecialForms.of(type).isEmpty());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("objects")
    void writtenMessagesReadBackAsTheyWere(Descriptor type) {
        for (long seed = 0; seed < SEEDS; seed++) {
            Message message = new RandomMessages(seed, 6).message(type);
            String json = MessageWriter.toJson(message);
            Tree tree = Yaml.documents("f", json.getBytes(StandardCharsets.UTF_8)).getFirst();
            var decoded =
                    MessageReader.read(
                            tree, DynamicMessage.getDefaultInstance(type), Strictness.STRICT);
            assertThat(decoded.problems()).as("seed %d", seed).isEmpty();
            assertThat(decoded.message()).as("seed %d: %s", seed, json).isEqualTo(message);
            assertThat(MessageWriter.toJson(decoded.message())).isEqualTo(json);
        }
    }
}
