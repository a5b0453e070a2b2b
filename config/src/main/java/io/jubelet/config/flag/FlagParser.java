package io.jubelet.config.flag;

import io.jubelet.config.flag.Flag.Setting;
import io.jubelet.log.GoText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;

/// Walks over the arguments and sets flags, word for word as upstream's library does.
///
/// Thread: confined to one parse. Upstream: pflag `parseArgs`, `parseLongArg`, `parseShortArg`.
final class FlagParser {
    private final FlagTable table;
    private final Consumer<String> warnings;
    private final ArrayDeque<String> left;
    private final SequencedMap<String, Setting<?>> settings = new LinkedHashMap<>();
    private final List<String> others = new ArrayList<>();

    private FlagParser(FlagTable table, List<String> arguments, Consumer<String> warnings) {
        this.table = table;
        this.left = new ArrayDeque<>(arguments);
        this.warnings = warnings;
    }

    /// What was found: the flags in the order they first came, and the words that are no flags.
    record Result(SequencedMap<String, Setting<?>> settings, List<String> others) {}

    static Result parse(FlagTable table, List<String> arguments, Consumer<String> warnings) {
        var parser = new FlagParser(table, arguments, warnings);
        parser.parse();
        return new Result(
                Collections.unmodifiableSequencedMap(parser.settings), List.copyOf(parser.others));
    }

    private void parse() {
        while (!left.isEmpty()) {
            String word = left.removeFirst();
            if (word.length() < 2 || word.charAt(0) != '-') {
                others.add(word);
            } else if (word.equals("--")) {
                others.addAll(left);
                left.clear();
            } else if (word.startsWith("--")) {
                parseLong(word);
            } else {
                parseShort(word.substring(1));
            }
        }
    }

    private void parseLong(String word) {
        String body = word.substring(2);
        if (body.startsWith("-") || body.startsWith("=")) {
            throw new FlagException("bad flag syntax: " + word);
        }
        int equals = body.indexOf('=');
        String name = equals < 0 ? body : body.substring(0, equals);
        Flag<?> flag =
                table.find(name).orElseThrow(() -> new FlagException("unknown flag: --" + name));
        if (equals >= 0) {
            set(flag, body.substring(equals + 1));
        } else if (!flag.type().impliedValue().isEmpty()) {
            set(flag, flag.type().impliedValue());
        } else if (!left.isEmpty()) {
            set(flag, left.removeFirst());
        } else {
            throw new FlagException("flag needs an argument: --" + name);
        }
    }

    /// Takes letters one after the other; one that needs a value takes all the rest.
    private void parseShort(String letters) {
        String rest = letters;
        while (!rest.isEmpty()) {
            // Go's own test binaries pass such words; upstream's library steps over them.
            rest = rest.startsWith("test.") ? "" : parseLetter(rest);
        }
    }

    private String parseLetter(String letters) {
        char letter = letters.charAt(0);
        Flag<?> flag =
                table.findShorthand(letter)
                        .orElseThrow(
                                () ->
                                        new FlagException(
                                                "unknown shorthand flag: '"
                                                        + letter
                                                        + "' in -"
                                                        + letters));
        if (letters.length() > 2 && letters.charAt(1) == '=') {
            set(flag, letters.substring(2));
            return "";
        }
        if (!flag.type().impliedValue().isEmpty()) {
            set(flag, flag.type().impliedValue());
            return letters.substring(1);
        }
        if (letters.length() > 1) {
            set(flag, letters.substring(1));
        } else if (!left.isEmpty()) {
            set(flag, left.removeFirst());
        } else {
            throw new FlagException("flag needs an argument: '" + letter + "' in -" + letters);
        }
        return "";
    }

    private void set(Flag<?> flag, String value) {
        Setting<?> before = settings.get(flag.name());
        try {
            settings.put(flag.name(), before == null ? flag.set(value) : before.again(value));
        } catch (IllegalArgumentException e) {
            throw new FlagException(
                    "invalid argument %s for %s flag: %s"
                            .formatted(
                                    GoText.quote(value),
                                    GoText.quote(flag.display()),
                                    e.getMessage()));
        }
        if (!flag.deprecation().isEmpty()) {
            warnings.accept(
                    "Flag --" + flag.name() + " has been deprecated, " + flag.deprecation());
        }
    }
}
