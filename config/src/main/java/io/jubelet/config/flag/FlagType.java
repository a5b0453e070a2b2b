package io.jubelet.config.flag;

import java.util.function.BinaryOperator;
import java.util.function.Function;

/// How the value of a flag is written.
///
/// Thread: immutable.
///
/// @param name what upstream calls the type
/// @param impliedValue what the bare flag means; empty when a value must follow
/// @param reader throws [IllegalArgumentException] with Go's words for a value it cannot read
/// @param merger what a flag given twice amounts to
record FlagType<T>(
        String name,
        String impliedValue,
        Function<String, T> reader,
        BinaryOperator<T> merger,
        Function<T, String> printer) {

    static <T> FlagType<T> single(
            String name, Function<String, T> reader, Function<T, String> printer) {
        return new FlagType<>(name, "", reader, (_, next) -> next, printer);
    }

    static <T> FlagType<T> merged(
            String name,
            Function<String, T> reader,
            BinaryOperator<T> merger,
            Function<T, String> printer) {
        return new FlagType<>(name, "", reader, merger, printer);
    }

    /// A type whose bare flag means `true`.
    static <T> FlagType<T> switched(
            String name, Function<String, T> reader, Function<T, String> printer) {
        return new FlagType<>(name, "true", reader, (_, next) -> next, printer);
    }

    /// The word that stands for the value in the help.
    String placeholder() {
        return switch (name) {
            case "bool" -> "";
            case "int64" -> "int";
            case "stringSlice" -> "strings";
            case "version" -> "version[=true]";
            default -> name;
        };
    }
}
