package io.jubelet.model.codec;

import io.jubelet.model.codec.Tree.Kind;
import io.jubelet.model.codec.Tree.Scalar;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Decides what an unquoted YAML text stands for: YAML 1.1 with go-yaml's choices (`y` and `n` are
/// booleans, `010` is eight, a date stays a string).
///
/// Thread: stateless.
///
/// Upstream: go.yaml.in/yaml/v2 resolve.go, as seen through sigs.k8s.io/yaml YAMLToJSON.
final class YamlScalars {

    private static final String PREFIX = "tag:yaml.org,2002:";
    private static final Set<String> TRUE =
            Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    private static final Set<String> FALSE =
            Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> NOT_A_NUMBER = Set.of(".nan", ".NaN", ".NAN");
    private static final Pattern INFINITE = Pattern.compile("[-+]?\\.(inf|Inf|INF)");
    private static final Pattern FLOAT =
            Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

    /// A number that begins with its point may have underscores between digits only.
    private static final Pattern DOTTED =
            Pattern.compile("\\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+(_[0-9]+)*)?");

    private static final Map<String, Kind> TAGS =
            Map.of(
                    PREFIX + "str", Kind.STRING,
                    PREFIX + "bool", Kind.BOOL,
                    PREFIX + "int", Kind.NUMBER,
                    PREFIX + "float", Kind.NUMBER,
                    PREFIX + "null", Kind.NULL);

    private YamlScalars() {}

    /// The scalar for `text`; `plain` says it was written without quotes, `tag` is an explicit one.
    static Scalar resolve(String text, boolean plain, @Nullable String tag, Mark mark) {
        if (tag == null) {
            return plain ? untagged(text, mark) : new Scalar(Kind.STRING, text, mark);
        }
        if (tag.equals(PREFIX + "binary")) {
            return new Scalar(Kind.STRING, binary(text, mark), mark);
        }
        Kind wanted = TAGS.get(tag);
        if (wanted == null || wanted == Kind.STRING) {
            return new Scalar(Kind.STRING, text, mark);
        }
        Scalar found = untagged(text, mark);
        if (found.kind() != wanted) {
            String name = tag.substring(PREFIX.length());
            throw new DecodeException(mark, "cannot decode '" + text + "' as a !!" + name);
        }
        return found;
    }

    private static Scalar untagged(String text, Mark mark) {
        if (NULL.contains(text)) {
            return new Scalar(Kind.NULL, "null", mark);
        }
        if (TRUE.contains(text)) {
            return new Scalar(Kind.BOOL, "true", mark);
        }
        if (FALSE.contains(text)) {
            return new Scalar(Kind.BOOL, "false", mark);
        }
        return number(text, mark)
                .map(digits -> new Scalar(Kind.NUMBER, digits, mark))
                .orElseGet(() -> new Scalar(Kind.STRING, text, mark));
    }

    private static Optional<String> number(String text, Mark mark) {
        char first = text.charAt(0);
        if (first != '.' && first != '-' && first != '+' && (first < '0' || first > '9')) {
            return Optional.empty();
        }
        if (NOT_A_NUMBER.contains(text) || INFINITE.matcher(text).matches()) {
            throw new DecodeException(mark, "json: unsupported value: " + text);
        }
        if (first == '.' && !DOTTED.matcher(text).matches()) {
            return Optional.empty();
        }
        String digits = text.replace("_", "");
        return GoNumbers.integer(digits).or(() -> floating(digits));
    }

    private static Optional<String> floating(String digits) {
        if (!FLOAT.matcher(digits).matches()) {
            return Optional.empty();
        }
        double value = Double.parseDouble(digits);
        return Double.isInfinite(value) ? Optional.empty() : Optional.of(GoNumbers.print(value));
    }

    private static String binary(String text, Mark mark) {
        try {
            String packed = text.replaceAll("[\r\n]", "");
            return new String(Base64.getDecoder().decode(packed), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw new DecodeException(mark, "!!binary value contains invalid base64 data");
        }
    }
}
