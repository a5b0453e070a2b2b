package io.jubelet.model.image;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An image name in its full form: registry, path, and a tag or a digest or both.
///
/// Thread: any; pure.
///
/// Upstream: util/parsers ParseImageName over the distribution project's reference grammar.
///
/// @param domain the registry, `docker.io` where none was written
/// @param path the repository in it, `library/…` where one bare word was written
/// @param tag empty where none was written and a digest was; `latest` where neither was
/// @param digest such as `sha256:…`, empty where none was written
public record ImageReference(String domain, String path, String tag, String digest) {
    private static final String DEFAULT_DOMAIN = "docker.io";
    private static final int NAME_LIMIT = 255;
    private static final int TEXT_LIMIT = 1024;
    private static final Pattern BARE_IDENTIFIER = Pattern.compile("[a-f0-9]{64}");
    private static final String LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
    private static final String HOST =
            "(?:" + LABEL + "(?:\\." + LABEL + ")*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?";
    private static final String COMPONENT = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
    private static final Pattern REFERENCE =
            Pattern.compile(
                    "(?<domain>"
                            + HOST
                            + ")/(?<path>"
                            + COMPONENT
                            + "(?:/"
                            + COMPONENT
                            + ")*)"
                            + "(?::(?<tag>\\w[\\w.-]{0,127}))?"
                            + "(?:@(?<digest>sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}"
                            + "|sha512:[a-f0-9]{128}))?");

    /// Takes a name apart, filling in what is left out; empty when it is no image name.
    public static Optional<ImageReference> parse(String name) {
        // No name, tag and digest of legal length together are longer than that.
        if (name.length() > TEXT_LIMIT || BARE_IDENTIFIER.matcher(name).matches()) {
            return Optional.empty();
        }
        Matcher matcher = REFERENCE.matcher(withDomain(name));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String domain = matcher.group("domain");
        String path = matcher.group("path");
        if (domain.length() + 1 + path.length() > NAME_LIMIT) {
            return Optional.empty();
        }
        String digest = Optional.ofNullable(matcher.group("digest")).orElse("");
        String tag =
                Optional.ofNullable(matcher.group("tag")).orElse(digest.isEmpty() ? "latest" : "");
        return Optional.of(new ImageReference(domain, path, tag, digest));
    }

    /// The repository's name without tag and digest.
    public String repository() {
        return domain + "/" + path;
    }

    /// Whether the name stands for whatever is newest.
    public boolean isLatest() {
        return tag.equals("latest");
    }

    /// The first part is a registry only if it looks like a host name.
    private static String withDomain(String name) {
        int slash = name.indexOf('/');
        String first = slash < 0 ? "" : name.substring(0, slash);
        if (slash < 0 || !looksLikeHost(first)) {
            return inDefaultDomain(name);
        }
        String remainder = name.substring(slash + 1);
        return first.equals(DEFAULT_DOMAIN) || first.equals("index.docker.io")
                ? inDefaultDomain(remainder)
                : name;
    }

    private static boolean looksLikeHost(String first) {
        return first.contains(".")
                || first.contains(":")
                || first.equals("localhost")
                || !first.toLowerCase(Locale.ROOT).equals(first);
    }

    private static String inDefaultDomain(String remainder) {
        return DEFAULT_DOMAIN + (remainder.contains("/") ? "/" : "/library/") + remainder;
    }
}
