package io.jubelet.core.host;

import io.jubelet.model.network.IpAddress;
import java.util.List;

/// The machine's network as it is at one moment.
///
/// @param defaultRoutes in the kernel's order, those of IPv4 first
public record NetworkFacts(List<Interface> interfaces, List<DefaultRoute> defaultRoutes) {
    public static final NetworkFacts NONE = new NetworkFacts(List.of(), List.of());

    public NetworkFacts {
        interfaces = List.copyOf(interfaces);
        defaultRoutes = List.copyOf(defaultRoutes);
    }

    /// One interface with its addresses.
    public record Interface(String name, boolean up, boolean loopback, List<IpAddress> addresses) {
        public Interface {
            addresses = List.copyOf(addresses);
        }
    }

    /// Where packets go that have no other way.
    public record DefaultRoute(String interfaceName, boolean ipv4) {}
}
