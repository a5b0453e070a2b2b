package io.jubelet.config.flag;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Splits one line at its commas; a part in double quotes may hold commas and doubled quotes.
///
/// Thread: confined to one call. Upstream: Go `encoding/csv` as pflag uses it. Only the first line
/// of a text with line breaks counts.
final class CsvLine {
    private final String line;
    private final List<String> fields = new ArrayList<>();
    private int at;

    private CsvLine(String line) {
        this.line = line;
    }

    static List<String> split(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        String line = text.lines().filter(each -> !each.isEmpty()).findFirst().orElse("");
        if (line.isEmpty()) {
            throw new IllegalArgumentException("EOF");
        }
        return new CsvLine(line).split();
    }

    private List<String> split() {
        boolean more = true;
        while (more) {
            boolean quoted = at < line.length() && line.charAt(at) == '"';
            more = quoted ? quotedField() : plainField();
        }
        return List.copyOf(fields);
    }

    private boolean plainField() {
        int comma = line.indexOf(',', at);
        int end = comma < 0 ? line.length() : comma;
        int quote = line.indexOf('"', at);
        if (quote >= 0 && quote < end) {
            throw problem(quote, "bare \" in non-quoted-field");
        }
        fields.add(line.substring(at, end));
        at = end + 1;
        return comma >= 0;
    }

    private boolean quotedField() {
        var field = new StringBuilder();
        at++;
        while (true) {
            int quote = line.indexOf('"', at);
            if (quote < 0) {
                throw problem(line.length(), "extraneous or missing \" in quoted-field");
            }
            field.append(line, at, quote);
            at = quote + 1;
            if (at == line.length() || line.charAt(at) == ',') {
                fields.add(field.toString());
                return at++ < line.length();
            }
            if (line.charAt(at) != '"') {
                throw problem(quote, "extraneous or missing \" in quoted-field");
            }
            field.append('"');
            at++;
        }
    }

    private IllegalArgumentException problem(int index, String what) {
        int column = line.substring(0, index).getBytes(StandardCharsets.UTF_8).length + 1;
        return new IllegalArgumentException(
                "parse error on line 1, column " + column + ": " + what);
    }
}
