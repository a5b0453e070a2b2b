package io.jubelet.model.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ViolationTest {
    private static final FieldPath AT = FieldPath.root("spec").child("a");

    record Row(String text, Consumer<Violations> found) {
        @Override
        public String toString() {
            return text;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("spec.a: Required value", found -> found.required(AT)),
                new Row("spec.a: Required value: why", found -> found.required(AT, "why")),
                new Row(
                        "spec.a: Invalid value: \"b\\n\\\"\": why",
                        found -> found.invalid(AT, "b\n\"", "why")),
                new Row("spec.a: Invalid value: 3: why", found -> found.invalid(AT, 3, "why")),
                new Row(
                        "spec.a: Invalid value: true: why",
                        found -> found.invalid(AT, true, "why")),
                new Row(
                        "spec.a: Invalid value: [\"b\",\"c\"]: why",
                        found -> found.invalid(AT, List.of("b", "c"), "why")),
                new Row("spec.a: Duplicate value: \"b\"", found -> found.duplicate(AT, "b")),
                new Row("spec.a: Not found: \"b\"", found -> found.notFound(AT, "b")),
                new Row("spec.a: Forbidden: why", found -> found.forbidden(AT, "why")),
                new Row(
                        "spec.a: Too long: may not be more than 5 bytes",
                        found -> found.tooLong(AT, 5)),
                new Row(
                        "spec.a: Too many: 7: must have at most 5 items",
                        found -> found.tooMany(AT, 7, 5)),
                new Row(
                        "spec.a: Unsupported value: \"\\u003cb\": supported values: \"c\", \"d\"",
                        found -> found.unsupported(AT, "<b", List.of("c", "d"))),
                new Row(
                        "spec.a: Unsupported value: \"<b\": supported values: \"c\"",
                        found -> found.unsupportedText(AT, "<b", List.of("c"))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void readsAsUpstreamsErrors(Row row) {
        Violations found = new Violations();
        row.found().accept(found);
        assertThat(found.list()).singleElement().hasToString(row.text());
    }

    @Test
    void pathsAreWrittenWithDotsAndBrackets() {
        assertThat(FieldPath.root("spec").child("containers").index(3).child("limits").key("cpu"))
                .hasToString("spec.containers[3].limits[cpu]");
    }
}
