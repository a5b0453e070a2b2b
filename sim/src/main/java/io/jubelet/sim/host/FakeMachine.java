package io.jubelet.sim.host;

import io.jubelet.core.host.Machine;
import io.jubelet.core.host.MachineFacts;
import io.jubelet.core.host.NetworkFacts;
import io.jubelet.model.network.IpAddress;
import java.util.List;
import java.util.OptionalLong;

/// A small machine that never changes.
///
/// Thread: any.
public final class FakeMachine implements Machine {
    public static final IpAddress ADDRESS = IpAddress.parse("10.1.1.1").orElseThrow();

    @Override
    public MachineFacts facts() {
        var identity = new MachineFacts.Identity("m", "s", "boot-1", "6.1", "Debian", "amd64");
        return new MachineFacts(identity, 2, 1L << 30, 0, List.of(), OptionalLong.of(1L << 40));
    }

    @Override
    public NetworkFacts network() {
        var eth = new NetworkFacts.Interface("eth0", true, false, List.of(ADDRESS));
        return new NetworkFacts(List.of(eth), List.of());
    }

    @Override
    public List<IpAddress> addressesOf(String name) {
        return List.of();
    }
}
