package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.core.runtime.DnsSettings;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PodDnsCalculatorTest {
    private static final DnsSettings HOST =
            new DnsSettings(List.of("9.9.9.9"), List.of("corp.example"), List.of("timeout:2"));
    private static final PodSettings CLUSTER = settings("cluster.local", List.of("10.96.0.10"));

    private static PodSettings settings(String domain, List<String> servers) {
        return new PodSettings(
                domain, servers, true, List.of("10.0.0.1"), false, "/seccomp", PodFeatures.ALL);
    }

    private static Pod with(String policy, Consumer<PodSpec.Builder> change) {
        return pod("web")
                .containers("app")
                .with(
                        p -> {
                            p.getSpecBuilder().setDnsPolicy(policy);
                            change.accept(p.getSpecBuilder());
                        })
                .build()
                .pod();
    }

    private static DnsSettings of(String policy, Consumer<PodSpec.Builder> change) {
        return PodDnsCalculator.calculate(with(policy, change), HOST, CLUSTER).dns();
    }

    @Test
    void aPodAsksTheClusterFirst() {
        assertThat(of("ClusterFirst", _ -> {}))
                .isEqualTo(
                        new DnsSettings(
                                List.of("10.96.0.10"),
                                List.of(
                                        "default.svc.cluster.local",
                                        "svc.cluster.local",
                                        "cluster.local",
                                        "corp.example"),
                                List.of("ndots:5")));
    }

    @Test
    void withTheNodesNetworkItAsksAsTheNodeUnlessItSaysOtherwise() {
        assertThat(of("ClusterFirst", spec -> spec.setHostNetwork(true))).isEqualTo(HOST);
        assertThat(of("ClusterFirstWithHostNet", spec -> spec.setHostNetwork(true)).servers())
                .containsExactly("10.96.0.10");
    }

    @Test
    void theNodesOwnWayIsTheDefaultPolicy() {
        assertThat(of("Default", _ -> {})).isEqualTo(HOST);
    }

    @Test
    void withoutACountryOfItsOwnAPodHasWhatItNames() {
        var dns =
                of(
                        "None",
                        spec -> {
                            spec.getDnsConfigBuilder().addNameservers("1.1.1.1").addSearches("a.b");
                            spec.getDnsConfigBuilder()
                                    .addOptionsBuilder()
                                    .setName("ndots")
                                    .setValue("2");
                            spec.getDnsConfigBuilder().addOptionsBuilder().setName("edns0");
                        });

        assertThat(dns)
                .isEqualTo(
                        new DnsSettings(
                                List.of("1.1.1.1"), List.of("a.b"), List.of("ndots:2", "edns0")));
    }

    @Test
    void whatAPodNamesComesAfterItsPolicyAndItsOptionsWin() {
        var dns =
                of(
                        "ClusterFirst",
                        spec -> {
                            spec.getDnsConfigBuilder()
                                    .addNameservers("10.96.0.10")
                                    .addNameservers("1.1.1.1")
                                    .addSearches("corp.example");
                            spec.getDnsConfigBuilder()
                                    .addOptionsBuilder()
                                    .setName("ndots")
                                    .setValue("1");
                        });

        assertThat(dns.servers()).containsExactly("10.96.0.10", "1.1.1.1");
        assertThat(dns.searches()).hasSize(4);
        assertThat(dns.options()).containsExactly("ndots:1");
    }

    @Test
    void aNodeWithoutClusterDnsFallsBackAndSaysSo() {
        var result =
                PodDnsCalculator.calculate(
                        with("ClusterFirst", _ -> {}), HOST, settings("", List.of()));

        assertThat(result.dns()).isEqualTo(HOST);
        assertThat(result.notices())
                .containsExactly(
                        new PodDnsCalculator.Notice(
                                "MissingClusterDNS",
                                "pod: \"web_default(web-uid)\". kubelet does not have ClusterDNS IP"
                                        + " configured and cannot create Pod using \"ClusterFirst\""
                                        + " policy. Falling back to \"Default\" policy."));
    }

    @Test
    void aNodeWithoutResolvConfLooksUpNothing() {
        var off =
                new PodSettings(
                        "",
                        List.of(),
                        false,
                        List.of("10.0.0.1", "fd00::1"),
                        false,
                        "/seccomp",
                        PodFeatures.ALL);

        var dns = PodDnsCalculator.calculate(with("Default", _ -> {}), DnsSettings.NONE, off).dns();

        assertThat(dns)
                .isEqualTo(new DnsSettings(List.of("127.0.0.1", "::1"), List.of("."), List.of()));
    }

    @Test
    void threeServersAreAllThatAResolverTakes() {
        var result =
                PodDnsCalculator.calculate(
                        with(
                                "None",
                                spec ->
                                        spec.getDnsConfigBuilder()
                                                .addAllNameservers(List.of("1", "2", "3", "4"))),
                        HOST,
                        CLUSTER);

        assertThat(result.dns().servers()).containsExactly("1", "2", "3");
        assertThat(result.notices())
                .containsExactly(
                        new PodDnsCalculator.Notice(
                                "DNSConfigForming",
                                "Nameserver limits were exceeded, some nameservers have been"
                                        + " omitted, the applied nameserver line is: 1 2 3"));
    }

    @Test
    void searchesEndWhereALineDoes() {
        var many = IntStream.range(0, 33).mapToObj(index -> "d" + index).toList();
        assertThat(searches(many)).hasSize(32).startsWith("d0").endsWith("d31");

        var wide = Collections.nCopies(1, "x".repeat(254));
        assertThat(searches(wide)).isEmpty();

        var full = IntStream.range(0, 20).mapToObj(index -> index + "x".repeat(200)).toList();
        assertThat(String.join(" ", searches(full)).length()).isBetween(1800, 2048);
    }

    private static List<String> searches(List<String> wished) {
        return of("None", spec -> spec.getDnsConfigBuilder().addAllSearches(wished)).searches();
    }
}
