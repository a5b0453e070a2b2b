package io.jubelet.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.api.core.Pod;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Input made to harm ends in one line, in bounded time and memory.
@Timeout(60)
final class HostileInputTest {

    @Test
    void billionLaughsAreRefused() {
        var text =
                new StringBuilder("l0: &l0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
        for (int i = 1; i < 10; i++) {
            text.append("l%d: &l%d [".formatted(i, i));
            text.append("*l%d, ".formatted(i - 1).repeat(9)).append("*l%d]\n".formatted(i - 1));
        }
        refused(text.toString(), "document contains excessive aliasing");
    }

    @Test
    void mergedLaughsAreRefused() {
        var text = new StringBuilder("m0: &m0 {k0: v, k1: v, k2: v, k3: v, k4: v}\n");
        for (int i = 1; i < 12; i++) {
            text.append("m%d: &m%d\n".formatted(i, i));
            text.append("  <<: [");
            text.append("*m%d, ".formatted(i - 1).repeat(9)).append("*m%d]\n".formatted(i - 1));
        }
        refused(text.toString(), "document contains excessive aliasing");
    }

    @Test
    void deepNestingIsRefused() {
        refused("a: " + "[".repeat(100_000), "exceeded max depth of 200");
        refused("{\"a\":".repeat(100_000), "depth");
        refused("- ".repeat(5_000) + "x", "exceeded max depth of 200");
    }

    @Test
    void depthThatObjectsCanNeedIsAccepted() {
        String text = "a: " + "[".repeat(150) + "]".repeat(150);
        assertThat(Yaml.documents("f", text.getBytes(StandardCharsets.UTF_8))).hasSize(1);
    }

    @Test
    void moreThanTenMebibytesAreRefused() {
        byte[] content = new byte[11 << 20];
        Arrays.fill(content, (byte) 'a');
        assertThatThrownBy(() -> Yaml.documents("big", content))
                .hasMessage("big:1: file is larger than the limit of 10485760 bytes");
    }

    @Test
    void moreThanTwoHundredThousandValuesAreRefused() {
        refused("- a\n".repeat(200_001), "document has more than 200000 values");
        refused("---\n".repeat(200_001), "document has more than 200000 values");
    }

    @Test
    void invalidUtf8IsRefusedWithItsLine() {
        byte[] content = {'a', ':', ' ', '1', '\n', 'b', ':', ' ', (byte) 0xff, (byte) 0xfe};
        assertThatThrownBy(() -> Yaml.documents("f", content)).hasMessage("f:2: invalid UTF-8");
    }

    @Test
    void replacementCharacterItselfIsText() {
        assertThat(Yaml.documents("f", "a: \uFFFD".getBytes(StandardCharsets.UTF_8))).hasSize(1);
    }

    @Test
    @Timeout(20)
    void oneLineOfTenMebibytesTakesNoLongerThanManyShortOnes() {
        byte[] content = new byte[10 << 20];
        Arrays.fill(content, (byte) 'a');
        assertThat(Yaml.documents("f", content)).hasSize(1);
    }

    @Test
    void controlCharactersAreRefusedWithTheirLine() {
        refused("a: 1\nb: x\u0000y\n", "f:2: control characters are not allowed (U+0000)");
        refused("{\"a\": \"x\u0000y\"}", "f:1: ");
    }

    @Test
    void escapedControlCharactersInJsonAreText() {
        var pod = read("{\"metadata\": {\"name\": \"a\\u0000b\"}}");
        assertThat(pod.message().getMetadata().getName()).isEqualTo("a\u0000b");
    }

    @Test
    void aMessageNeverCarriesALineBreakFromTheInput() {
        assertThatThrownBy(() -> read("{\"spec\": {\"overhead\": {\"a\\nb\": \"x\"}}}"))
                .isInstanceOf(DecodeException.class)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").contains("a b"));
    }

    @Test
    void problemsAreLimitedInNumber() {
        var text = new StringBuilder("spec: {}\n");
        for (int i = 0; i < 500; i++) {
            text.append("unknown").append(i).append(": x\n");
        }
        assertThat(read(text.toString()).problems()).hasSize(100);
    }

    @Test
    void mutilatedManifestsEitherReadOrFailWithOneLine() {
        String good =
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: a, labels: &l {x: y}}
                spec:
                  containers:
                  - name: c
                    image: "i"
                    resources:
                      limits: {cpu: 100m}
                    livenessProbe: {exec: {command: [a, b]}}
                  nodeSelector: *l
                """;
        byte[] bytes = good.getBytes(StandardCharsets.UTF_8);
        var random = new Random(7);
        for (int i = 0; i < 5000; i++) {
            byte[] broken = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
            for (int k = random.nextInt(4); k >= 0; k--) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
            }
            try {
                Yaml.documents("f", broken)
                        .forEach(
                                t ->
                                        MessageReader.read(
                                                t, Pod.getDefaultInstance(), Strictness.STRICT));
            } catch (DecodeException e) {
                assertThat(e.getMessage()).startsWith("f:").doesNotContain("\n");
            }
        }
    }

    private static Decoded<Pod> read(String text) {
        var trees = Yaml.documents("f", text.getBytes(StandardCharsets.UTF_8));
        return MessageReader.read(trees.getFirst(), Pod.getDefaultInstance(), Strictness.STRICT);
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> Yaml.documents("f", text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(message);
    }
}
