package io.jubelet.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.execution.SystemExecution;
import io.jubelet.model.staticpod.StaticPods;
import io.jubelet.model.validation.ValidationOptions;
import org.junit.jupiter.api.Test;

final class UrlManifestsTest {
    private static final String LIST =
            """
            {"apiVersion":"v1","kind":"PodList","items":[
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"one"},"spec":{"containers":
              [{"name":"c","image":"i","args":[]}]}},
            {"metadata":{"name":"two","labels":{}},"spec":{"containers":
              [{"name":"c","image":"i","resources":{"limits":{"cpu":"1000m"}}}]}}]}
            """;

    private final Manifests manifests =
            new UrlManifests(
                    new StaticPods("node1", true, ValidationOptions.defaults()),
                    new SystemExecution());

    /// Recorded from the HTTP source of the Go kubelet v1.36.4, which read the same list there.
    @Test
    void thePodsOfAListHaveTheUidsOfTheGoKubelet() {
        var decoded = manifests.decode("http://127.0.0.1:39771/pods", LIST);

        assertThat(decoded.problem()).isEmpty();
        assertThat(decoded.pods())
                .extracting(pod -> pod.uid().value())
                .containsExactly(
                        "99e1367200fba9247f6ec446d85da85e", "588548ffbc69b6d5f72a0d7eaae44c8a");
    }
}
