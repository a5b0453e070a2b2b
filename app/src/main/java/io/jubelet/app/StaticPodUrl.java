package io.jubelet.app;

import io.jubelet.adapters.http.HttpManifestUrl;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.source.HttpSource;
import io.jubelet.core.source.UrlManifests;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// The address that static pods come from, where one is configured.
///
/// Thread: main, once.
/// Upstream: kubelet.go makePodSourceConfig.
final class StaticPodUrl {
    private StaticPodUrl() {}

    static Optional<HttpSource.Address> of(
            StartOptions options, String nodeName, Execution execution) {
        var config = options.config();
        if (config.getStaticPodURL().isEmpty()) {
            return Optional.empty();
        }
        var headers = new HashMap<String, List<String>>();
        config.getStaticPodURLHeaderMap()
                .forEach((name, values) -> headers.put(name, List.copyOf(values.getValuesList())));
        try {
            var url = new HttpManifestUrl(config.getStaticPodURL(), headers);
            return Optional.of(
                    new HttpSource.Address(
                            url.shown(),
                            url,
                            new UrlManifests(
                                    PodGates.staticPods(options.gates(), nodeName), execution),
                            Spans.toJava(config.getHttpCheckFrequency())));
        } catch (IllegalArgumentException malformed) {
            throw new StartException(
                    "failed to run Kubelet: staticPodURL is no address", malformed);
        }
    }
}
