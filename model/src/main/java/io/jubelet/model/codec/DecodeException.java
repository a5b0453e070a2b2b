package io.jubelet.model.codec;

/// Says in one line, with source and line number, why a text could not be decoded.
///
/// Thread: immutable.
public final class DecodeException extends RuntimeException {

    private static final int LONGEST = 1000;

    private final transient Mark mark;
    private final String detail;

    DecodeException(Mark mark, String detail) {
        super(mark + ": " + oneLine(detail));
        this.mark = mark;
        this.detail = oneLine(detail);
    }

    /// Where the fault is.
    public Mark mark() {
        return mark;
    }

    /// What is wrong, without the place.
    public String detail() {
        return detail;
    }

    /// Input can reach a message, and a log line must stay one line of bearable length.
    private static String oneLine(String text) {
        var line = new StringBuilder(Math.min(text.length(), LONGEST));
        for (int i = 0; i < text.length() && i < LONGEST; i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
        }
        return text.length() > LONGEST ? line + "…" : line.toString();
    }
}
