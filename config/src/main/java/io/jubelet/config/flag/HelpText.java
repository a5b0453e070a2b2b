package io.jubelet.config.flag;

import io.jubelet.config.gate.FeatureGates;
import io.jubelet.log.GoText;
import java.util.Map;

/// What `--help` prints: the flags in upstream's layout, described in our words.
///
/// Thread: stateless. Upstream: pflag `FlagUsagesWrapped`.
final class HelpText {
    private static final String INTRODUCTION =
            """
            The kubelet is the agent that runs on every node of a Kubernetes cluster. This one is
            Jubelet, built in Java to take the same flags, read the same files and speak the same
            protocols.

            It is told which pods shall run by the API server, by files in a folder or by a URL, and
            sees to it that their containers run and stay healthy. It leaves alone whatever it did
            not start itself.
            """;

    private HelpText() {}

    static String print(FlagTable table) {
        Map<String, String> descriptions = FlagDescriptions.all();
        int width = 0;
        for (Flag<?> flag : table.all()) {
            width = Math.max(width, left(flag).length());
        }
        var out = new StringBuilder(INTRODUCTION);
        out.append("\nUsage:\n  kubelet\n\nFlags:\n");
        for (Flag<?> flag : table.all()) {
            String left = left(flag);
            out.append(left).repeat(" ", width + 3 - left.length());
            String right = right(flag, descriptions.getOrDefault(flag.name(), ""));
            out.append(right.replace("\n", "\n" + " ".repeat(width + 3))).append('\n');
        }
        return out.toString();
    }

    private static String left(Flag<?> flag) {
        String name =
                flag.shorthand().isEmpty()
                        ? "      --" + flag.name()
                        : "  -" + flag.shorthand() + ", --" + flag.name();
        String placeholder = flag.type().placeholder();
        return placeholder.isEmpty() ? name : name + " " + placeholder;
    }

    private static String right(Flag<?> flag, String description) {
        var text = new StringBuilder(description);
        if (flag.name().equals("feature-gates")) {
            text.append(":\n").append(String.join("\n", FeatureGates.help()));
        }
        if (!isZero(flag)) {
            boolean quoted = flag.type().name().equals("string");
            String value = quoted ? GoText.quote(flag.defaultText()) : flag.defaultText();
            text.append(" (default ").append(value).append(')');
        }
        if (!flag.deprecation().isEmpty()) {
            text.append(" (DEPRECATED: ").append(flag.deprecation()).append(')');
        }
        return text.toString();
    }

    /// A default that says nothing is not printed.
    private static boolean isZero(Flag<?> flag) {
        return switch (flag.defaultText()) {
            case "", "0", "false", "[]", "0s" -> true;
            default -> false;
        };
    }
}
