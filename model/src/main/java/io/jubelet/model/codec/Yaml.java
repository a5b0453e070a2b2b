package io.jubelet.model.codec;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Turns YAML or JSON text into trees; a text whose first character is `{` is JSON, as for the
/// kubelet.
///
/// Limits: 10 MiB, a nesting depth of 200, 200,000 values, go-yaml's alias ratio. Input must be
/// UTF-8. Upstream reads only the first document of a manifest; all of them are returned here.
///
/// Thread: stateless.
///
/// Upstream: apimachinery pkg/util/yaml ToJSON and sigs.k8s.io/yaml YAMLToJSON. Intended
/// difference: JSON with invalid UTF-8 is refused, where Go replaces the bytes with U+FFFD.
public final class Yaml {

    private Yaml() {}

    /// The documents of `content`; `source` names it in marks and errors.
    ///
    /// @throws DecodeException when the text is not well formed or over a limit
    public static List<Tree> documents(String source, byte[] content) {
        if (content.length > TreeBudget.MAX_BYTES) {
            throw new DecodeException(
                    new Mark(source, 1, 1),
                    "file is larger than the limit of " + TreeBudget.MAX_BYTES + " bytes");
        }
        String text = decode(source, content);
        if (isJson(text)) {
            return List.of(JsonTree.parse(source, text));
        }
        return new YamlTree(source, text).documents();
    }

    private static boolean isJson(String text) {
        int start = 0;
        while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        return start < text.length() && text.charAt(start) == '{';
    }

    private static String decode(String source, byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        // The replacement character is either written there or stands for bytes that are no UTF-8.
        if (text.indexOf('\uFFFD') >= 0) {
            refuseMalformed(source, content);
        }
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static void refuseMalformed(String source, byte[] content) {
        var decoder = StandardCharsets.UTF_8.newDecoder();
        var input = ByteBuffer.wrap(content);
        var output = CharBuffer.allocate(4096);
        CoderResult result = decoder.decode(input, output, true);
        while (result.isOverflow()) {
            output.clear();
            result = decoder.decode(input, output, true);
        }
        if (result.isError()) {
            throw new DecodeException(markOf(source, content, input.position()), "invalid UTF-8");
        }
    }

    private static Mark markOf(String source, byte[] content, int position) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < position; i++) {
            if (content[i] == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return new Mark(source, line, position - lineStart + 1);
    }
}
