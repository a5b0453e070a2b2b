package io.jubelet.model.pod;

/// Texts as Go's JSON encoder writes them, for what is hashed or shown to users.
///
/// Thread: any; pure.
///
/// Upstream: Go encoding/json with its default escaping.
public final class GoJsonString {
    private GoJsonString() {}

    /// Quotes as Go's encoder does, which also escapes what HTML or JavaScript would trip over.
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\b' -> quoted.append("\\b");
                case '\f' -> quoted.append("\\f");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case '<', '>', '&', '\u2028', '\u2029' -> quoted.append(unicodeEscape(c));
                default -> quoted.append(c < 0x20 ? unicodeEscape(c) : String.valueOf(c));
            }
        }
        return quoted.append('"').toString();
    }

    private static String unicodeEscape(char c) {
        String hex = Integer.toHexString(c);
        return "\\u" + "0".repeat(4 - hex.length()) + hex;
    }
}
