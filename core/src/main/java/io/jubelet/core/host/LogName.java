package io.jubelet.core.host;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodIdentity;
import java.util.Optional;
import java.util.OptionalInt;

/// The log of one instance of a container: which pod, which container, and how often that was
/// started before.
///
/// Upstream: kuberuntime/helpers.go buildContainerLogsPath, legacy.go.
public record LogName(PodIdentity pod, String container, int attempt) {
    private static final String SUFFIX = ".log";

    /// No file system here takes longer names.
    private static final int LONGEST_NAME = 255;

    private static final int MOST_DIGITS = 9;

    /// Shorter ones are no container's.
    private static final int SHORTEST_ID = 6;

    /// The file that the runtime writes to, in the folder of this container's logs.
    public String file() {
        return attempt + SUFFIX;
    }

    /// The name of the link by which log shippers find the log.
    public String link(ContainerId id) {
        var name = pod.name() + "_" + pod.namespace() + "_" + container + "-" + id;
        var longest = LONGEST_NAME - SUFFIX.length();
        return (name.length() > longest ? name.substring(0, longest) : name) + SUFFIX;
    }

    /// Which instance a file in the folder of a container's logs belongs to; empty for a file
    /// that is no log. The highest numbers are no container's.
    public static OptionalInt attemptOf(String file) {
        var digits = file.indexOf(SUFFIX);
        if (digits < 1 || digits > MOST_DIGITS) {
            return OptionalInt.empty();
        }
        var attempt = 0;
        for (var at = 0; at < digits; at++) {
            var digit = file.charAt(at) - '0';
            if (digit < 0 || digit > 9) {
                return OptionalInt.empty();
            }
            attempt = 10 * attempt + digit;
        }
        return OptionalInt.of(attempt);
    }

    /// Whether a name is that of a link to a log.
    public static boolean isLink(String name) {
        return name.endsWith(SUFFIX);
    }

    /// Whose log a link of that name is; empty if the name does not say.
    public static Optional<ContainerId> containerOf(String link) {
        if (!isLink(link)) {
            return Optional.empty();
        }
        var id = link.substring(link.lastIndexOf('-') + 1, link.length() - SUFFIX.length());
        return id.length() < SHORTEST_ID ? Optional.empty() : Optional.of(new ContainerId(id));
    }
}
