package io.jubelet.core.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class PullVerificationTest {
    private static final String DIGEST =
            "@sha256:38a8906435c4dd5f4258899d46621bfd8eea3ad6ff494ee3c2f17ef0321625bd";
    private static final String IMAGE = "test.io/test/test-image:tag";
    private static final List<String> LIST =
            List.of("test.io/test/image1", "test.io/test/test-image");
    private static final String ELSEWHERE = "test.io/test/image1";

    /// Cases of TestNeverVerifyPreloadedPullPolicy.
    static Stream<Arguments> preloaded() {
        return Stream.of(
                arguments("there are no records about the image being pulled", false),
                arguments("there are records about the image being pulled", true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("preloaded")
    void asksForWhatWasNotHereBefore(String name, boolean pulledHere) {
        assertThat(new PullVerification.NeverPreloaded().requires(IMAGE, pulledHere))
                .as(name)
                .isEqualTo(pulledHere);
    }

    @Test
    void neverAndAlwaysMeanThat() {
        assertThat(new PullVerification.Never().requires(IMAGE, true)).isFalse();
        assertThat(new PullVerification.Always().requires(IMAGE, false)).isTrue();
    }

    /// Cases of TestNewNeverVerifyAllowListedPullPolicy.
    static Stream<Arguments> listed() {
        return Stream.of(
                row(
                        "there are no records about the image being pulled, not in allowlist",
                        IMAGE,
                        false,
                        List.of(ELSEWHERE),
                        true),
                row(
                        "there are records about the image being pulled, not in allowlist",
                        IMAGE,
                        true,
                        List.of(ELSEWHERE),
                        true),
                row(
                        "there are no records about the image being pulled, appears in allowlist",
                        IMAGE,
                        false,
                        LIST,
                        false),
                row(
                        "there are records about the image being pulled, appears in allowlist",
                        IMAGE,
                        true,
                        LIST,
                        false),
                row(
                        "there are no records about the image being pulled, not in allowlist -"
                                + " different repo wildcard",
                        IMAGE,
                        false,
                        List.of(ELSEWHERE, "different.repo/test/*"),
                        true),
                row(
                        "there are no records about the image being pulled, not in allowlist -"
                                + " matches org wildcard",
                        IMAGE,
                        false,
                        List.of(ELSEWHERE, "test.io/test/*"),
                        false),
                row(
                        "there are no records about the image being pulled, not in allowlist -"
                                + " matches repo wildcard",
                        IMAGE,
                        false,
                        List.of(ELSEWHERE, "test.io/*"),
                        false),
                row(
                        "'familiar' image name with docker-disambiguated fqdn in the allowlist -"
                                + " not a match",
                        "ubuntu",
                        false,
                        List.of("docker.io/library/ubuntu"),
                        true),
                row(
                        "'familiar' image name with docker-disambiguated wildcard in the allowlist"
                                + " - not a match",
                        "ubuntu",
                        false,
                        List.of("docker.io/library/*"),
                        true),
                row(
                        "'familiar' image name with 'familiar' image matching it in the allowlist",
                        "ubuntu",
                        false,
                        List.of("ubuntu"),
                        false),
                row(
                        "'familiar' image name with a tag with 'familiar' image matching it in the"
                                + " allowlist",
                        "ubuntu:tagged",
                        false,
                        List.of("ubuntu"),
                        false),
                row(
                        "'familiar' image name with a digest with 'familiar' image matching it in"
                                + " the allowlist",
                        "ubuntu" + DIGEST,
                        false,
                        List.of("ubuntu"),
                        false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("listed")
    void asksForWhatIsNotListed(
            String name, String image, boolean pulledHere, List<String> list, boolean expected) {
        assertThat(new PullVerification.NeverListed(list).requires(image, pulledHere))
                .as(name)
                .isEqualTo(expected);
    }

    /// Cases of TestTrimImageTagDigest.
    static Stream<Arguments> names() {
        return Stream.of(
                arguments("'familiar' image name, no tag or digest", "myimage", "myimage"),
                arguments("'familiar' image name with tag", "myimage:latest", "myimage"),
                arguments("'familiar' image name with digest", "myimage" + DIGEST, "myimage"),
                arguments(
                        "'familiar' image name with tag and digest",
                        "myimage:v1" + DIGEST,
                        "myimage"),
                arguments("single path segment, no tag", "registry.io/my", "registry.io/my"),
                arguments("single path segment with tag", "registry.io/my:v1.0", "registry.io/my"),
                arguments(
                        "single path segment with digest",
                        "registry.io/my" + DIGEST,
                        "registry.io/my"),
                arguments(
                        "single path segment with tag and digest",
                        "registry.io/my:latest" + DIGEST,
                        "registry.io/my"),
                arguments(
                        "domain and two path segments, no tag",
                        "registry.io/org/my",
                        "registry.io/org/my"),
                arguments(
                        "domain and two path segments with tag",
                        "registry.io/org/my:v2",
                        "registry.io/org/my"),
                arguments(
                        "domain and two path segments with digest",
                        "registry.io/org/my" + DIGEST,
                        "registry.io/org/my"),
                arguments(
                        "domain and two path segments with tag and digest",
                        "registry.io/org/my:v2" + DIGEST,
                        "registry.io/org/my"),
                arguments(
                        "deep path and tag", "registry.io/a/b/c/my:latest", "registry.io/a/b/c/my"),
                arguments("image name ends with slash", "registry.io/org/", "none"),
                arguments("last segment is only a tag", "registry.io/org/:tag", "none"),
                arguments("last segment is only a digest", "registry.io/org/" + DIGEST, "none"),
                arguments("domain with port and tag", "localhost:5000/my:v1", "localhost:5000/my"),
                arguments(
                        "domain with port, org, and tag",
                        "myregistry:5000/org/my:v1",
                        "myregistry:5000/org/my"),
                arguments(
                        "multiple occurrences of tag",
                        "docker.io/taghere/image:taghere",
                        "docker.io/taghere/image"),
                arguments(
                        "multiple occurrences of digest",
                        "registry.io/" + DIGEST.substring(8) + "/image" + DIGEST,
                        "registry.io/" + DIGEST.substring(8) + "/image"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void aNameIsTheSameWithoutTagAndDigest(String name, String image, String expected) {
        assertThat(PullVerification.bare(image).orElse("none")).as(name).isEqualTo(expected);
    }

    private static Arguments row(
            String name, String image, boolean pulledHere, List<String> list, boolean expected) {
        return arguments(name, image, pulledHere, list, expected);
    }
}
