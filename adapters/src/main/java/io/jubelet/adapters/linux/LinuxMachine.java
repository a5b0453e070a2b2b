package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.Machine;
import io.jubelet.core.host.MachineFacts;
import io.jubelet.core.host.NetworkFacts;
import io.jubelet.log.Log;
import io.jubelet.model.network.IpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// This machine, from its files, its interfaces and its resolver.
///
/// Thread: any; the work is done by [HostCalls].
public final class LinuxMachine implements Machine {
    private static final Log LOG = Log.of(LinuxMachine.class);
    private static final String OWNER = "machine";

    private final MachineFiles files;
    private final Path rootDirectory;
    private final HostCalls calls;

    /// @param rootDirectory ours, on whose file system pods keep their data
    public LinuxMachine(Path rootDirectory, HostCalls calls) {
        this.files = new MachineFiles(Path.of("/"));
        this.rootDirectory = rootDirectory;
        this.calls = calls;
    }

    @Override
    public MachineFacts facts() {
        return calls.call(OWNER, "read facts of this machine", () -> files.facts(rootDisk()));
    }

    private OptionalLong rootDisk() {
        try {
            return OptionalLong.of(Files.getFileStore(rootDirectory).getTotalSpace());
        } catch (IOException failure) {
            LOG.warning("Cannot tell the size of the disk", "reason", HostErrors.line(failure));
            return OptionalLong.empty();
        }
    }

    @Override
    public NetworkFacts network() {
        return calls.call(
                OWNER,
                "look at the network",
                () -> new NetworkFacts(interfaces(), files.defaultRoutes()));
    }

    private static List<NetworkFacts.Interface> interfaces() throws IOException {
        var found = new ArrayList<NetworkFacts.Interface>();
        for (var one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            var addresses =
                    one.getInterfaceAddresses().stream()
                            .flatMap(address -> value(address.getAddress()).stream())
                            .toList();
            found.add(
                    new NetworkFacts.Interface(
                            one.getName(), one.isUp(), one.isLoopback(), addresses));
        }
        return found;
    }

    @Override
    public List<IpAddress> addressesOf(String name) {
        try {
            return calls.call(OWNER, "resolve " + name, () -> resolve(name));
        } catch (HostCallException failure) {
            LOG.v(4).info("The resolver does not answer", "reason", failure.reason());
            return List.of();
        }
    }

    private static List<IpAddress> resolve(String name) {
        var found = new ArrayList<IpAddress>();
        try {
            for (var address : InetAddress.getAllByName(name)) {
                value(address).ifPresent(found::add);
            }
        } catch (UnknownHostException unknown) {
            // Then it has no addresses.
        }
        return found;
    }

    /// An IPv6 address without the zone that Java adds.
    private static Optional<IpAddress> value(InetAddress address) {
        var text = address.getHostAddress();
        var zone = text.indexOf('%');
        return IpAddress.parse(zone < 0 ? text : text.substring(0, zone));
    }
}
