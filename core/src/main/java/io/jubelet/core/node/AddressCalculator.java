package io.jubelet.core.node;

import io.jubelet.api.core.Node;
import io.jubelet.api.core.NodeAddress;
import io.jubelet.core.host.NetworkFacts;
import io.jubelet.model.network.IpAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Under which addresses the node can be reached: what was configured, else what the host name
/// itself says, else what the resolver knows, else what the default route's interface has.
///
/// Thread: any; pure.
/// Upstream: nodestatus/setters.go NodeAddress, kubelet_node_status.go validateNodeIP,
/// apimachinery util/net ResolveBindAddress.
final class AddressCalculator {
    static final String PROVIDED_ADDRESS = "alpha.kubernetes.io/provided-node-ip";

    private AddressCalculator() {}

    /// Changes the addresses and the cloud's annotation in `node`; answers why it could not.
    static Optional<String> apply(
            Node.Builder node, NodeSettings.Identity identity, NodeNews.NetworkNews network) {
        var addresses = identity.addresses();
        var specified = addresses.stream().filter(address -> !address.isUnspecified()).toList();
        for (var address : specified) {
            var refusal = refusal(address, network.facts());
            if (refusal.isPresent()) {
                var which = address.equals(addresses.getFirst()) ? "nodeIP" : "secondaryNodeIP";
                return Optional.of("failed to validate " + which + ": " + refusal.get());
            }
        }
        annotate(node, identity, specified);
        if (identity.externalCloud()) {
            if (node.getStatus().getAddressesCount() > 0) {
                return Optional.empty();
            }
            if (addresses.isEmpty()) {
                write(node, List.of(), identity.hostname());
                return Optional.empty();
            }
        }
        var chosen = specified.size() > 1 ? specified : one(identity, network, specified);
        if (chosen.isEmpty()) {
            return Optional.of(
                    "can't get ip address of node %s. error: no acceptable address was found"
                            .formatted(identity.name()));
        }
        write(node, chosen, identity.hostname());
        return Optional.empty();
    }

    private static void annotate(
            Node.Builder node, NodeSettings.Identity identity, List<IpAddress> specified) {
        var metadata = node.getMetadataBuilder();
        if (identity.externalCloud() && !specified.isEmpty()) {
            var texts = specified.stream().map(IpAddress::toString).toList();
            metadata.putAnnotations(PROVIDED_ADDRESS, String.join(",", texts));
        } else {
            metadata.removeAnnotations(PROVIDED_ADDRESS);
        }
    }

    private static List<IpAddress> one(
            NodeSettings.Identity identity,
            NodeNews.NetworkNews network,
            List<IpAddress> specified) {
        if (!specified.isEmpty()) {
            return List.of(specified.getFirst());
        }
        var preferFour = identity.addresses().isEmpty() || identity.addresses().getFirst().isIpv4();
        return IpAddress.parse(identity.hostname())
                .or(() -> byName(network, preferFour))
                .or(() -> byRoute(network.facts(), preferFour))
                .map(List::of)
                .orElse(List.of());
    }

    private static Optional<IpAddress> byName(NodeNews.NetworkNews network, boolean preferFour) {
        var usable =
                network.byName().stream()
                        .filter(address -> refusal(address, network.facts()).isEmpty())
                        .toList();
        return usable.stream()
                .filter(address -> address.isIpv4() == preferFour)
                .findFirst()
                .or(() -> usable.stream().findFirst());
    }

    private static Optional<IpAddress> byRoute(NetworkFacts facts, boolean preferFour) {
        return byRouteOf(facts, preferFour).or(() -> byRouteOf(facts, !preferFour));
    }

    /// An interface on the way out may have link-local addresses only; then the loopback interface
    /// may have one for others.
    private static Optional<IpAddress> byRouteOf(NetworkFacts facts, boolean four) {
        return facts.defaultRoutes().stream()
                .filter(route -> route.ipv4() == four)
                .flatMap(
                        route ->
                                global(facts, four, i -> i.name().equals(route.interfaceName()))
                                        .or(
                                                () ->
                                                        global(
                                                                facts,
                                                                four,
                                                                NetworkFacts.Interface::loopback))
                                        .stream())
                .findFirst();
    }

    private static Optional<IpAddress> global(
            NetworkFacts facts, boolean four, Predicate<NetworkFacts.Interface> wanted) {
        return facts.interfaces().stream()
                .filter(NetworkFacts.Interface::up)
                .filter(wanted)
                .flatMap(found -> found.addresses().stream())
                .filter(address -> address.isIpv4() == four && address.isGlobalUnicast())
                .findFirst();
    }

    /// Why an address cannot be this node's.
    static Optional<String> refusal(IpAddress address, NetworkFacts facts) {
        if (address.isLoopback()) {
            return Optional.of("nodeIP can't be loopback address");
        }
        if (address.isMulticast()) {
            return Optional.of("nodeIP can't be a multicast address");
        }
        if (address.isLinkLocalUnicast()) {
            return Optional.of("nodeIP can't be a link-local unicast address");
        }
        if (address.isUnspecified()) {
            return Optional.of("nodeIP can't be an all zeros address");
        }
        var here =
                facts.interfaces().stream()
                        .anyMatch(candidate -> candidate.addresses().contains(address));
        return here
                ? Optional.empty()
                : Optional.of(
                        "node IP: \"%s\" not found in the host's network interfaces"
                                .formatted(address));
    }

    private static void write(Node.Builder node, List<IpAddress> addresses, String hostname) {
        var status = node.getStatusBuilder().clearAddresses();
        addresses.forEach(address -> status.addAddresses(entry("InternalIP", address.toString())));
        status.addAddresses(entry("Hostname", hostname));
    }

    private static NodeAddress entry(String type, String address) {
        return NodeAddress.newBuilder().setType(type).setAddress(address).build();
    }
}
