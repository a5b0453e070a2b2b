package io.jubelet.core.desired;

import java.util.Map;
import java.util.Optional;

/// Replaces `$(NAME)` by the variable's value. `$$` stands for `$`, and what names no variable
/// stays as it is. Pure.
///
/// Upstream: third_party/forked/golang/expansion.
public final class VariableExpansion {
    private VariableExpansion() {}

    public static String expand(String text, Map<String, String> variables) {
        var result = new StringBuilder(text.length());
        var at = 0;
        while (at < text.length()) {
            var character = text.charAt(at);
            if (character != '$' || at + 1 == text.length()) {
                result.append(character);
                at++;
                continue;
            }
            at = expandAt(text, at, variables, result);
        }
        return result.toString();
    }

    /// Empty when the text names a variable that there is none of.
    public static Optional<String> expandAll(String text, Map<String, String> variables) {
        var at = text.indexOf("$(");
        while (at >= 0) {
            var close = text.indexOf(')', at);
            if (close > 0 && (at == 0 || text.charAt(at - 1) != '$')) {
                var name = text.substring(at + 2, close);
                if (!variables.containsKey(name)) {
                    return Optional.empty();
                }
            }
            at = text.indexOf("$(", at + 2);
        }
        return Optional.of(expand(text, variables));
    }

    /// Handles the `$` at `at`, which is not the last character; answers where to go on.
    private static int expandAt(
            String text, int at, Map<String, String> variables, StringBuilder result) {
        var next = text.charAt(at + 1);
        if (next == '$') {
            result.append('$');
            return at + 2;
        }
        if (next != '(') {
            result.append('$').append(next);
            return at + 2;
        }
        var close = text.indexOf(')', at + 2);
        if (close < 0) {
            result.append("$(");
            return at + 2;
        }
        var value = variables.get(text.substring(at + 2, close));
        result.append(value == null ? text.substring(at, close + 1) : value);
        return close + 1;
    }
}
