package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Jubelet killed again and again in the middle of its work: what nobody touched goes on as if
/// nothing had happened, and what was changed ends as it was wished.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.class)
final class SigkillIT {
    private static final int KILLS = 50;
    private static final int CHURNED = 5;
    private static final int LONGEST_LIFE_MILLIS = 2_500;
    private static final Duration SETTLING = Duration.ofSeconds(60);

    private final Rig rig;
    private final long seed = Long.getLong("jubelet.seed", 3);
    private final Random random = new Random(seed);
    private final Map<String, Manifest> wished = new TreeMap<>();
    private int changes;
    private boolean healed;
    @RegisterExtension final KubeletUnderTest kubelet;

    SigkillIT(Rig rig) {
        this.rig = rig;
        kubelet = new KubeletUnderTest(rig);
    }

    @Test
    void fiftyKillsAtRandomMomentsOfChurnTouchNothingThatNobodyTouched() {
        System.out.println("Seed " + seed + "; another one with -Djubelet.seed=N");
        var untouched =
                IntStream.range(0, 5)
                        .mapToObj(index -> Manifest.of("still-" + index, serve("still-" + index)))
                        .toList();
        kubelet.start();
        untouched.forEach(kubelet::put);
        var before = untouched.stream().map(this::life).toList();
        for (var kill = 0; kill < KILLS; kill++) {
            change();
            kubelet.runFor(Duration.ofMillis(random.nextInt(LONGEST_LIFE_MILLIS)));
            change();
            kubelet.kill();
            kubelet.launch();
        }
        kubelet.kill();
        theKillsFellIntoWork();
        kubelet.start();

        untouched.forEach(manifest -> wished.put(manifest.name(), manifest));
        settles();
        assertThat(untouched.stream().map(this::life).toList()).isEqualTo(before);
        assertThat(untouched).allSatisfy(manifest -> assertThat(restarts(manifest)).isEqualTo("0"));
    }

    /// Kills that only ever meet a kubelet at rest, or one not yet awake, would prove nothing.
    private void theKillsFellIntoWork() {
        var log = Folders.text(kubelet.log());
        var sandboxes = count(log, "\"Sandbox created\"");
        var containers = count(log, "\"Container started\"");
        System.out.printf(
                "%d of %d starts got to work; %d sandboxes made, %d containers started%n",
                count(log, "\"Jubelet started\""), KILLS + 1, sandboxes, containers);
        assertThat(sandboxes).as("sandboxes made in all").isGreaterThan(KILLS / 5);
        assertThat(containers).as("containers started in all").isGreaterThan(KILLS / 5);
    }

    private static long count(String log, String message) {
        return log.lines().filter(line -> line.contains(message)).count();
    }

    private static String serve(String marker) {
        return Manifest.serve("sigkill-" + marker);
    }

    /// What must stay as it is: the container's id, its start, and that it is the first.
    private List<Object> life(Manifest manifest) {
        ObservedContainer main = rig.running(KubeletUnderTest.podName(manifest), "main");
        return List.of(main.id(), main.startedAt().orElseThrow(), main.attempt());
    }

    private String restarts(Manifest manifest) {
        return kubelet.awaitRunning(manifest)
                .items("status", "containerStatuses")
                .getFirst()
                .text("restartCount");
    }

    /// Creates, edits or deletes one of the pods that come and go.
    private void change() {
        var name = "churned-" + random.nextInt(CHURNED);
        changes++;
        var present = Optional.ofNullable(wished.get(name));
        if (present.isPresent() && random.nextInt(3) == 0) {
            wished.remove(name);
            kubelet.remove(present.get());
        } else {
            var manifest =
                    Manifest.of(name, serve(name + "-version-" + changes))
                            .spec("terminationGracePeriodSeconds: 3");
            wished.put(name, manifest);
            kubelet.put(manifest);
        }
    }

    private void settles() {
        var names =
                wished.values().stream()
                        .map(KubeletUnderTest::podName)
                        .collect(Collectors.toCollection(TreeSet::new));
        Await.that(
                "exactly the wished pods to have a sandbox each",
                SETTLING,
                () -> {
                    healTornStart();
                    return sandboxNames();
                },
                shown -> shown.equals(List.copyOf(names)));
        Await.that(
                "exactly the wished pods to have a running container each",
                SETTLING,
                () -> containerNames(),
                shown -> shown.equals(List.copyOf(names)));
        for (var manifest : wished.values()) {
            var marker = markerOf(manifest);
            Await.that(
                    "the newest version of " + manifest.name() + " to run",
                    () -> Processes.with(marker + ";").size(),
                    count -> count == 1);
        }
        noFolderIsLeft();
    }

    /// A kill in the middle of a start can leave containerd, not us, in a state that only its own
    /// restart mends. Once, and said aloud; everything else must settle by itself.
    private void healTornStart() {
        if (!healed && Rig.isTornStart(kubelet.waits())) {
            System.out.println("containerd cannot remove a start whose caller died: restarting it");
            healed = true;
            rig.restartContainerd();
        }
    }

    private static String markerOf(Manifest manifest) {
        var shell = manifest.containers().getFirst().shell();
        return shell.substring(2, shell.indexOf(';'));
    }

    private List<String> sandboxNames() {
        return rig.runtime().listSandboxes(Optional.empty()).stream()
                .map(ListedSandbox::pod)
                .map(pod -> pod.name())
                .sorted()
                .toList();
    }

    /// The pod of each running container; another state is told with the name. Left out is only
    /// what containerd makes of a start whose caller dies: an exit that never began (128,
    /// StartError), kept for its logs beside the container that came after it.
    private List<String> containerNames() {
        return rig.runtime().listContainers(Optional.empty()).stream()
                .filter(container -> !isGivenUpStart(container))
                .map(SigkillIT::shown)
                .sorted()
                .toList();
    }

    private boolean isGivenUpStart(ListedContainer container) {
        return container.state() == ContainerState.EXITED
                && rig.runtime()
                        .containerStatus(container.id())
                        .exit()
                        .filter(exit -> exit.code() == 128 && exit.reason().equals("StartError"))
                        .isPresent();
    }

    private static String shown(ListedContainer container) {
        var name = container.pod().name();
        return container.state() == ContainerState.RUNNING ? name : name + " " + container.state();
    }

    private void noFolderIsLeft() {
        var uids =
                rig.runtime().listSandboxes(Optional.empty()).stream()
                        .map(sandbox -> sandbox.pod().uid().value())
                        .sorted()
                        .toList();
        Await.that(
                "the folders of exactly the wished pods",
                SETTLING,
                () -> Folders.names(kubelet.home().resolve("root/pods")),
                shown -> shown.equals(uids));
        Await.that(
                "as many folders of logs",
                SETTLING,
                () -> Folders.names(kubelet.home().resolve("logs")),
                shown -> shown.size() == uids.size());
    }
}
