package io.jubelet.model.staticpod;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodDigestTest {
    @ParameterizedTest(name = "FNV-128a of \"{0}\" is {1}")
    @CsvSource({
        "'', 6c62272e07bb014262b821756295c58d",
        "a, d228cb696f1a8caf78912b704e4a8964",
        "foobar, 343e1662793c64bf6f0d3597ba446f18",
    })
    void hashesAsTheFunctionsAuthorsDo(String text, String hash) {
        assertThat(PodDigest.fnv128a(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(hash);
    }
}
