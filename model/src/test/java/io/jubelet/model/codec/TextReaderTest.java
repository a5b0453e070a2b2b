package io.jubelet.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/// Our reader shows the scanner exactly what SnakeYAML's own reader shows it.
final class TextReaderTest {

    private static final List<String> PIECES =
            List.of(
                    "a",
                    ": ",
                    "\n",
                    "\r\n",
                    "\r",
                    "  ",
                    "- ",
                    "😀",
                    "é",
                    "\u2028",
                    "\u0085",
                    "\"",
                    "'",
                    "|\n  ",
                    ">-\n  ",
                    "[",
                    "]",
                    "{",
                    "}",
                    ", ",
                    "&x ",
                    "*x",
                    "!!str ",
                    "---\n",
                    "...\n",
                    "# c\n",
                    "\\n",
                    "\uFEFF",
                    "%",
                    "? ",
                    "key",
                    "'it''s'",
                    "\"\\u00e9\"",
                    "\t");

    @Test
    void eventsAndMarksAreTheSameForAnyText() {
        var random = new Random(11);
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder();
            for (int k = random.nextInt(25); k >= 0; k--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            String yaml = text.toString();
            assertThat(events(new TextReader(yaml)))
                    .as("text %s", yaml)
                    .isEqualTo(events(new StreamReader(yaml)));
        }
    }

    private static List<String> events(StreamReader reader) {
        var seen = new ArrayList<String>();
        var parser = new ParserImpl(reader, new LoaderOptions());
        try {
            for (Event event = parser.getEvent(); event != null; event = parser.getEvent()) {
                seen.add(event + place(event.getStartMark()) + place(event.getEndMark()));
                if (event.is(Event.ID.StreamEnd)) {
                    break;
                }
            }
        } catch (MarkedYAMLException e) {
            seen.add(e.getProblem() + place(e.getProblemMark()));
        }
        return seen;
    }

    private static String place(Mark mark) {
        return " @" + mark.getLine() + ":" + mark.getColumn() + ":" + mark.getIndex();
    }
}
