package io.jubelet.core.node;

import io.jubelet.core.host.MachineFacts;
import io.jubelet.core.host.MachineFacts.HugePages;
import io.jubelet.core.host.NetworkFacts;
import io.jubelet.core.runtime.ImageService.ListedImage;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimeVersion;
import io.jubelet.model.network.IpAddress;
import io.jubelet.model.quantity.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A healthy node of two cores, and ways to make it another.
final class NodeFixture {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final String NAME = "node-a";
    static final NodeNews.RuntimeNews WELL =
            new NodeNews.RuntimeNews(
                    Optional.of(RuntimeHealth.HEALTHY),
                    Optional.of(new RuntimeVersion("containerd", "v2.4.2", "v1")),
                    Optional.of(Duration.ofSeconds(1)),
                    Optional.of(Duration.ofSeconds(1)));

    private NodeFixture() {}

    static IpAddress ip(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    static MachineFacts machine(HugePages... hugePages) {
        return new MachineFacts(
                new MachineFacts.Identity(
                        "machine", "system", "boot-1", "6.1.0", "Debian", "amd64"),
                2,
                1024L << 20,
                0,
                List.of(hugePages),
                OptionalLong.of(5000));
    }

    static NetworkFacts network(String... addresses) {
        var own = Arrays.stream(addresses).map(NodeFixture::ip).toList();
        return new NetworkFacts(
                List.of(
                        new NetworkFacts.Interface(
                                "lo", true, true, List.of(ip("127.0.0.1"), ip("::1"))),
                        new NetworkFacts.Interface("eth0", true, false, own)),
                List.of(
                        new NetworkFacts.DefaultRoute("eth0", true),
                        new NetworkFacts.DefaultRoute("eth0", false)));
    }

    static NodeNews news(MachineFacts machine, NodeNews.RuntimeNews runtime) {
        return new NodeNews(
                NOW,
                machine,
                new NodeNews.NetworkNews(network("10.1.1.1"), List.of()),
                runtime,
                NodeNews.Pressure.NONE,
                List.of(),
                Optional.empty());
    }

    static NodeNews news() {
        return news(machine(), WELL);
    }

    static NodeNews withImages(List<ListedImage> images) {
        var plain = news();
        return new NodeNews(
                NOW,
                plain.machine(),
                plain.network(),
                plain.runtime(),
                plain.pressure(),
                images,
                Optional.empty());
    }

    static NodeNews under(NodeNews.Pressure pressure) {
        var plain = news();
        return new NodeNews(
                NOW,
                plain.machine(),
                plain.network(),
                plain.runtime(),
                pressure,
                List.of(),
                Optional.empty());
    }

    static NodeSettings.Identity identity(boolean externalCloud, String... addresses) {
        return new NodeSettings.Identity(
                NAME, NAME, Arrays.stream(addresses).map(NodeFixture::ip).toList(), externalCloud);
    }

    static NodeSettings.Shares shares(
            int podsPerCore, Map<String, String> reserved, boolean localStorage) {
        var amounts = new LinkedHashMap<String, Quantity>();
        reserved.forEach((name, amount) -> amounts.put(name, Quantity.parse(amount)));
        return new NodeSettings.Shares(110, podsPerCore, amounts, Map.of(), Map.of(), localStorage);
    }

    static NodeSettings settings() {
        return settings(shares(0, Map.of(), true), 50);
    }

    static NodeSettings settings(NodeSettings.Shares shares, int maxImages) {
        return new NodeSettings(
                identity(false),
                new NodeSettings.Registration(true, true, Map.of(), List.of(), "", true),
                shares,
                new NodeSettings.Reporting(
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(5),
                        40,
                        maxImages,
                        10250,
                        "v1.36.4",
                        List.of(),
                        false));
    }
}
