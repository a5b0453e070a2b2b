package io.jubelet.log;

/// Matches a whole name against `*`, `?`, `[a-z]` and `[^a-z]`.
///
/// A malformed pattern matches nothing.
///
/// Thread: stateless. Upstream: Go `path.Match` as `--vmodule` uses it.
final class Glob {
    private Glob() {}

    static boolean matches(String pattern, String name) {
        return matches(pattern, 0, name, 0);
    }

    private static boolean matches(String pattern, int p, String name, int n) {
        while (p < pattern.length()) {
            char c = pattern.charAt(p);
            if (c == '*') {
                return matchesStar(pattern, p + 1, name, n);
            }
            if (n >= name.length()) {
                return false;
            }
            int next = matchOne(pattern, p, name.charAt(n));
            if (next < 0) {
                return false;
            }
            p = next;
            n++;
        }
        return n == name.length();
    }

    private static boolean matchesStar(String pattern, int rest, String name, int n) {
        for (int from = n; from <= name.length(); from++) {
            if (matches(pattern, rest, name, from)) {
                return true;
            }
        }
        return false;
    }

    /// Matches one character and says where the pattern goes on, or -1.
    private static int matchOne(String pattern, int p, char c) {
        return switch (pattern.charAt(p)) {
            case '?' -> p + 1;
            case '[' -> matchClass(pattern, p, c);
            case '\\' -> p + 1 < pattern.length() && pattern.charAt(p + 1) == c ? p + 2 : -1;
            default -> pattern.charAt(p) == c ? p + 1 : -1;
        };
    }

    private static int matchClass(String pattern, int open, char c) {
        int close = pattern.indexOf(']', open + 2);
        if (close < 0) {
            return -1;
        }
        boolean negated = pattern.charAt(open + 1) == '^';
        boolean found = false;
        for (int i = open + (negated ? 2 : 1); i < close; i++) {
            boolean range = i + 2 < close && pattern.charAt(i + 1) == '-';
            char low = pattern.charAt(i);
            char high = range ? pattern.charAt(i + 2) : low;
            found |= low <= c && c <= high;
            i += range ? 2 : 0;
        }
        return found == negated ? -1 : close + 1;
    }
}
