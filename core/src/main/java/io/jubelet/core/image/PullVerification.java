package io.jubelet.core.image;

import io.jubelet.model.image.ImageReference;
import java.util.List;
import java.util.Optional;

/// Whether a pod has to show that it may use an image that is on this machine already. Pure.
///
/// Upstream: pullmanager/image_pull_policies.go.
public sealed interface PullVerification {
    /// @param image as the pod names it
    /// @param pulledHere whether a kubelet of this machine pulled it, or meant to
    boolean requires(String image, boolean pulledHere);

    /// No image.
    record Never() implements PullVerification {
        @Override
        public boolean requires(String image, boolean pulledHere) {
            return false;
        }
    }

    /// None that was here before.
    record NeverPreloaded() implements PullVerification {
        @Override
        public boolean requires(String image, boolean pulledHere) {
            return pulledHere;
        }
    }

    /// None of these.
    ///
    /// @param patterns names without tag and digest; what ends with `/*` stands for all below
    record NeverListed(List<String> patterns) implements PullVerification {
        public NeverListed {
            patterns = List.copyOf(patterns);
        }

        @Override
        public boolean requires(String image, boolean pulledHere) {
            var name = bare(image).orElse(image);
            return patterns.stream().noneMatch(pattern -> covers(pattern, name));
        }

        private static boolean covers(String pattern, String name) {
            return pattern.endsWith("/*")
                    ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                    : name.equals(pattern);
        }
    }

    /// Every image.
    record Always() implements PullVerification {
        @Override
        public boolean requires(String image, boolean pulledHere) {
            return true;
        }
    }

    /// The name as it is written, without tag and digest; empty if it is none.
    static Optional<String> bare(String image) {
        return ImageReference.parse(image)
                .map(
                        parsed -> {
                            var named = without(image, "@" + parsed.digest());
                            return without(named, ":" + parsed.tag());
                        });
    }

    private static String without(String text, String end) {
        return end.length() > 1 && text.endsWith(end)
                ? text.substring(0, text.length() - end.length())
                : text;
    }
}
