package io.jubelet.e2e.harness;

import io.jubelet.api.core.Pod;
import io.jubelet.client.ApiConnections;
import io.jubelet.client.ApiSettings;
import io.jubelet.client.ApiSettings.Rate;
import io.jubelet.client.login.KubeconfigCredentials;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi.Staleness;
import io.jubelet.core.cluster.ObjectEvent;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.ObjectWatch.Next;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.execution.SystemExecution;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Watches the pods of a namespace from now on and writes their history.
///
/// Thread: the test's; it listens on a daemon thread of its own.
public final class PodHistorian implements AutoCloseable {
    private static final Duration WATCH_TIME = Duration.ofHours(1);
    private static final Duration LOOK = Duration.ofSeconds(10);

    private final PodHistory history = new PodHistory();
    private final ApiConnections connections;
    private final ObjectWatch<Pod> watch;
    private volatile Optional<String> broken = Optional.empty();
    private volatile boolean closed;

    public PodHistorian(ControlPlane plane, String namespace) {
        var execution = new SystemExecution();
        connections =
                ApiConnections.open(
                        KubeconfigCredentials.load(Path.of(plane.adminKubeconfig()), execution),
                        ApiSettings.of(
                                "historian",
                                ApiSettings.PROTOBUF,
                                Rate.UNLIMITED,
                                Rate.UNLIMITED,
                                Duration.ofSeconds(10)),
                        execution);
        var api = connections.cluster().api();
        var selection = new Selection(namespace, "", "");
        var pods = api.list(ApiResource.PODS, selection, Staleness.NEWEST);
        pods.items().forEach(history::shows);
        watch = api.watch(ApiResource.PODS, selection, pods.resourceVersion(), WATCH_TIME);
        Thread.ofPlatform().daemon().name("historian").start(this::listen);
    }

    private void listen() {
        try {
            while (!closed) {
                switch (watch.next(LOOK)) {
                    case Next.Event<Pod>(ObjectEvent<Pod> event) -> note(event);
                    case Next.Nothing<Pod> _ -> {}
                    case Next.Ended<Pod> _ -> {
                        broken = Optional.of("the watch ended");
                        return;
                    }
                }
            }
        } catch (RuntimeException failure) {
            broken = Optional.of(failure.toString());
        }
    }

    private void note(ObjectEvent<Pod> event) {
        switch (event) {
            case ObjectEvent.Added<Pod>(Pod pod) -> history.shows(pod);
            case ObjectEvent.Modified<Pod>(Pod pod) -> history.shows(pod);
            case ObjectEvent.Deleted<Pod>(Pod pod) -> history.gone(pod);
            case ObjectEvent.Bookmark<Pod> _ -> {}
        }
    }

    /// All that was heard, or an [AssertionError] if something may have been missed.
    public PodHistory history() {
        if (broken.isPresent() && !closed) {
            throw new AssertionError("the historian missed something: " + broken.get());
        }
        return history;
    }

    @Override
    public void close() {
        closed = true;
        watch.close();
        connections.close();
    }
}
