package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.SandboxState;
import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.HealthService;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.Machine;
import io.jubelet.e2e.harness.PodHistorian;
import io.jubelet.e2e.harness.PodHistory;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// The Go kubelet and Jubelet take each other's place on one root folder, runtime and API server.
/// Pods of every shape do not notice, and each deletes what the other started.
@Tag("long")
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class SwapIT {
    /// Shapes that Jubelet starts and the Go kubelet deletes.
    private static final List<String> SHAPES =
            List.of(
                    "init",
                    "sidecar",
                    "http",
                    "grpc",
                    "hooks",
                    "together",
                    "secure",
                    "volumes",
                    "completed",
                    "guaranteed",
                    "burstable");

    private static final String CRASHING = "crashing";
    private static final Set<String> CRASHING_KEEPS = Set.of("uid", "phase", "address", "pod");
    private static final Map<String, String> PHASES =
            Map.of(
                    "preparing", "Pending",
                    "completed", "Succeeded",
                    "retried", "Succeeded",
                    "failed", "Failed");
    private static final Set<String> ENDED = Set.of("completed", "retried", "failed");
    private static final Set<String> NEVER_READY =
            Set.of("preparing", "completed", "retried", "failed", "halfway", CRASHING);
    private static final Duration LONGEST = Duration.ofMinutes(3);

    /// Long enough for a kubelet to look at every pod, list the runtime and tidy up several times.
    private static final Duration A_WHILE = Duration.ofSeconds(8);

    /// The Go kubelet takes containers that are younger for its own, which it has yet to probe.
    private static final Duration OLD_ENOUGH = Duration.ofSeconds(11);

    private final Rig rig;
    @RegisterExtension final ClusterNode node;

    SwapIT(Rig rig) {
        this.rig = rig;
        node = new ClusterNode(rig);
    }

    @Test
    void fromTheGoKubeletToOursAndBack() {
        node.oursAlone("it starts both");
        try (var health = new HealthService(node.plane().nodeAddress())) {
            swap(new SwapPods(node, health.port()));
        }
    }

    private void swap(SwapPods shapes) {
        node.launchGo().awaitReady("True");
        shapes.makeObjects();
        var theirs = new ArrayList<>(shapes.makeAll(""));
        var theirFiles = shapes.makeStatic("");
        theirs.addAll(theirFiles);
        settle(theirs);
        debug("debugged");
        var running = running();
        try (var historian = new PodHistorian(node.plane(), node.namespace())) {
            var history = historian.history();

            takeOver(node::launch);
            var ours = new ArrayList<>(shapes.make("ours-", SHAPES));
            var ourFiles = shapes.makeStatic("ours-");
            ours.addAll(ourFiles);
            settle(ours);
            node.kubelet().runFor(OLD_ENOUGH);
            undisturbed(history, theirs, running, "under Jubelet");
            var both = running();

            // How they started is another matter.
            takeOver(node::launchGo, () -> history.forgive((pod, _) -> ours.contains(pod)));
            node.kubelet().runFor(A_WHILE);
            history.forgive(SwapIT::isHabitOfTheGoKubelet);
            undisturbed(history, theirs, running, "under the Go kubelet again");
            settled(history, ours);
            assertThat(running()).as("under the Go kubelet again").containsAll(both);
            var ourUids = uids(ours);
            delete(shapes, ours, ourFiles);
            awaitNothingOf(ours, ourUids, "the Go kubelet");
            undisturbed(historian.history(), theirs, running, "after deletions");

            takeOver(node::launch);
            node.kubelet().runFor(A_WHILE);
            undisturbed(historian.history(), theirs, running, "under Jubelet again");
            var theirUids = uids(theirs);
            delete(shapes, theirs, theirFiles);
            awaitNothingOf(theirs, theirUids, "Jubelet");
        }
        assertThat(shapes.stopped())
                .contains("hooks", "ours-hooks")
                .contains(
                        "static-whole-" + ClusterNode.NODE,
                        "ours-static-whole-" + ClusterNode.NODE);
        assertThat(Folders.names(node.root().resolve("pods"))).isEmpty();
        Await.until(
                "what the Go kubelet left dead to be gone",
                () -> rig.runtime().listSandboxes(Optional.empty()).isEmpty());
    }

    /// What a Go kubelet does at its start to its own pods too: it looks into the file for what it
    /// said before of a static pod, so that all times are new and a readiness probe must succeed
    /// first; it knows no address of a pod that has ended; and of pods that another started it has
    /// not noted what they were given, so that it may call them resizing for a moment.
    private static boolean isHabitOfTheGoKubelet(String pod, String what) {
        if (what.startsWith("PodResizeInProgress")) {
            return pod.startsWith("ours-");
        }
        return shape(pod).startsWith("static-")
                ? what.equals("started")
                        || what.endsWith(".since")
                        || what.endsWith("Ready")
                        || what.endsWith(".ready")
                : what.equals("address") && ENDED.contains(shape(pod));
    }

    /// The kubelet ends as at an update, and the other one comes.
    private void takeOver(Runnable launch) {
        takeOver(launch, () -> {});
    }

    /// @param between done while there is no kubelet
    private void takeOver(Runnable launch, Runnable between) {
        assertThat(node.kubelet().terminate()).isZero();
        between.run();
        launch.run();
        Await.until("the kubelet to be well", () -> node.kubelet().isHealthy());
    }

    private void settle(List<String> pods) {
        if (pods.contains("gated")) {
            open("gated");
        }
        Await.that(
                "all pods to be as they will stay", LONGEST, () -> unsettled(pods), Set::isEmpty);
    }

    private Set<String> unsettled(List<String> pods) {
        var left = new TreeSet<>(pods);
        for (var pod : node.list("pods")) {
            if (isSettled(pod)) {
                left.remove(pod.text("metadata", "name"));
            }
        }
        return left;
    }

    private static boolean isSettled(Json pod) {
        var shape = shape(pod.text("metadata", "name"));
        var container = pod.items("status", "containerStatuses").stream().findFirst();
        if (shape.equals(CRASHING)) {
            return container
                    .filter(one -> !one.text("restartCount").equals("0"))
                    .filter(one -> one.text("state", "waiting", "reason").startsWith("CrashLoop"))
                    .isPresent();
        }
        var ready = ClusterNode.condition(pod, "Ready").text("status").equals("True");
        return pod.text("status", "phase").equals(PHASES.getOrDefault(shape, "Running"))
                && ready != NEVER_READY.contains(shape)
                && (!shape.equals("preparing") || initRuns(pod))
                && (!shape.equals("halfway") || halfDone(pod));
    }

    private static boolean initRuns(Json pod) {
        return pod.items("status", "initContainerStatuses").stream()
                .anyMatch(init -> !init.text("state", "running", "startedAt").isEmpty());
    }

    private static boolean halfDone(Json pod) {
        var states = pod.items("status", "containerStatuses");
        return states.stream().anyMatch(one -> one.text("ready").equals("true"))
                && states.stream()
                        .anyMatch(one -> one.text("state", "terminated", "exitCode").equals("0"));
    }

    private static String shape(String pod) {
        return pod.startsWith("ours-") ? pod.substring("ours-".length()) : pod;
    }

    /// Sets the condition that the pod waits for beside its containers.
    private void open(String pod) {
        node.kubectl(
                "patch",
                "pod",
                pod,
                "--subresource=status",
                "--type=strategic",
                "-p",
                "{\"status\":{\"conditions\":[{\"type\":\"example.com/open\","
                        + "\"status\":\"True\"}]}}");
    }

    /// Puts another container into a running pod.
    private void debug(String pod) {
        node.kubectl(
                "debug",
                pod,
                "--image=" + Rig.BUSYBOX,
                "--container=debugger",
                "--profile=general",
                "--",
                "sh",
                "-c",
                SwapPods.SERVE);
        node.awaitPod(
                pod,
                "the debugger to run",
                shown ->
                        shown.items("status", "ephemeralContainerStatuses").stream()
                                .anyMatch(
                                        one ->
                                                !one.text("state", "running", "startedAt")
                                                        .isEmpty()));
    }

    /// Nothing that a person would see or a process could feel has happened to these pods.
    private void undisturbed(
            PodHistory history, List<String> pods, Set<String> running, String when) {
        settled(history, pods);
        assertThat(running()).as(when).containsAll(running);
    }

    private static void settled(PodHistory history, List<String> pods) {
        var watched = new HashSet<>(pods);
        Predicate<String> crashing = pod -> shape(pod).equals(CRASHING);
        assertThat(history.pods()).containsAll(pods);
        assertThat(
                        history.changes(
                                (pod, what) ->
                                        watched.contains(pod)
                                                && (!crashing.test(pod)
                                                        || CRASHING_KEEPS.contains(what))))
                .isEmpty();
        assertThat(history.changes((pod, what) -> crashing.test(pod) && what.endsWith(".restarts")))
                .allMatch(
                        change ->
                                Integer.parseInt(change.after())
                                        == Integer.parseInt(change.before()) + 1);
    }

    /// The ids of what runs, but for what crashes by itself.
    private Set<String> running() {
        var found = new TreeSet<String>();
        for (var sandbox : rig.runtime().listSandboxes(Optional.empty())) {
            if (sandbox.state() == SandboxState.READY) {
                found.add("sandbox of " + sandbox.pod().name() + " " + sandbox.id());
            }
        }
        for (var container : rig.runtime().listContainers(Optional.empty())) {
            if (container.state() == ContainerState.RUNNING) {
                found.add(
                        "%s of %s %s"
                                .formatted(
                                        container.name(), container.pod().name(), container.id()));
            }
        }
        found.removeIf(one -> one.contains(CRASHING));
        return found;
    }

    /// The uids of pods as the node knows them: of a static pod, that of its file.
    private Map<String, String> uids(List<String> pods) {
        var found = new TreeMap<String, String>();
        for (var pod : node.list("pods")) {
            var file = pod.text("metadata", "annotations", "kubernetes.io/config.hash");
            found.put(
                    pod.text("metadata", "name"),
                    file.isEmpty() ? pod.text("metadata", "uid") : file);
        }
        found.keySet().retainAll(pods);
        assertThat(found.keySet()).containsAll(pods);
        return found;
    }

    private void delete(SwapPods shapes, List<String> pods, List<String> files) {
        shapes.removeStatic(files);
        var named = new ArrayList<>(pods);
        named.removeAll(files);
        named.addAll(0, List.of("delete", "pod", "--wait=false"));
        node.kubectl(named.toArray(String[]::new));
    }

    private void awaitNothingOf(List<String> pods, Map<String, String> uids, String who) {
        Await.that(
                who + " to take away every trace",
                LONGEST,
                () -> traces(pods, uids),
                List::isEmpty);
    }

    private List<String> traces(List<String> pods, Map<String, String> uids) {
        var found = new ArrayList<String>();
        node.list("pods").stream()
                .map(pod -> pod.text("metadata", "name"))
                .filter(pods::contains)
                .forEach(pod -> found.add("API object " + pod));
        rig.runtime().listSandboxes(Optional.empty()).stream()
                .filter(sandbox -> pods.contains(sandbox.pod().name()))
                .filter(sandbox -> sandbox.state() == SandboxState.READY)
                .forEach(sandbox -> found.add("sandbox of " + sandbox.pod().name()));
        uids.forEach(
                (pod, uid) -> {
                    if (Files.exists(node.root().resolve("pods").resolve(uid))) {
                        found.add("folder of " + pod + " " + uid);
                    }
                });
        cgroups().stream()
                .filter(name -> uids.values().stream().anyMatch(uid -> name.contains(uid)))
                .forEach(name -> found.add("cgroup " + name));
        return found;
    }

    private static List<String> cgroups() {
        var top = Path.of("/sys/fs/cgroup");
        var hierarchy = Files.exists(top.resolve("cgroup.controllers")) ? "" : "memory";
        var pods = top.resolve(hierarchy).resolve(Machine.CGROUP).resolve("kubepods");
        var found = new ArrayList<String>();
        for (var tier : List.of("", "burstable", "besteffort")) {
            found.addAll(Folders.names(pods.resolve(tier)));
        }
        return found;
    }
}
