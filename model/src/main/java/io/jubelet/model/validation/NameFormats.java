package io.jubelet.model.validation;

import static io.jubelet.model.validation.Violations.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The forms that names have to have; each method returns the complaints, none if all is well.
///
/// Thread: any; pure.
///
/// Upstream: apimachinery util/validation/validation.go, api/validate/content.
public final class NameFormats {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String LOOSE_LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
    private static final String LOOSE_SUBDOMAIN = LOOSE_LABEL + "(\\." + LOOSE_LABEL + ")*";
    private static final String KEY = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String CONFIG_KEY = "[-._a-zA-Z0-9]+";
    private static final String HEADER = "[-A-Za-z0-9]+";
    private static final Pattern LABEL_PATTERN = Pattern.compile(LABEL);
    private static final Pattern LOOSE_LABEL_PATTERN = Pattern.compile(LOOSE_LABEL);
    private static final Pattern KEY_PATTERN = Pattern.compile(KEY);
    private static final Pattern CONFIG_KEY_PATTERN = Pattern.compile(CONFIG_KEY);
    private static final Pattern HEADER_PATTERN = Pattern.compile(HEADER);
    private static final Pattern PORT_CHARACTERS = Pattern.compile("[-a-z0-9]+");
    private static final Pattern LETTER = Pattern.compile("[a-z]");
    private static final String WITHIN = ", and must start and end with an alphanumeric character";
    private static final String LABEL_RULE =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'"
                    + WITHIN;
    private static final String SUBDOMAIN_RULE =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, ";
    private static final String KEY_RULE =
            "must consist of alphanumeric characters, '-', '_' or '.'" + WITHIN;
    private static final int LABEL_LIMIT = 63;
    private static final int SUBDOMAIN_LIMIT = 253;
    private static final int PORT_NAME_LIMIT = 15;

    private NameFormats() {}

    static List<String> label(String value) {
        List<String> complaints = new ArrayList<>();
        tooLong(complaints, value, LABEL_LIMIT, "characters");
        if (!LABEL_PATTERN.matcher(value).matches()) {
            boolean dotted = allParts(LABEL_PATTERN, value, "\\.");
            complaints.add(
                    dotted
                            ? "must not contain dots"
                            : LABEL_RULE + example(LABEL, "my-name", "123-abc"));
        }
        return complaints;
    }

    static List<String> subdomain(String value) {
        return subdomain(value, "characters");
    }

    private static List<String> subdomain(String value, String unit) {
        List<String> complaints = new ArrayList<>();
        tooLong(complaints, value, SUBDOMAIN_LIMIT, unit);
        if (!allParts(LABEL_PATTERN, value, "\\.")) {
            complaints.add(
                    SUBDOMAIN_RULE + "'-' or '.'" + WITHIN + example(SUBDOMAIN, "example.com"));
        }
        return complaints;
    }

    /// A prefix to which something will be added may end in a dash.
    static List<String> subdomainPrefix(String value) {
        return subdomain(
                value.length() > 1 && value.endsWith("-")
                        ? value.substring(0, value.length() - 2) + "a"
                        : value);
    }

    static List<String> looseSubdomain(String value) {
        List<String> complaints = new ArrayList<>();
        tooLong(complaints, value, SUBDOMAIN_LIMIT, "characters");
        if (!allParts(LOOSE_LABEL_PATTERN, value, "\\.")) {
            complaints.add(
                    SUBDOMAIN_RULE
                            + "'_', '-' or '.'"
                            + WITHIN
                            + example(LOOSE_SUBDOMAIN, "example.com"));
        }
        return complaints;
    }

