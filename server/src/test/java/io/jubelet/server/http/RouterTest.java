package io.jubelet.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RouterTest {
    @ParameterizedTest(name = "{0} becomes {1}")
    @CsvSource({
        "/, /",
        "//, /",
        "/a, /a",
        "/a/, /a/",
        "/a//b, /a/b",
        "/a/./b/, /a/b/",
        "/a/../b, /b",
        "/../../a, /a",
        "/a/.., /",
        "/a/b/../, /a/",
        "/..a, /..a",
    })
    void pathsAreCleanedAsGoCleansThem(String path, String clean) {
        assertThat(Router.cleaned(path)).isEqualTo(clean);
    }
}
