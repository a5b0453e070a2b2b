package io.jubelet.core.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.HostIP;
import io.jubelet.api.core.PodIP;
import io.jubelet.api.core.PodStatus;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Which addresses a pod is said to have.
final class PodAddressTableTest {
    private static final String NODE = "10.0.0.1";
    private static final String NODE_V6 = "fd01::1234";
    private static final String SEEN = "192.168.0.1";
    private static final String SEEN_V6 = "2001:db8::2";

    /// Rows of upstream's TestGenerateAPIPodStatusHostNetworkPodIPs and of the node addresses that
    /// change later.
    static Stream<Arguments> onTheNodesNetwork() {
        var both = List.of(NODE, NODE_V6);
        return Stream.of(
                arguments("Simple", List.of(NODE), List.of(), List.of(), List.of(NODE)),
                arguments(
                        "Multiple single-stack addresses in dual-stack cluster",
                        List.of(NODE, "10.0.0.2"),
                        List.of(),
                        List.of(),
                        List.of(NODE)),
                arguments(
                        "Dual-stack addresses in dual-stack cluster",
                        both,
                        List.of(),
                        List.of(),
                        both),
                arguments(
                        "CRI PodIPs override NodeAddresses",
                        both,
                        List.of(SEEN),
                        List.of(),
                        List.of(SEEN, NODE_V6)),
                arguments(
                        "CRI dual-stack PodIPs override NodeAddresses",
                        both,
                        List.of(SEEN, SEEN_V6),
                        List.of(),
                        List.of(SEEN, SEEN_V6)),
                arguments(
                        "CRI dual-stack PodIPs override NodeAddresses prefer IPv4",
                        both,
                        List.of(SEEN_V6, SEEN),
                        List.of(),
                        List.of(SEEN, SEEN_V6)),
                arguments(
                        "Immutable after update node addresses single-stack",
                        List.of("1.1.1.1"),
                        List.of(),
                        List.of(NODE),
                        List.of(NODE)),
                arguments(
                        "Immutable after update node addresses dual-stack - primary and secondary"
                                + " address",
                        List.of("1.1.1.1", "2001:db8:1:2:3::2"),
                        List.of(),
                        both,
                        both),
                arguments(
                        "Update secondary after new secondary address dual-stack",
                        both,
                        List.of(),
                        List.of(NODE),
                        both));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("onTheNodesNetwork")
    void aPodOnTheNodesNetwork(
            String name,
            List<String> node,
            List<String> seen,
            List<String> before,
            List<String> then) {
        assertThat(ips(fill(seen, told(before), true, node))).as(name).isEqualTo(then);
    }

    /// Rows of upstream's TestGenerateAPIPodStatusPodIPs.
    static Stream<Arguments> ofTheirOwn() {
        var fourFirst = List.of(SEEN, SEEN_V6);
        var sixFirst = List.of(SEEN_V6, SEEN);
        return Stream.of(
                arguments("Simple", List.of(), List.of(SEEN), List.of(SEEN)),
                arguments("Dual-stack", List.of(), fourFirst, fourFirst),
                arguments("Dual-stack with explicit node IP", List.of(NODE), fourFirst, fourFirst),
                arguments(
                        "Dual-stack with CRI returning wrong family first",
                        List.of(),
                        sixFirst,
                        fourFirst),
                arguments("Dual-stack with IPv6 node IP", List.of(NODE_V6), fourFirst, sixFirst),
                arguments(
                        "Dual-stack with IPv6 node IP, other CRI order",
                        List.of(NODE_V6),
                        sixFirst,
                        sixFirst),
                arguments(
                        "No Pod IP matching Node IP",
                        List.of(NODE_V6),
                        List.of(SEEN),
                        List.of(SEEN)),
                arguments(
                        "Multiple IPv4 Pod IPs",
                        List.of(),
                        List.of(SEEN, "192.168.0.2"),
                        List.of(SEEN)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofTheirOwn")
    void aPodOnANetworkOfItsOwn(
            String name, List<String> node, List<String> seen, List<String> then) {
        var status = fill(seen, told(List.of()), false, node);

        assertThat(ips(status)).as(name).isEqualTo(then);
        assertThat(status.getPodIP()).isEqualTo(then.getFirst());
    }

    @Test
    void whatWasToldStaysWhileNothingIsSeen() {
        var before = told(List.of(SEEN)).toBuilder().setHostIP(NODE);
        before.addHostIPs(HostIP.newBuilder().setIp(NODE));

        assertThat(fill(List.of(), before.build(), true, List.of())).isEqualTo(before.build());
        assertThat(fill(List.of(""), PodStatus.getDefaultInstance(), false, List.of()))
                .isEqualTo(PodStatus.getDefaultInstance());
    }

    @Test
    void theNodeIsSaidToHaveTwoAddressesAtMost() {
        var status = fill(List.of(), told(List.of()), false, List.of(NODE, NODE_V6, "10.0.0.3"));

        assertThat(status.getHostIP()).isEqualTo(NODE);
        assertThat(status.getHostIPsList().stream().map(HostIP::getIp))
                .containsExactly(NODE, NODE_V6);
        assertThat(status.getPodIPsList()).isEmpty();
    }

    private static PodStatus fill(
            List<String> seen, PodStatus before, boolean hostNetwork, List<String> node) {
        var status = PodStatus.newBuilder();
        AddressCalculator.fill(status, seen, before, hostNetwork, node);
        return status.build();
    }

    private static PodStatus told(List<String> ips) {
        var status = PodStatus.newBuilder();
        ips.forEach(ip -> status.addPodIPs(PodIP.newBuilder().setIp(ip)));
        return ips.isEmpty() ? status.build() : status.setPodIP(ips.getFirst()).build();
    }

    private static List<String> ips(PodStatus status) {
        return status.getPodIPsList().stream().map(PodIP::getIp).toList();
    }
}
