package io.jubelet.core.node;

import io.jubelet.core.host.MachineFacts;
import io.jubelet.core.host.NetworkFacts;
import io.jubelet.core.runtime.ImageService.ListedImage;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimeVersion;
import io.jubelet.model.network.IpAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Everything that the node's status is calculated from, taken at one moment.
///
/// @param volumesInUse empty while that is not known
public record NodeNews(
        Instant now,
        MachineFacts machine,
        NetworkNews network,
        RuntimeNews runtime,
        Pressure pressure,
        List<ListedImage> images,
        Optional<List<String>> volumesInUse) {
    public NodeNews {
        images = List.copyOf(images);
    }

    /// How the machine can be reached.
    ///
    /// @param byName what the resolver knows under the node's name
    public record NetworkNews(NetworkFacts facts, List<IpAddress> byName) {
        public NetworkNews {
            byName = List.copyOf(byName);
        }
    }

    /// How the runtime is.
    ///
    /// @param sinceReady how long ago it last said it was ready
    /// @param sinceListed how long ago it was last listed as a whole
    public record RuntimeNews(
            Optional<RuntimeHealth> health,
            Optional<RuntimeVersion> version,
            Optional<Duration> sinceReady,
            Optional<Duration> sinceListed) {}

    /// What runs short.
    public record Pressure(boolean memory, boolean disk, boolean pids) {
        public static final Pressure NONE = new Pressure(false, false, false);
    }
}
