package io.jubelet.core.host;

import java.util.Optional;
import java.util.Set;

/// The cgroups of this machine, by the names that its driver understands.
///
/// Every method blocks until the machine answers or its deadline passes, and throws
/// [HostCallException] when it does not do what was asked.
///
/// Thread: any; implementations are safe for concurrent use.
/// Upstream: cm/types.go CgroupManager.
public interface Cgroups {
    /// Whether it is there with every controller that pods are held by.
    boolean exists(CgroupName name);

    /// Makes it and what lacks above it, and sets what it is held to. Also completes one that an
    /// agent before this one began.
    void make(CgroupName name, CgroupLimits limits);

    /// Sets what one that is there is held to.
    void update(CgroupName name, CgroupLimits limits);

    /// Kills whatever is in it and removes it with all below it; nothing happens if it is not
    /// there.
    ///
    /// @return what still holds it; empty once it is gone from every controller
    Optional<String> remove(CgroupName name);

    /// The names directly below it, of any controller; empty if it is not there.
    Set<String> children(CgroupName name);
}
