package io.jubelet.model.pod;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GoJsonStringTest {
    static Stream<Arguments> rows() {
        return Stream.of(
                Arguments.of("plain text stays", "a b/c:1", "\"a b/c:1\""),
                Arguments.of("quotes and backslashes are escaped", "\"\\", "\"\\\"\\\\\""),
                Arguments.of(
                        "usual controls have short names", "\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\""),
                Arguments.of("other controls have numbers", "\u0001", "\"\\u0001\""),
                Arguments.of("HTML is kept out", "<&>", "\"\\u003c\\u0026\\u003e\""),
                Arguments.of("so are line separators", "\u2028\u2029", "\"\\u2028\\u2029\""),
                Arguments.of("other letters stay", "\u00fc\u20ac", "\"\u00fc\u20ac\""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void quotesAsGoDoes(String sentence, String text, String quoted) {
        assertThat(GoJsonString.quote(text)).as(sentence).isEqualTo(quoted);
    }
}