    /// A label's key, also called a qualified name: `name` or `example.com/name`.
    public static List<String> qualifiedName(String value) {
        String rule = KEY_RULE + example(KEY, "MyName", "my.name", "123-abc");
        List<String> parts = List.of(value.split("/", -1));
        if (parts.size() > 2) {
            return List.of(
                    "a valid label key "
                            + rule
                            + " with an optional DNS subdomain prefix and '/'"
                            + " (e.g. 'example.com/MyName')");
        }
        List<String> complaints = new ArrayList<>();
        if (parts.size() == 2) {
            String prefix = parts.getFirst();
            if (prefix.isEmpty()) {
                complaints.add("prefix part must be non-empty");
            }
            if (!prefix.isEmpty()) {
                subdomain(prefix, "bytes").forEach(each -> complaints.add("prefix part " + each));
            }
        }
        String name = parts.getLast();
        if (name.isEmpty()) {
            complaints.add("name part must be non-empty");
        } else if (bytes(name) > LABEL_LIMIT) {
            complaints.add("name part must be no more than " + LABEL_LIMIT + " bytes");
        }
        if (!KEY_PATTERN.matcher(name).matches()) {
            complaints.add("name part " + rule);
        }
        return complaints;
    }

    public static List<String> labelValue(String value) {
        List<String> complaints = new ArrayList<>();
        tooLong(complaints, value, LABEL_LIMIT, "bytes");
        if (!value.isEmpty() && !KEY_PATTERN.matcher(value).matches()) {
            complaints.add(
                    "a valid label must be an empty string or consist of alphanumeric characters,"
                            + " '-', '_' or '.'"
                            + WITHIN
                            + example("(" + KEY + ")?", "MyValue", "my_value", "12345"));
        }
        return complaints;
    }

    static List<String> portName(String value) {
        List<String> complaints = new ArrayList<>();
        tooLong(complaints, value, PORT_NAME_LIMIT, "characters");
        if (!PORT_CHARACTERS.matcher(value).matches()) {
            complaints.add(
                    "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (!LETTER.matcher(value).find()) {
            complaints.add("must contain at least one letter (a-z)");
        }
        if (value.contains("--")) {
            complaints.add("must not contain consecutive hyphens");
        }
        if (value.startsWith("-") || value.endsWith("-")) {
            complaints.add("must not begin or end with a hyphen");
        }
        return complaints;
    }

    static List<String> portNumber(long port) {
        return port >= 1 && port <= 65535 ? List.of() : List.of(Violations.range(1, 65535));
    }

    /// An environment variable's name: anything printable but the equals sign.
    static List<String> variableName(String value) {
        List<String> complaints = new ArrayList<>();
        if (value.isEmpty()) {
            complaints.add("environment variable name must be non-empty");
        }
        if (value.chars().anyMatch(c -> c < 0x20 || c > 0x7e || c == '=')) {
            complaints.add(
                    "a valid environment variable name must consist only of printable ASCII"
                            + " characters other than '='");
        }
        return complaints;
    }

    static List<String> configKey(String value) {
        List<String> complaints = new ArrayList<>();
        tooLong(complaints, value, SUBDOMAIN_LIMIT, "characters");
        if (!CONFIG_KEY_PATTERN.matcher(value).matches()) {
            complaints.add(
                    "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
                            + example(CONFIG_KEY, "key.name", "KEY_NAME", "key-name"));
        }
        if (value.equals(".") || value.equals("..")) {
            complaints.add("must not be '" + value + "'");
        } else if (value.startsWith("..")) {
            complaints.add("must not start with '..'");
        }
        return complaints;
    }

    static List<String> headerName(String value) {
        return HEADER_PATTERN.matcher(value).matches()
                ? List.of()
                : List.of(
                        "a valid HTTP header must consist of alphanumeric characters or '-'"
                                + example(HEADER, "X-Header-Name"));
    }

    /// Matches part by part: a repeated group would take a stack frame for each repetition, and
    /// a manifest may be a long one.
    static boolean allParts(Pattern part, String value, String separator) {
        return Stream.of(value.split(separator, -1)).allMatch(each -> part.matcher(each).matches());
    }

    private static void tooLong(List<String> complaints, String value, int limit, String unit) {
        if (bytes(value) > limit) {
            complaints.add("must be no more than " + limit + " " + unit);
        }
    }

    private static String example(String regex, String... examples) {
        String quoted =
                Stream.of(examples)
                        .map(each -> "'" + each + "', ")
                        .collect(Collectors.joining(" or "));
        return " (e.g. " + quoted + "regex used for validation is '" + regex + "')";
    }
}
