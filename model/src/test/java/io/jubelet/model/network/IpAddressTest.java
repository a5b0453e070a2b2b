package io.jubelet.model.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IpAddressTest {
    @ParameterizedTest(name = "{0} is written {1}")
    @CsvSource({
        "10.0.0.1, 10.0.0.1",
        "010.000.0.09, 10.0.0.9",
        "::, ::",
        "::1, ::1",
        "2001:DB8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "fe80::, fe80::",
        "1:0:0:2:0:0:0:3, 1:0:0:2::3",
        "::ffff:10.0.0.1, 10.0.0.1",
        "64:ff9b::192.0.2.1, 64:ff9b::c000:201",
    })
    void hasACanonicalText(String text, String canonical) {
        assertThat(IpAddress.parse(text)).map(IpAddress::toString).contains(canonical);
    }

    @ParameterizedTest(name = "{0} is no address")
    @ValueSource(
            strings = {
                "",
                "a",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.256",
                "1.2.3.-4",
                "1:2:3",
                "1::2::3",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7::8",
                "12345::",
                "::1.2.3",
                "fe80::1%eth0"
            })
    void isRefused(String text) {
        assertThat(IpAddress.parse(text)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "10.0.0.1, GLOBAL",
        "127.0.0.1, LOOPBACK",
        "::1, LOOPBACK",
        "0.0.0.0, UNSPECIFIED",
        "::, UNSPECIFIED",
        "224.0.0.1, MULTICAST",
        "ff02::1, MULTICAST",
        "169.254.1.1, LINK_LOCAL",
        "fe80::1, LINK_LOCAL",
        "febf::1, LINK_LOCAL",
        "fec0::1, GLOBAL",
        "fd00::1, GLOBAL",
        "255.255.255.255, BROADCAST",
    })
    void belongsToOneKind(String text, String kind) {
        var address = IpAddress.parse(text).orElseThrow();

        assertThat(address.isGlobalUnicast()).isEqualTo(kind.equals("GLOBAL"));
        assertThat(address.isLoopback()).isEqualTo(kind.equals("LOOPBACK"));
        assertThat(address.isUnspecified()).isEqualTo(kind.equals("UNSPECIFIED"));
        assertThat(address.isMulticast()).isEqualTo(kind.equals("MULTICAST"));
        assertThat(address.isLinkLocalUnicast()).isEqualTo(kind.equals("LINK_LOCAL"));
    }
}
