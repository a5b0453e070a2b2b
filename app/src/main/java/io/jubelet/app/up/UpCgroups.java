package io.jubelet.app.up;

import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxCgroups;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.HostCallException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The cgroup below which all of one `up` lies, by its state folder: the machine's own, and those
/// of other nodes on it, are not touched.
///
/// Thread: `up`'s own.
final class UpCgroups {
    private static final int MOST_TRIES = 1000;

    private final LinuxCgroups cgroups =
            LinuxCgroups.open(List.of(), new HostCalls(HostCalls.Limits.DEFAULT));
    private final CgroupName root;

    UpCgroups(Path state) {
        var mark = Integer.toHexString(state.toAbsolutePath().toString().hashCode());
        this.root = CgroupName.ROOT.child("jubelet-up-" + mark);
    }

    /// Makes it; empty where cgroups cannot be written.
    Optional<CgroupName> make() {
        try {
            cgroups.make(root, CgroupLimits.ofShares(0));
            return Optional.of(root);
        } catch (HostCallException readOnly) {
            return Optional.empty();
        }
    }

    /// Removes it with all that is left in it.
    void remove() {
        try {
            for (var tries = 0; cgroups.remove(root).isPresent() && tries < MOST_TRIES; tries++) {
                Thread.onSpinWait();
            }
        } catch (HostCallException failure) {
            System.out.println("Left behind: " + failure.reason());
        }
    }
}
