package io.jubelet.core.sync;

import java.nio.charset.StandardCharsets;

/// Reads a file of variables: `NAME='text'` by lines, of which a text may span several; blank lines
/// and comments between them. Nothing is expanded and nothing is escaped. Pure.
///
/// What stands after the variable that is asked for is not looked at.
///
/// Upstream: pkg/kubelet/util/env ParseEnv.
final class EnvironmentText {
    /// Upstream reads no longer line than fits its buffer.
    static final int LONGEST_LINE = (1 << 16) - 1;

    private final String text;
    private final String wanted;
    private int at;
    private int line;

    private EnvironmentText(String text, String wanted) {
        this.text = text;
        this.wanted = wanted;
    }

    /// What the file says of one variable. Its text shows no value.
    sealed interface Answer {
        /// @param text empty if the file does not have the variable, or has it empty
        record Value(String text) implements Answer {
            @Override
            public String toString() {
                return "Value";
            }
        }

        /// @param detail names the line, and nothing of what it holds
        record Malformed(String detail) implements Answer {}
    }

    private static final class MalformedException extends RuntimeException {
        final String detail;

        MalformedException(String detail) {
            super(detail, null, false, false);
            this.detail = detail;
        }
    }

    static Answer find(String text, String name) {
        try {
            return new Answer.Value(new EnvironmentText(text, name).find());
        } catch (MalformedException malformed) {
            return new Answer.Malformed(malformed.detail);
        }
    }

    private String find() {
        while (at < text.length()) {
            var here = withoutIndent(nextLine());
            if (here.isEmpty() || here.startsWith("#")) {
                continue;
            }
            var sign = here.indexOf('=');
            if (sign < 0) {
                throw malformed("missing '='");
            }
            var name = name(here.substring(0, sign));
            var value = value(here.substring(sign + 1));
            if (name.equals(wanted)) {
                return value;
            }
        }
        return "";
    }

    private String name(String part) {
        if (withoutIndent(part).isEmpty()) {
            throw malformed("empty variable name");
        }
        if (part.endsWith(" ") || part.endsWith("\t")) {
            throw malformed("whitespace before '=' is not allowed");
        }
        return part;
    }

    /// A space right after the sign makes it empty, as in a shell.
    private String value(String part) {
        if (!withoutIndent(part).equals(part)) {
            return "";
        }
        if (!part.startsWith("'")) {
            throw malformed("value must be enclosed in single quotes");
        }
        return quoted(part.substring(1));
    }

    private String quoted(String first) {
        var from = line;
        var whole = new StringBuilder();
        var rest = first;
        for (var end = rest.indexOf('\''); end < 0; end = rest.indexOf('\'')) {
            whole.append(rest).append('\n');
            if (at >= text.length()) {
                throw new MalformedException(
                        "invalid environment variable format starting at line %d: unclosed single"
                                        .formatted(from)
                                + " quote");
            }
            rest = nextLine();
        }
        var end = rest.indexOf('\'');
        var after = withoutIndent(rest.substring(end + 1));
        if (!after.isEmpty() && !after.startsWith("#")) {
            throw malformed("unexpected content after closing quote");
        }
        return whole.append(rest, 0, end).toString();
    }

    /// The next line without its end, of which a carriage return is part.
    private String nextLine() {
        var end = text.indexOf('\n', at);
        var next = text.substring(at, end < 0 ? text.length() : end);
        at = end < 0 ? text.length() : end + 1;
        line++;
        if (next.length() > LONGEST_LINE
                || next.getBytes(StandardCharsets.UTF_8).length > LONGEST_LINE) {
            throw new MalformedException("line " + line + " is too long");
        }
        return next.endsWith("\r") ? next.substring(0, next.length() - 1) : next;
    }

    private static String withoutIndent(String line) {
        var from = 0;
        while (from < line.length() && (line.charAt(from) == ' ' || line.charAt(from) == '\t')) {
            from++;
        }
        return line.substring(from);
    }

    private MalformedException malformed(String what) {
        return new MalformedException(
                "invalid environment variable format at line " + line + ": " + what);
    }
}
