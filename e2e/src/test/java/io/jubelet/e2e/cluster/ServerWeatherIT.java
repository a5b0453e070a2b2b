package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.BusyServer;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.LoopbackProxy;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// The API server in bad weather: it forgets, breaks off, has too much to do, waits for its store.
/// Nothing is lost, and nothing restarts.
@Tag("long")
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class ServerWeatherIT {
    private static final Duration SLOW = Duration.ofMillis(1500);

    @RegisterExtension final ClusterNode node;

    ServerWeatherIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    @Test
    void aVersionThatTheServerHasForgottenIsFollowedByAList() {
        try (var way = LoopbackProxy.to(node.plane().serverPort())) {
            node.kubeconfig(node.plane().nodeKubeconfig(way.port())).flags("--v", "2").start();
            var stays = running("stays");
            running("goes");

            way.goAway();
            node.kubectl("delete", "pod", "goes", "--wait=false");
            node.run(Manifest.of("comes", Manifest.serve("weather-comes")));
            // What a server knew before its start it cannot tell to those who watched: 410.
            node.plane().stop("kube-apiserver");
            node.plane().start("kube-apiserver");
            way.comeBack();

            node.awaitPodReady("comes");
            node.awaitGone("pod", "goes");
            unharmed("stays", stays);
            if (!ClusterNode.isGo()) {
                assertThat(node.said("A watch's version is too old, listing\" what=\"pods\""))
                        .isPositive();
            }
        }
    }

    @Test
    void aWatchThatIsCutInTheMiddleOfAnObjectGoesOn() {
        try (var way = LoopbackProxy.to(node.plane().serverPort())) {
            node.kubeconfig(node.plane().nodeKubeconfig(way.port())).start();
            var stays = running("stays");

            way.cutNext();
            node.run(Manifest.of("comes", Manifest.serve("weather-comes")));
            node.awaitPodReady("comes");
            way.cutNext();
            node.kubectl("delete", "pod", "comes", "--wait=false");
            node.awaitGone("pod", "comes");

            assertThat(way.cuts()).isEqualTo(2);
            unharmed("stays", stays);
        }
    }

    @Test
    void aServerWithTooMuchToDoIsAskedAgainWhenItSaid() {
        var plane = node.plane();
        try (var busy = BusyServer.before(plane, plane.certificates(), ClusterNode.NODE)) {
            node.kubeconfig(plane.nodeKubeconfig(busy.port())).start();
            var stays = running("stays");

            var path = "/api/v1/namespaces/%s/pods/told/status".formatted(node.namespace());
            busy.busy((method, asked) -> asked.equals(path), 2, 2);
            node.run(Manifest.of("told", Manifest.serve("weather-told")));
            node.awaitPodReady("told");

            var tries =
                    busy.calls().stream()
                            .filter(call -> call.path().equals(path))
                            .map(BusyServer.Call::nanos)
                            .toList();
            assertThat(busy.refused()).hasSize(2);
            assertThat(gap(tries, 1)).isGreaterThan(Duration.ofMillis(1900));
            assertThat(gap(tries, 2)).isGreaterThan(Duration.ofMillis(1900));
            unharmed("stays", stays);
            if (!ClusterNode.isGo()) {
                assertThat(node.said("The API server asks us to wait")).isEqualTo(1);
            }
        }
    }

    private static Duration gap(List<Long> tries, int number) {
        return Duration.ofNanos(tries.get(number) - tries.get(number - 1));
    }

    @Test
    void aStoreThatIsSlowBySecondsIsWaitedFor() {
        node.start();
        var stays = running("stays");
        var before = Await.that("a lease", node::renewed, time -> !time.isEmpty());
        try (var way = LoopbackProxy.to(node.plane().etcdPort())) {
            node.plane().restartServer("http://127.0.0.1:" + way.port());
            way.delay(SLOW);

            node.run(Manifest.of("comes", Manifest.serve("weather-comes")));
            node.awaitPodReady("comes");
            node.kubectl("delete", "pod", "comes", "--wait=false");
            node.awaitGone("pod", "comes");
            Await.that("a renewed lease", node::renewed, now -> !now.equals(before));

            assertThat(node.events(ClusterNode.NODE, "NodeNotReady")).isEmpty();
            unharmed("stays", stays);
            way.delay(Duration.ZERO);
        } finally {
            node.plane().stop("kube-apiserver");
            node.plane().start("kube-apiserver");
        }
    }

    /// A pod that runs; answers its processes.
    private List<Long> running(String name) {
        node.run(Manifest.of(name, Manifest.serve("weather-" + name)));
        node.awaitPodReady(name);
        return List.copyOf(Processes.with("weather-" + name));
    }

    private void unharmed(String name, List<Long> processes) {
        assertThat(Processes.with("weather-" + name)).isEqualTo(processes).hasSize(1);
        var container = node.pod(name).items("status", "containerStatuses").getFirst();
        assertThat(container.text("restartCount")).isEqualTo("0");
        node.awaitReady("True");
    }
}
