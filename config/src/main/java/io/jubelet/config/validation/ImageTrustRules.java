package io.jubelet.config.validation;

import static io.jubelet.log.GoText.quote;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The rules about who may use an image that is already on the node.
///
/// Thread: any; pure.
///
/// Upstream: validation.go and pkg/kubelet/images/pullmanager ValidateAllowlistImagesPatterns.
final class ImageTrustRules {
    private static final String ALLOWLISTED = "NeverVerifyAllowlistedImages";
    private static final List<String> POLICIES =
            List.of("NeverVerify", "NeverVerifyPreloadedImages", ALLOWLISTED, "AlwaysVerify");
    private static final int LONGEST_PATH = 255;

    /// Groups repeat possessively: Java's others take a stack frame for each repetition.
    private static final String LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?";

    private static final String DOMAIN =
            "(?:" + LABEL + "(?:\\." + LABEL + ")*+|\\[(?:[a-fA-F0-9:]+)\\])(?::[0-9]+)?";
    private static final String PART = "[a-z0-9]+(?:(?:[._]|__|[-]+)[a-z0-9]+)*+";
    private static final String TAG = ":\\w[\\w.-]{0,127}";
    private static final String ALGORITHM = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*+";
    private static final String DIGEST = "@" + ALGORITHM + ":[0-9a-fA-F]{32,}";
    private static final Pattern REFERENCE =
            Pattern.compile(
                    "(?:(?:%s)/)?(?<path>%s(?:/%s)*+)(?<tag>%s)?(?<digest>%s)?"
                            .formatted(DOMAIN, PART, PART, TAG, DIGEST));

    private ImageTrustRules() {}

    static void check(KubeletConfiguration config, Predicate<String> gates, Findings findings) {
        String policy = config.getImagePullCredentialsVerificationPolicy();
        List<String> allowlist = config.getPreloadedImagesVerificationAllowlistList();
        if (!gates.test("KubeletEnsureSecretPulledImages")) {
            needsGate("imagePullCredentialsVerificationPolicy", !policy.isEmpty(), findings);
            needsGate("preloadedImagesVerificationAllowlist", !allowlist.isEmpty(), findings);
            return;
        }
        findings.invalidIf(
                !POLICIES.contains(policy),
                ("option %s specified for imagePullCredentialsVerificationPolicy. Valid options are"
                                + " \"NeverVerify\", \"NeverVerifyPreloadedImages\","
                                + " \"NeverVerifyAllowlistedImages\" or \"AlwaysVerify\"")
                        .formatted(quote(policy)));
        if (!allowlist.isEmpty() && !policy.equals(ALLOWLISTED)) {
            findings.invalid(
                    "can't set `preloadedImagesVerificationAllowlist` if"
                            + " `imagePullCredentialsVertificationPolicy` is not"
                            + " \"NeverVerifyAllowlistedImages\"");
            return;
        }
        allowlist.stream()
                .flatMap(pattern -> fault(pattern).stream())
                .findFirst()
                .ifPresent(
                        fault ->
                                findings.invalid(
                                        "invalid image pattern in"
                                                + " `preloadedImagesVerificationAllowlist`: "
                                                + fault));
    }

    private static void needsGate(String field, boolean set, Findings findings) {
        findings.invalidIf(
                set,
                ("`%s` must not be set if KubeletEnsureSecretPulledImages feature gate is not"
                                + " enabled")
                        .formatted(field));
    }

    private static Optional<String> fault(String pattern) {
        boolean wildcard = pattern.endsWith("/*");
        String name = wildcard ? pattern.substring(0, pattern.length() - 1) : pattern;
        if (!pattern.equals(pattern.strip())) {
            return Optional.of("leading/trailing spaces are not allowed: " + pattern);
        }
        if (name.isEmpty()) {
            return Optional.of("the supplied pattern is too short: " + pattern);
        }
        if (name.contains("*")) {
            return Optional.of(
                    "not a valid wildcard pattern, only patterns ending with '/*' are allowed: "
                            + pattern);
        }
        if (!wildcard) {
            return imageFault(pattern);
        }
        return name.length() == 1
                ? Optional.of("at least registry hostname is required")
                : Optional.empty();
    }

    private static Optional<String> imageFault(String image) {
        var match = REFERENCE.matcher(image);
        if (!match.matches()) {
            boolean capitals = REFERENCE.matcher(image.toLowerCase(Locale.ROOT)).matches();
            return Optional.of(
                    "failed to parse as an image name: "
                            + (capitals
                                    ? "repository name must be lowercase"
                                    : "invalid reference format"));
        }
        if (match.group("path").length() > LONGEST_PATH) {
            return Optional.of(
                    "failed to parse as an image name: repository name must not be more than 255"
                            + " characters");
        }
        return match.group("tag") == null && match.group("digest") == null
                ? Optional.empty()
                : Optional.of("neither tag nor digest is accepted in an image reference: " + image);
    }
}
