package io.jubelet.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeAttributesTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "/pods, pods proxy",
        "/pods/, pods proxy",
        "/podsx, proxy",
        "/runningpods/, pods proxy",
        "/healthz, healthz proxy",
        "/healthz/syncloop, healthz proxy",
        "/healthzz, proxy",
        "/configz, configz proxy",
        "/stats/summary, stats",
        "/metrics, metrics",
        "/metrics/cadvisor, metrics",
        "/logs/syslog, log",
        "/checkpoint/a/b/c, checkpoint",
        "/statusz, statusz",
        "/flagz, configz",
        "/exec/a/b/c, proxy",
        "/jubelet/waits, proxy",
        "/, proxy",
    })
    void pathsStandForPartsOfTheNode(String path, String subresources) {
        assertThat(NodeAttributes.subresources(path)).containsExactly(subresources.split(" ", -1));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "POST, create",
        "GET, get",
        "PUT, update",
        "PATCH, patch",
        "DELETE, delete",
        "HEAD, ''",
        "BREW, ''",
    })
    void methodsAreVerbs(String method, String verb) {
        assertThat(NodeAttributes.verb(method)).isEqualTo(verb);
    }
}
