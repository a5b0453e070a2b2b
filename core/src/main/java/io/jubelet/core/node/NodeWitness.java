package io.jubelet.core.node;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.Machine;
import io.jubelet.core.host.MachineFacts;
import io.jubelet.core.host.NetworkFacts;
import io.jubelet.core.runtime.ImageService.ListedImage;
import io.jubelet.core.runtime.RuntimePulse;
import io.jubelet.log.Log;
import io.jubelet.model.network.IpAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Gathers what the node's status is calculated from.
///
/// Thread: `node-status`.
final class NodeWitness {
    private static final Log LOG = Log.of(NodeWitness.class);

    private final Execution execution;
    private final Machine machine;
    private final MachineFacts facts;
    private final NodeSettings.Identity identity;
    private final Sources sources;

    /// Who knows what, beside the machine; each answers at once.
    ///
    /// @param lastListing when the whole runtime was last listed
    /// @param volumesInUse empty while that is not known
    record Sources(
            Supplier<RuntimePulse> pulse,
            Supplier<Optional<Tick>> lastListing,
            Supplier<List<ListedImage>> images,
            Supplier<NodeNews.Pressure> pressure,
            Supplier<Optional<List<String>>> volumesInUse) {}

    NodeWitness(
            Execution execution,
            Machine machine,
            MachineFacts facts,
            NodeSettings.Identity identity,
            Sources sources) {
        this.execution = execution;
        this.machine = machine;
        this.facts = facts;
        this.identity = identity;
        this.sources = sources;
    }

    String architecture() {
        return facts.identity().architecture();
    }

    boolean runtimeWasAsked() {
        return sources.pulse().get().asked();
    }

    NodeNews look() {
        return new NodeNews(
                execution.now(),
                facts,
                network(),
                runtime(),
                sources.pressure().get(),
                sources.images().get(),
                sources.volumesInUse().get());
    }

    private NodeNews.RuntimeNews runtime() {
        var pulse = sources.pulse().get();
        return new NodeNews.RuntimeNews(
                pulse.health(),
                pulse.version(),
                pulse.lastReady().map(this::since),
                sources.lastListing().get().map(this::since));
    }

    private Duration since(Tick tick) {
        return tick.until(execution.tick());
    }

    /// The resolver is asked only where the answer can count.
    private NodeNews.NetworkNews network() {
        try {
            var byName = nameCounts() ? machine.addressesOf(identity.name()) : List.<IpAddress>of();
            return new NodeNews.NetworkNews(machine.network(), byName);
        } catch (HostCallException failure) {
            LOG.warning("Cannot look at the network", "reason", failure.reason());
            return new NodeNews.NetworkNews(NetworkFacts.NONE, List.of());
        }
    }

    private boolean nameCounts() {
        var addresses = identity.addresses();
        var given = addresses.stream().anyMatch(address -> !address.isUnspecified());
        var leftToCloud = identity.externalCloud() && addresses.isEmpty();
        return !given && !leftToCloud && IpAddress.parse(identity.hostname()).isEmpty();
    }

    /// When the news will change by themselves, because something has not happened for too long.
    Optional<Duration> untilOverdue() {
        var pulse = sources.pulse().get();
        return Stream.concat(
                        pulse.lastReady().stream()
                                .map(at -> at.plus(ReadinessCalculator.RUNTIME_THRESHOLD)),
                        sources.lastListing().get().stream()
                                .map(at -> at.plus(ReadinessCalculator.LISTING_THRESHOLD)))
                .map(at -> execution.tick().until(at).plusMillis(1))
                .filter(Duration::isPositive)
                .min(Duration::compareTo);
    }
}
