package io.jubelet.model.codec;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.reader.StreamReader;

/// Gives SnakeYAML's scanner a text that is already in memory.
///
/// SnakeYAML's own reader moves its window by a kilobyte at a time and copies what lies ahead, so
/// that one line of 10 MiB takes a minute; this one takes time in proportion to the text and copies
/// nothing. Characters outside the basic plane count as one, as the scanner expects.
///
/// Thread: confined to one reading.
final class TextReader extends StreamReader {

    /// Marks carry a snippet for messages, which ours do not quote.
    private static final int[] NO_SNIPPET = {0};

    private final String text;
    private int offset;
    private int index;
    private int documentIndex;
    private int line;
    private int column;

    /// How far the last look ahead went, in characters and in code units: the next one, mostly a
    /// character further, goes on from there.
    private int aheadIndex;

    private int aheadOffset;

    TextReader(String text) {
        super("");
        this.text = text;
    }

    @Override
    public Mark getMark() {
        return new Mark("", index, line, column, NO_SNIPPET, 0);
    }

    @Override
    public int peek() {
        return offset < text.length() ? text.codePointAt(offset) : 0;
    }

    @Override
    public int peek(int ahead) {
        int at = offsetOf(ahead);
        return at < text.length() ? text.codePointAt(at) : 0;
    }

    @Override
    public void forward() {
        forward(1);
    }

    @Override
    public void forward(int length) {
        for (int i = 0; i < length && offset < text.length(); i++) {
            int character = text.codePointAt(offset);
            offset += Character.charCount(character);
            moveIndexes(1);
            if (isLineBreak(character)) {
                line++;
                column = 0;
            } else if (character != '\uFEFF') {
                column++;
            }
        }
        aheadIndex = 0;
        aheadOffset = offset;
    }

    private boolean isLineBreak(int character) {
        return switch (character) {
            case '\n', '\u0085', '\u2028', '\u2029' -> true;
            case '\r' -> offset < text.length() && text.charAt(offset) != '\n';
            default -> false;
        };
    }

    @Override
    public String prefix(int length) {
        return text.substring(offset, offsetOf(length));
    }

    /// The scanner asks for this only where no line ends within the prefix.
    @Override
    public String prefixForward(int length) {
        String prefix = prefix(length);
        offset += prefix.length();
        moveIndexes(length);
        column += length;
        aheadIndex = 0;
        aheadOffset = offset;
        return prefix;
    }

    private int offsetOf(int ahead) {
        if (ahead < aheadIndex) {
            aheadIndex = 0;
            aheadOffset = offset;
        }
        while (aheadIndex < ahead && aheadOffset < text.length()) {
            aheadOffset += Character.charCount(text.codePointAt(aheadOffset));
            aheadIndex++;
        }
        return aheadOffset;
    }

    private void moveIndexes(int length) {
        index += length;
        documentIndex += length;
    }

    @Override
    public int getColumn() {
        return column;
    }

    @Override
    public int getDocumentIndex() {
        return documentIndex;
    }

    @Override
    public void resetDocumentIndex() {
        documentIndex = 0;
    }

    @Override
    public int getIndex() {
        return index;
    }

    @Override
    public int getLine() {
        return line;
    }
}
