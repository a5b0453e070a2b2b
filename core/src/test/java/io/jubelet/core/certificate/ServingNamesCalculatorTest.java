package io.jubelet.core.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.NodeAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Upstream: TestAddressesToHostnamesAndIPs, TestNewCertificateManagerConfigGetTemplate.
final class ServingNamesCalculatorTest {
    private static List<NodeAddress> addresses(String text) {
        var all = new ArrayList<NodeAddress>();
        for (String each : text.isEmpty() ? List.<String>of() : List.of(text.split(" "))) {
            var at = each.indexOf('=');
            all.add(
                    NodeAddress.newBuilder()
                            .setType(each.substring(0, at))
                            .setAddress(each.substring(at + 1))
                            .build());
        }
        return all;
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "empty, '', '', ''",
        "ignore empty values, Hostname=, '', ''",
        "ignore invalid IPs, InternalIP=1.2 ExternalIP=3.4, '', ''",
        "dedupe values, Hostname=h ExternalDNS=h InternalDNS=h InternalIP=1.1.1.1"
                + " ExternalIP=1.1.1.1, h, 1.1.1.1",
        "order values, Hostname=h-2 ExternalDNS=h-1 InternalDNS=h-3 InternalIP=2.2.2.2"
                + " ExternalIP=1.1.1.1 InternalIP=3.3.3.3, h-1 h-2 h-3, 1.1.1.1 2.2.2.2 3.3.3.3",
        "handle IP and DNS hostnames, Hostname=hostname Hostname=1.1.1.1, hostname, 1.1.1.1",
        "another kind of address, Telephone=5551234, '', ''",
        "two ways to write one address, InternalIP=fd00::1 ExternalIP=fd00:0:0:0::1, '',"
                + " fd00:0:0:0:0:0:0:1",
    })
    void addressesToHostnamesAndIPs(String name, String text, String dns, String numbers) {
        var names = ServingNamesCalculator.names(addresses(text));

        assertThat(String.join(" ", names.dns())).as(name).isEqualTo(dns);
        assertThat(String.join(" ", names.addresses())).as(name).isEqualTo(numbers);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "node addresses or hostnames and gate enabled, '', true, false",
        "node addresses or hostnames and gate disabled, '', false, false",
        "only hostnames and gate enabled, Hostname=h, true, true",
        "only hostnames and gate disabled, Hostname=h, false, false",
        "only IP addresses and gate enabled, InternalIP=1.1.1.1, true, true",
        "only IP addresses and gate disabled, InternalIP=1.1.1.1, false, true",
        "IP addresses and hostnames and gate enabled, Hostname=h InternalIP=1.1.1.1, true, true",
        "IP addresses and hostnames and gate disabled, Hostname=h InternalIP=1.1.1.1, false, true",
    })
    void getTemplate(String name, String text, boolean dnsOnly, boolean asked) {
        assertThat(ServingNamesCalculator.wish("a", addresses(text), dnsOnly).isPresent())
                .as(name)
                .isEqualTo(asked);
    }

    @Test
    void asksInTheNameOfTheNode() {
        var wish =
                ServingNamesCalculator.wish("a", addresses("InternalIP=1.1.1.1"), false)
                        .orElseThrow();

        assertThat(wish.subject().commonName()).isEqualTo("system:node:a");
        assertThat(wish.subject().organizations()).containsExactly("system:nodes");
        assertThat(wish.purpose().signer()).isEqualTo("kubernetes.io/kubelet-serving");
    }
}
