package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.DnsSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ResolvConfTest {
    static Stream<Arguments> files() {
        return Stream.of(
                row("nothing", "", dns(List.of(), List.of(), List.of())),
                row(
                        "one server",
                        "nameserver 1.2.3.4",
                        dns(List.of("1.2.3.4"), List.of(), List.of())),
                row("a server with words behind it", "nameserver 1.2.3.4 x", servers("1.2.3.4")),
                row(
                        "servers add up",
                        "nameserver 1.2.3.4\nnameserver ::1",
                        servers("1.2.3.4", "::1")),
                row("spaces around", "  nameserver  1.2.3.4  ", servers("1.2.3.4")),
                row("comments", "#nameserver 1.2.3.4\n; x", servers()),
                row("the last search line counts", "search a b\nsearch c", searches("c")),
                row("dots at the end go", "search a. . b", searches("a", "b")),
                row("an empty search line empties", "search a\nsearch", searches()),
                row(
                        "options by name",
                        "options ndots:5 debug\noptions ndots:1",
                        options("ndots:1", "debug")),
                row("other settings", "domain example.com\nsortlist 1.2.3.4", servers()));
    }

    private static Arguments row(String name, String text, DnsSettings expected) {
        return Arguments.of(name, text, expected);
    }

    private static DnsSettings dns(
            List<String> servers, List<String> searches, List<String> options) {
        return new DnsSettings(servers, searches, options);
    }

    private static DnsSettings servers(String... servers) {
        return dns(List.of(servers), List.of(), List.of());
    }

    private static DnsSettings searches(String... searches) {
        return dns(List.of(), List.of(searches), List.of());
    }

    private static DnsSettings options(String... options) {
        return dns(List.of(), List.of(), List.of(options));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void isRead(String name, String text, DnsSettings expected) {
        assertThat(ResolvConf.parse(text)).as(name).isEqualTo(expected);
    }

    @Test
    void aServerWithoutAddressIsAnError() {
        assertThatThrownBy(() -> ResolvConf.parse("nameserver"))
                .isInstanceOf(HostCallException.class)
                .hasMessageContaining("nameserver list is empty");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        var missing = new ResolvConf(Optional.of(Path.of("/no/such/resolv.conf")));

        assertThatThrownBy(missing::read)
                .isInstanceOf(HostCallException.class)
                .hasMessageContaining("/no/such/resolv.conf");
    }

    @Test
    void withoutAFileNothingIsLookedUp() {
        assertThat(new ResolvConf(Optional.empty()).read()).isEqualTo(DnsSettings.NONE);
    }
}
