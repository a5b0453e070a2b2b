package io.jubelet.core.node;

import static io.jubelet.core.node.NodeFixture.identity;
import static io.jubelet.core.node.NodeFixture.ip;
import static io.jubelet.core.node.NodeFixture.network;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Node;
import io.jubelet.api.core.NodeAddress;
import io.jubelet.core.host.NetworkFacts;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class AddressCalculatorTest {
    private static final NetworkFacts HOST = network("10.1.1.1", "10.1.1.2", "fd01::1");
    private static final NodeNews.NetworkNews PLAIN = new NodeNews.NetworkNews(HOST, List.of());

    static Stream<Arguments> addresses() {
        var own = "InternalIP 10.1.1.1";
        var six = "InternalIP fd01::1";
        var host = "Hostname node-a";
        return Stream.of(
                row("Single --node-ip", identity(false, "10.1.1.2"), "InternalIP 10.1.1.2", host),
                row("Dual --node-ips", identity(false, "10.1.1.1", "fd01::1"), own, six, host),
                row(
                        "using cloud provider and nodeIP specified",
                        identity(true, "10.1.1.1"),
                        own,
                        host),
                row(
                        "no cloud provider and nodeIP IPv4 unspecified",
                        identity(false, "0.0.0.0"),
                        own,
                        host),
                row(
                        "no cloud provider and nodeIP IPv6 unspecified",
                        identity(false, "::"),
                        six,
                        host),
                row(
                        "using cloud provider and nodeIP IPv4 unspecified",
                        identity(true, "0.0.0.0"),
                        own,
                        host),
                row(
                        "using cloud provider and nodeIP IPv6 unspecified",
                        identity(true, "::"),
                        six,
                        host),
                row("no cloud provider and no nodeIP resolve IPv4", identity(false), own, host),
                row("using cloud provider and no nodeIP resolve IPv4", identity(true), host));
    }

    private static Arguments row(String name, NodeSettings.Identity identity, String... expected) {
        return Arguments.of(name, identity, List.of(expected));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("addresses")
    void areThoseOfTheNode(String name, NodeSettings.Identity identity, List<String> expected) {
        var node = Node.newBuilder();

        var problem = AddressCalculator.apply(node, identity, PLAIN);

        assertThat(problem).isEmpty();
        assertThat(texts(node)).isEqualTo(expected);
    }

    private static List<String> texts(Node.Builder node) {
        return node.getStatus().getAddressesList().stream()
                .map(address -> address.getType() + " " + address.getAddress())
                .toList();
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                refused(
                        "Invalid single --node-ip (using loopback)",
                        "failed to validate nodeIP: nodeIP can't be loopback address",
                        "127.0.0.1"),
                refused(
                        "Dual --node-ips but with invalid secondary IP (using multicast IP)",
                        "failed to validate secondaryNodeIP: nodeIP can't be a multicast address",
                        "10.1.1.1",
                        "ff02::1"),
                refused(
                        "a link-local address",
                        "failed to validate nodeIP: nodeIP can't be a link-local unicast address",
                        "169.254.0.1"),
                refused(
                        "an address of another machine",
                        "failed to validate nodeIP: node IP: \"10.9.9.9\" not found in the host's"
                                + " network interfaces",
                        "10.9.9.9"));
    }

    private static Arguments refused(String name, String message, String... addresses) {
        return Arguments.of(name, message, identity(false, addresses));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void areRefused(String name, String message, NodeSettings.Identity identity) {
        assertThat(AddressCalculator.apply(Node.newBuilder(), identity, PLAIN)).contains(message);
    }

    @Test
    void cloudProviderGetsNodeIpAnnotation() {
        var node = Node.newBuilder();

        AddressCalculator.apply(node, identity(true, "10.1.1.1", "fd01::1"), PLAIN);

        assertThat(node.getMetadata().getAnnotationsMap())
                .containsEntry("alpha.kubernetes.io/provided-node-ip", "10.1.1.1,fd01::1");
    }

    @Test
    void staleNodeIpAnnotationIsRemovedWhenNotUsingCloudProvider() {
        var node = Node.newBuilder();
        node.getMetadataBuilder().putAnnotations(AddressCalculator.PROVIDED_ADDRESS, "10.1.1.3");

        AddressCalculator.apply(node, identity(false, "10.1.1.1"), PLAIN);

        assertThat(node.getMetadata().getAnnotationsMap()).isEmpty();
    }

    @Test
    void usingCloudProviderAndNodeAddressIsAlreadySet() {
        var node = Node.newBuilder();
        var set = NodeAddress.newBuilder().setType("InternalIP").setAddress("10.5.5.5").build();
        node.getStatusBuilder().addAddresses(set);

        AddressCalculator.apply(node, identity(true, "10.1.1.1"), PLAIN);

        assertThat(node.getStatus().getAddressesList()).containsExactly(set);
    }

    @Test
    void theResolversWordCountsBeforeTheDefaultRouteIfItIsOurs() {
        var node = Node.newBuilder();
        var byName = List.of(ip("127.0.1.1"), ip("fd01::1"), ip("10.1.1.2"));

        AddressCalculator.apply(node, identity(false), new NodeNews.NetworkNews(HOST, byName));

        assertThat(texts(node)).containsExactly("InternalIP 10.1.1.2", "Hostname node-a");
    }

    @Test
    void anInterfaceWithoutAGlobalAddressLeavesItToTheLoopback() {
        var facts =
                new NetworkFacts(
                        List.of(
                                new NetworkFacts.Interface(
                                        "lo", true, true, List.of(ip("127.0.0.1"), ip("10.9.0.1"))),
                                new NetworkFacts.Interface(
                                        "eth0", true, false, List.of(ip("169.254.1.1")))),
                        List.of(new NetworkFacts.DefaultRoute("eth0", true)));
        var node = Node.newBuilder();

        AddressCalculator.apply(node, identity(false), new NodeNews.NetworkNews(facts, List.of()));

        assertThat(texts(node)).containsExactly("InternalIP 10.9.0.1", "Hostname node-a");
    }

    @Test
    void withoutAnyAddressTheNodeSaysWhy() {
        var nowhere = new NodeNews.NetworkNews(NetworkFacts.NONE, List.of());

        assertThat(AddressCalculator.apply(Node.newBuilder(), identity(false), nowhere))
                .hasValueSatisfying(
                        why -> assertThat(why).startsWith("can't get ip address of node node-a."));
    }
}
