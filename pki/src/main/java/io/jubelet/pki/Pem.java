package io.jubelet.pki;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Reads and writes the blocks of a PEM file.
///
/// Thread: stateless.
public final class Pem {
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";
    private static final int LINE = 64;

    private Pem() {}

    /// One block: what it says it is, and its bytes.
    public static final class Block {
        private final String type;
        private final byte[] content;

        private Block(String type, byte[] content) {
            this.type = type;
            this.content = content;
        }

        public String type() {
            return type;
        }

        public byte[] content() {
            return content.clone();
        }
    }

    /// Every block; text between them is passed over.
    ///
    /// @throws IllegalArgumentException when a block does not end or is no base 64
    public static List<Block> blocks(String text) {
        var blocks = new ArrayList<Block>();
        var from = text.indexOf(BEGIN);
        while (from >= 0) {
            var typeEnd = text.indexOf(DASHES, from + BEGIN.length());
            if (typeEnd < 0) {
                throw new IllegalArgumentException("a PEM block has no whole first line");
            }
            var type = text.substring(from + BEGIN.length(), typeEnd);
            var end = text.indexOf(END + type + DASHES, typeEnd);
            if (end < 0) {
                throw new IllegalArgumentException("PEM block " + type + " does not end");
            }
            blocks.add(new Block(type, content(text.substring(typeEnd + DASHES.length(), end))));
            from = text.indexOf(BEGIN, end);
        }
        return blocks;
    }

    /// Headers, as old tools write them, end at an empty line.
    private static byte[] content(String between) {
        var body = between.contains(":") ? between.replaceFirst("(?s).*?\\R\\R", "") : between;
        return Base64.getDecoder().decode(body.replaceAll("\\s", ""));
    }

    public static String text(String type, byte[] content) {
        var encoder = Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII));
        return BEGIN
                + type
                + DASHES
                + "\n"
                + encoder.encodeToString(content)
                + "\n"
                + END
                + type
                + DASHES
                + "\n";
    }
}
