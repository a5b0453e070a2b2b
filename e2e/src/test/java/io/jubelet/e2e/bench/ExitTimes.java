package io.jubelet.e2e.bench;

import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Rig;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The processes of the run's own pods, and when the runtime told of their ends.
///
/// Thread: any; listens on a daemon thread of its own until the rig goes down.
final class ExitTimes {
    private static final String BUNDLES = "containerd/state/io.containerd.runtime.v2.task/k8s.io";

    private final Rig rig;
    private final Map<PodUid, Long> told = new HashMap<>();

    ExitTimes(Rig rig) {
        this.rig = rig;
        Thread.ofPlatform().daemon().name("bench-events").start(this::listen);
    }

    private void listen() {
        try {
            rig.runtime().streamEvents(this::note);
        } catch (RuntimeCallException ended) {
            // The runtime goes down before we do.
            Progress.say("the runtime's events ended: %s".formatted(ended.code()));
        }
    }

    private synchronized void note(RuntimeEvent event) {
        told.putIfAbsent(event.pod(), System.nanoTime());
    }

    /// The process of each pod's one container, by the pod's name.
    Map<String, Doomed> processes() {
        var found = new HashMap<String, Doomed>();
        for (var container : rig.runtime().listContainers(Optional.empty())) {
            if (container.state() != ContainerState.RUNNING) {
                continue;
            }
            var bundle = rig.state().resolve(BUNDLES).resolve(container.id().value());
            var pid = Long.parseLong(Folders.text(bundle.resolve("init.pid")).strip());
            found.put(container.pod().name(), new Doomed(container.pod().uid(), pid));
        }
        return found;
    }

    /// A process of a pod of ours that may be killed.
    record Doomed(PodUid pod, long pid) {}

    /// Kills it; answers the moment before.
    long kill(Doomed doomed) {
        synchronized (this) {
            told.remove(doomed.pod());
        }
        var process = ProcessHandle.of(doomed.pid()).orElseThrow();
        var before = System.nanoTime();
        process.destroyForcibly();
        return before;
    }

    /// When the runtime first told of the pod after the kill; waits for it.
    long awaitTold(Doomed doomed) {
        return Await.that("the runtime's event", () -> find(doomed.pod()), Optional::isPresent)
                .orElseThrow();
    }

    private synchronized Optional<Long> find(PodUid pod) {
        return Optional.ofNullable(told.get(pod));
    }
}
