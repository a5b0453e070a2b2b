package io.jubelet.model.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/// Makes JSON generators that escape as Go's encoder does: `<`, `>`, `&`, U+2028 and U+2029 too,
/// in lower-case hexadecimal.
///
/// Thread: stateless.
final class GoJson {

    private static final JsonFactory FACTORY =
            new JsonFactoryBuilder()
                    .characterEscapes(new Escapes())
                    .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
                    .build();

    private GoJson() {}

    /// What is to be written.
    interface Body {
        void write(JsonGenerator out) throws IOException;
    }

    static String text(Body body) {
        var text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            body.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static final class Escapes extends CharacterEscapes {
        private static final SerializedString LINE = new SerializedString("\\u2028");
        private static final SerializedString PARAGRAPH = new SerializedString("\\u2029");

        private final int[] ascii = standardAsciiEscapesForJSON();

        Escapes() {
            ascii['<'] = ESCAPE_STANDARD;
            ascii['>'] = ESCAPE_STANDARD;
            ascii['&'] = ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ascii.clone();
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return switch (character) {
                case 0x2028 -> LINE;
                case 0x2029 -> PARAGRAPH;
                default -> null;
            };
        }
    }
}
