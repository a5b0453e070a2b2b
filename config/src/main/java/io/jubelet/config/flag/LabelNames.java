package io.jubelet.config.flag;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The form that keys and values of labels and taints must have; returns what is wrong.
///
/// Thread: stateless. Upstream: apimachinery `IsQualifiedName`, `IsValidLabelValue`.
final class LabelNames {
    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String SUBDOMAIN =
            "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
    private static final Pattern NAME_PATTERN = Pattern.compile(NAME);
    private static final Pattern SUBDOMAIN_PATTERN = Pattern.compile(SUBDOMAIN);
    private static final int MAX_NAME = 63;
    private static final int MAX_SUBDOMAIN = 253;
    private static final String ENDS = ", and must start and end with an alphanumeric character";
    private static final String NAME_FORM =
            "must consist of alphanumeric characters, '-', '_' or '.'"
                    + ENDS
                    + " (e.g. 'MyName',  or 'my.name',  or '123-abc',"
                    + " regex used for validation is '"
                    + NAME
                    + "')";
    private static final String SUBDOMAIN_FORM =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters,"
                    + " '-' or '.'"
                    + ENDS
                    + " (e.g. 'example.com', regex used for validation is '"
                    + SUBDOMAIN
                    + "')";
    private static final String VALUE_FORM =
            "a valid label must be an empty string or consist of alphanumeric characters, '-',"
                    + " '_' or '.'"
                    + ENDS
                    + " (e.g. 'MyValue',  or 'my_value',  or '12345',"
                    + " regex used for validation is '("
                    + NAME
                    + ")?')";

    private LabelNames() {}

    static List<String> qualifiedName(String key) {
        String[] parts = key.split("/", -1);
        if (parts.length > 2) {
            return List.of(
                    "a valid label key "
                            + NAME_FORM
                            + " with an optional DNS subdomain prefix and '/'"
                            + " (e.g. 'example.com/MyName')");
        }
        var problems = new ArrayList<String>();
        if (parts.length == 2) {
            prefix(parts[0], problems);
        }
        String name = parts[parts.length - 1];
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        } else if (bytes(name) > MAX_NAME) {
            problems.add("name part must be no more than 63 bytes");
        }
        if (!NAME_PATTERN.matcher(name).matches()) {
            problems.add("name part " + NAME_FORM);
        }
        return problems;
    }

    private static void prefix(String prefix, List<String> problems) {
        if (prefix.isEmpty()) {
            problems.add("prefix part must be non-empty");
            return;
        }
        if (bytes(prefix) > MAX_SUBDOMAIN) {
            problems.add("prefix part must be no more than 253 bytes");
        }
        if (!SUBDOMAIN_PATTERN.matcher(prefix).matches()) {
            problems.add("prefix part " + SUBDOMAIN_FORM);
        }
    }

    static List<String> value(String value) {
        var problems = new ArrayList<String>();
        if (bytes(value) > MAX_NAME) {
            problems.add("must be no more than 63 bytes");
        }
        if (!value.isEmpty() && !NAME_PATTERN.matcher(value).matches()) {
            problems.add(VALUE_FORM);
        }
        return problems;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
