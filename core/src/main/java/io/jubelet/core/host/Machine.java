package io.jubelet.core.host;

import io.jubelet.model.network.IpAddress;
import java.util.List;

/// What this machine is and how it can be reached.
///
/// Every method may block until the machine answers or its deadline passes.
///
/// Thread: any; implementations are safe for concurrent use.
public interface Machine {
    /// What does not change while the machine is up.
    ///
    /// @throws HostCallException when not even processors and memory can be told
    MachineFacts facts();

    /// The network's interfaces and default routes, as they are now.
    NetworkFacts network();

    /// What the resolver knows under that name; empty where it knows nothing or does not answer.
    List<IpAddress> addressesOf(String name);
}
