package io.jubelet.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// YAML and JSON become the tree that Go's way through JSON would give.
final class YamlTest {

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "y|true",
                "Yes|true",
                "ON|true",
                "TRUE|true",
                "tRUE|\"tRUE\"",
                "n|false",
                "off|false",
                "~|null",
                "NULL|null",
                "nULL|\"nULL\"",
                "010|8",
                "0o10|8",
                "08|8",
                "0x1F|31",
                "0b101|5",
                "-0b101|-5",
                "1_000|1000",
                "+5|5",
                "_1|\"_1\"",
                ".0_9|0.09",
                "._9|\"._9\"",
                "1e3|1000",
                "1e-7|1e-7",
                "1e21|1e+21",
                "1.10|1.1",
                "5.|5",
                ".5|0.5",
                "-0|0",
                "-0.0|-0",
                "1e400|\"1e400\"",
                "18446744073709551615|18446744073709551615",
                "18446744073709551616|18446744073709552000",
                "2001-01-01|\"2001-01-01\"",
                "12:30:45|\"12:30:45\"",
                "1.2.3.4|\"1.2.3.4\"",
                "\"010\"|\"010\"",
                "'yes'|\"yes\"",
                "!!str 10|\"10\"",
                "!!int \"10\"|10",
                "!!float 1|1",
                "!!binary aGVsbG8=|\"hello\"",
                "!foo bar|\"bar\"",
                "<html>&|\"\\u003chtml\\u003e\\u0026\"",
                "[1, yes, 0x10]|[1,true,16]",
                "{b: 1, a: {c: no}}|{\"a\":{\"c\":false},\"b\":1}",
            })
    void scalarsFollowGoYaml(String text, String json) {
        assertThat(json("v: " + text + "\n")).isEqualTo("{\"v\":" + json + "}");
    }

    @ParameterizedTest(name = "key {0} is {1}")
    @CsvSource({"5, 5", "010, 8", "yes, true", "1.5, 1.5"})
    void keysBecomeStrings(String key, String text) {
        assertThat(json(key + ": x\n")).isEqualTo("{\"" + text + "\":\"x\"}");
    }

    @Test
    void mergedKeysAreOverriddenByLaterOnesAndOverrideEarlierOnes() {
        String anchor = "a: &x {b: 1, c: 2}\n";
        assertThat(json(anchor + "d:\n  <<: *x\n  c: 3\n")).contains("\"d\":{\"b\":1,\"c\":3}");
        assertThat(json(anchor + "d:\n  c: 3\n  <<: *x\n")).contains("\"d\":{\"b\":1,\"c\":2}");
        assertThat(json("d:\n  <<: [{b: 1}, {b: 2, c: 3}]\n")).contains("{\"b\":1,\"c\":3}");
        assertThat(json("d:\n  \"<<\": {q: 1}\n")).contains("{\"\\u003c\\u003c\":{\"q\":1}}");
    }

    @Test
    void everyDocumentIsReturned() {
        assertThat(documents("a: 1\n---\nb: 2\n---\n")).hasSize(3);
        assertThat(documents("")).isEmpty();
        assertThat(documents("# nothing\n")).isEmpty();
        assertThat(documents("---\n").getFirst().isNull()).isTrue();
    }

    @Test
    void valuesKnowTheirPlace() {
        var root = (Tree.Mapping) documents("a: 1\nb:\n- x\n-   y\n").getFirst();
        var list = (Tree.Sequence) root.find("b").orElseThrow();
        assertThat(list.items().get(1).mark()).isEqualTo(new Mark("f.yaml", 4, 5));
        assertThat(root.entries().get(1).mark()).isEqualTo(new Mark("f.yaml", 2, 1));
    }

    @Test
    void jsonIsReadAsJson() {
        assertThat(json("\t{\"a\":\t\"x\\/y\\ud83d\\ude00\", \"b\": 1.50, \"c\": \"yes\"}"))
                .isEqualTo("{\"a\":\"x/y😀\",\"b\":1.50,\"c\":\"yes\"}");
        var root = (Tree.Mapping) documents("{\n  \"a\":\n    5\n}").getFirst();
        assertThat(root.find("a").orElseThrow().mark()).isEqualTo(new Mark("f.yaml", 3, 5));
    }

    @Test
    void halfASurrogatePairBecomesTheReplacementCharacter() {
        assertThat(json("{\"a\": \"\\ud800x\"}")).isEqualTo("{\"a\":\"\uFFFDx\"}");
    }

    @Test
    void byteOrderMarkIsSkipped() {
        assertThat(json("\uFEFFa: 1\n")).isEqualTo("{\"a\":1}");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a: b: c|f.yaml:1: mapping values are not allowed here",
                "`a: 1\nb: [1, 2`|f.yaml:2: ",
                "`a: 1\nb: \"x`|f.yaml:2: ",
                "`a:\n\tb: 1`|f.yaml:2: found character '\\t(TAB)' that cannot start any token",
                "a: *nope|f.yaml:1: unknown anchor 'nope' referenced",
                "a: &x [1, *x]|f.yaml:1: unknown anchor 'x' referenced",
                "`a:\n  <<: 5`|f.yaml:2: map merge requires map or sequence of maps as the value",
                "`a:\n  <<: [5]`|f.yaml:2: map merge requires map or sequence of maps as the value",
                "null: a|f.yaml:1: invalid map key: null",
                "`? [a]\n: b`|f.yaml:1: invalid map key: array",
                "a: .inf|f.yaml:1: json: unsupported value: .inf",
                "a: !!int abc|f.yaml:1: cannot decode 'abc' as a !!int",
                "{\"a\": 1,}|f.yaml:1: ",
                "{\"a\": 1} x|f.yaml:1: ",
                "{a: 1}|f.yaml:1: ",
            })
    void faultsAreOneLineWithTheirPlace(String text, String start) {
        assertThatThrownBy(() -> documents(text))
                .isInstanceOf(DecodeException.class)
                .satisfies(e -> assertThat(e.getMessage()).startsWith(start))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    private static List<Tree> documents(String text) {
        return Yaml.documents("f.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    private static String json(String text) {
        return TreeWriter.toJson(documents(text).getFirst());
    }
}
