package io.jubelet.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DerTest {
    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "1.2.840.113549.1.1.11, 06092a864886f70d01010b",
        "2.5.29.17, 0603551d11",
        "1.3.6.1.5.5.7.3.1, 06082b06010505070301",
        "2.100.0, 0603813400",
    })
    void objectIdsAreWritten(String dotted, String expected) {
        assertThat(hex(Der.objectId(dotted))).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} bytes")
    @CsvSource({
        "0, 0400",
        "127, 047f",
        "128, 048180",
        "255, 0481ff",
        "256, 04820100",
        "65536, 0483010000"
    })
    void lengthsAreAsShortAsTheyCanBe(int length, String begin) {
        var written = Der.octets(new byte[length]);

        assertThat(hex(written)).startsWith(begin);
        assertThat(new DerReader(written).expect(Der.OCTET_STRING).content()).hasSize(length);
    }

    @Test
    void timesChangeTheirFormIn2050() {
        assertThat(text(Der.time(Instant.parse("2049-12-31T23:59:59Z")))).endsWith("491231235959Z");
        assertThat(text(Der.time(Instant.parse("2050-01-01T00:00:00Z"))))
                .endsWith("20500101000000Z");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"30", "3005", "300500", "3080", "308401000000", "3083ffffff00"})
    void whatEndsTooEarlyIsNoDer(String hex) {
        var reader = new DerReader(HexFormat.of().parseHex(hex));

        assertThatThrownBy(reader::next).isInstanceOf(IllegalArgumentException.class);
    }
}
