package io.jubelet.model.image;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageReferenceTest {
    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

    @ParameterizedTest(name = "{0} is {1} tagged {2}")
    @CsvSource({
        "root, docker.io/library/root, latest",
        "root:tag, docker.io/library/root, tag",
        "user/repo, docker.io/user/repo, latest",
        "docker.io/root:1, docker.io/library/root, 1",
        "index.docker.io/a/b, docker.io/a/b, latest",
        "url:5000/repo, url:5000/repo, latest",
        "url:5000/repo:tag, url:5000/repo, tag",
        "localhost/a, localhost/a, latest",
        "Host/a, Host/a, latest",
        "registry.k8s.io/pause:3.10, registry.k8s.io/pause, 3.10",
        "'[::1]:5000/a/b__c.d-e', '[::1]:5000/a/b__c.d-e', latest",
    })
    void whatIsLeftOutIsFilledIn(String name, String repository, String tag) {
        ImageReference reference = ImageReference.parse(name).orElseThrow();
        assertThat(reference.repository()).isEqualTo(repository);
        assertThat(reference.tag()).isEqualTo(tag);
        assertThat(reference.digest()).isEmpty();
    }

    @ParameterizedTest(name = "root{0} with a digest is tagged {1}")
    @CsvSource({"'', ''", ":1, 1"})
    void aDigestNeedsNoTag(String written, String tag) {
        ImageReference reference = ImageReference.parse("root" + written + "@" + DIGEST).get();
        assertThat(reference.digest()).isEqualTo(DIGEST);
        assertThat(reference.tag()).isEqualTo(tag);
        assertThat(reference.isLatest()).isFalse();
    }

    @ParameterizedTest(name = "{0} is no image")
    @ValueSource(
            strings = {
                "",
                ":tag",
                "a//b",
                "Upper",
                "user/Repo",
                "a:b:c",
                "a@sha256:12",
                " a",
                "a/b:",
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
            })
    void otherTextsAreNoImages(String name) {
        assertThat(ImageReference.parse(name)).isEmpty();
    }

    @ParameterizedTest(name = "a path of {0} characters is an image: {1}")
    @CsvSource({"245, true", "246, false"})
    void namesEndAt255Characters(int length, boolean valid) {
        assertThat(
                        ImageReference.parse(
                                "docker.io/" + "a".repeat(100) + "/" + "b".repeat(length - 101)))
                .matches(parsed -> parsed.isPresent() == valid);
    }
}
