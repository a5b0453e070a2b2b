package io.jubelet.server.http;

import java.nio.charset.StandardCharsets;

/// Paths as they travel: percent signs for what a path may not hold.
///
/// Thread: stateless.
final class PathText {
    private static final String PLAIN = "-_.~$&+,/:;=@";

    private PathText() {}

    static String encoded(String path) {
        var text = new StringBuilder();
        for (byte each : path.getBytes(StandardCharsets.UTF_8)) {
            var character = (char) (each & 0xff);
            if (character < 128
                    && (Character.isLetterOrDigit(character) || PLAIN.indexOf(character) >= 0)) {
                text.append(character);
            } else {
                text.append('%').append(String.format("%02X", (int) character));
            }
        }
        return text.toString();
    }

    /// The page that a redirect carries for people.
    static byte[] link(String location, String title) {
        var escaped =
                location.replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("\"", "&#34;")
                        .replace("'", "&#39;");
        return ("<a href=\"" + escaped + "\">" + title + "</a>.\n\n")
                .getBytes(StandardCharsets.UTF_8);
    }
}
