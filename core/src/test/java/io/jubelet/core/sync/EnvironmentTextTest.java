package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Rows that upstream has too carry its names, from util/env/env_util_test.go. The variable that is
/// asked for is always B.
final class EnvironmentTextTest {
    static Stream<Arguments> wellFormed() {
        return Stream.of(
                arguments("ignore leading whitespace", "  A='1'\n\t B='2'\nC='3'\n", "2"),
                arguments("ignore blank and comment lines", "# x\n\nA='1'\n  # y\n\t\nB='2'", "2"),
                arguments("key not found returns empty", "A='1'\nC='3'\n", ""),
                arguments("nothing at all", "", ""),
                arguments("value with embedded #", "B='1#2'\n", "1#2"),
                arguments("value with leading and trailing whitespace", "B='  2 3  '", "  2 3  "),
                arguments("empty value", "A='1'\nB=''\nC='3'", ""),
                arguments("multiple = in value", "B='x=y=z'", "x=y=z"),
                arguments("comment after key value pair", "B='2' # of the letter B", "2"),
                arguments("a comment right after the quote", "B='2'# of the letter B", "2"),
                arguments("value contains $VAR, should not expand", "B='$A ${A}_$'", "$A ${A}_$"),
                arguments("newlines and tabs in value", "B='1\\n2\\t3'", "1\\n2\\t3"),
                arguments("unicode characters in value", "B='Ü 🌍'", "Ü 🌍"),
                arguments("double quotes within value quotes", "B='say \"2\"'", "say \"2\""),
                arguments(
                        "multi-line value with empty lines",
                        "B='1\n\n  3\n4'\nC='c'",
                        "1\n\n  3\n4"),
                arguments("a line of a value that looks like a variable", "A='1\nB=2'\nB='3'", "3"),
                arguments("a space after the sign makes it empty", "B=  'two'\nC='3'", ""),
                arguments("a space after another's sign", "A= 'one'\nB='2'", "2"),
                arguments("the first of two counts", "B='1'\nB='2'", "1"),
                arguments("a name that the wanted one begins with", "BB='1'\nB='2'", "2"),
                arguments("a carriage return belongs to the line's end", "B='1\r\n2'\r\n", "1\n2"),
                arguments("what comes after is not looked at", "B='2'\nnonsense", "2"),
                arguments("a name may hold a space", "A B='1'\nB='2'", "2"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void wellFormed(String name, String text, String value) {
        assertThat(EnvironmentText.find(text, "B"))
                .isEqualTo(new EnvironmentText.Answer.Value(value));
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                arguments(
                        "whitespace around = and not allowed",
                        "A = '1'\nB='2'",
                        "at line 1: whitespace before '=' is not allowed"),
                arguments(
                        "key is empty (should error)", "A='1'\n ='2'", "at line 2: empty variable"),
                arguments(
                        "invalid line triggers error with line number",
                        "A='1'\nB\n",
                        "at line 2: missing '='"),
                arguments(
                        "unquoted value triggers error",
                        "B=2",
                        "at line 1: value must be enclosed in single quotes"),
                arguments(
                        "double quoted value triggers error",
                        "B=\"2\"",
                        "at line 1: value must be enclosed in single quotes"),
                arguments("no value at all", "B=", "value must be enclosed in single quotes"),
                arguments(
                        "value with multiple adjacent quoted strings",
                        "B='1''2'",
                        "at line 1: unexpected content after closing quote"),
                arguments(
                        "unclosed single quote triggers error",
                        "A='1\nB='2'",
                        "at line 2: unexpected content after closing quote"),
                arguments(
                        "a quote that the file's end leaves open",
                        "A='0'\nB='1\n2\n",
                        "starting at line 2: unclosed single quote"),
                arguments(
                        "single quotes within value quotes",
                        "B='it\\'s'",
                        "unexpected content after closing quote"),
                arguments(
                        "a line longer than upstream reads",
                        "A='" + "x".repeat(EnvironmentText.LONGEST_LINE - 3) + "'",
                        "line 1 is too long"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void malformed(String name, String text, String detail) {
        assertThat(EnvironmentText.find(text, "B"))
                .isInstanceOfSatisfying(
                        EnvironmentText.Answer.Malformed.class,
                        malformed -> assertThat(malformed.detail()).contains(detail));
    }

    @Test
    void theLongestLineIsRead() {
        var value = "x".repeat(EnvironmentText.LONGEST_LINE - 4);

        assertThat(EnvironmentText.find("B='" + value + "'", "B"))
                .isEqualTo(new EnvironmentText.Answer.Value(value));
    }

    @Test
    void showsNothingOfAFileInItsText() {
        assertThat(EnvironmentText.find("B='hush'", "B").toString()).doesNotContain("hush");
        assertThat(EnvironmentText.find("hush", "B").toString()).doesNotContain("hush");
    }
}
