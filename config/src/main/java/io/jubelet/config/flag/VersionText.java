package io.jubelet.config.flag;

import io.jubelet.log.GoText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The release of Kubernetes that this agent answers to, and what `--version` makes of it.
///
/// Thread: stateless. Upstream: component-base `version/verflag`.
public final class VersionText {
    /// The release of Kubernetes whose kubelet this is.
    public static final String KUBERNETES = "v1.36.4";

    static final String RAW = "raw";
    static final String FALSE = "false";
    static final String TRUE = "true";
    private static final Pattern VERSION = Pattern.compile("v([0-9]+(?:\\.[0-9]+)*+)(.*)");
    private static final Pattern EXTRA =
            Pattern.compile(
                    "(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*+)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*+)?");

    private VersionText() {}

    /// `true`, `false`, `raw`, or a version to report instead of our own.
    static String check(String text) {
        if (text.equals(RAW)) {
            return RAW;
        }
        if (!text.startsWith("v")) {
            return String.valueOf(GoParse.bool(text));
        }
        String numbers = numbers(text);
        if (!("v" + numbers).equals(KUBERNETES)) {
            throw new IllegalArgumentException(
                    "version %s must match major/minor/patch of default version %s"
                            .formatted(GoText.quote(text), GoText.quote(KUBERNETES)));
        }
        return text;
    }

    /// The three numbers of a semantic version.
    private static String numbers(String text) {
        Matcher matcher = VERSION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "could not parse " + GoText.quote(text) + " as version");
        }
        String numbers = matcher.group(1);
        if (numbers.split("\\.", -1).length != 3) {
            throw new IllegalArgumentException("illegal version string " + GoText.quote(text));
        }
        String extra = matcher.group(2);
        if (!EXTRA.matcher(extra).matches()) {
            throw new IllegalArgumentException(
                    "could not parse pre-release/metadata (%s) in version %s"
                            .formatted(extra, GoText.quote(text)));
        }
        return numbers;
    }

    static String plain(String version) {
        return "Kubernetes " + version;
    }

    static String raw(String version) {
        String platform = System.getProperty("os.arch", "").replace("x86_64", "amd64");
        return ("version.Info{Major:\"1\", Minor:\"36\", GitVersion:%s, JavaVersion:%s,"
                        + " Platform:%s}")
                .formatted(
                        GoText.quote(version),
                        GoText.quote(System.getProperty("java.version", "")),
                        GoText.quote("linux/" + platform));
    }
}
