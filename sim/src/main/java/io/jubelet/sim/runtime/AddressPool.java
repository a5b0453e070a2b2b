package io.jubelet.sim.runtime;

import java.util.LinkedHashSet;
import java.util.Set;

/// Addresses of pods, handed out in turn as the host-local plugin does: a freed one comes last.
///
/// Thread: effects of the timeline.
final class AddressPool {
    private static final int SIZE = 2_000;

    private final Set<String> taken = new LinkedHashSet<>();
    private int last;

    String take() {
        for (var tries = 0; tries < SIZE; tries++) {
            last = last % SIZE + 1;
            var address = "10.88." + last / 250 + "." + (last % 250 + 2);
            if (taken.add(address)) {
                return address;
            }
        }
        throw new IllegalStateException("no address is free");
    }

    void giveBack(String address) {
        taken.remove(address);
    }
}
