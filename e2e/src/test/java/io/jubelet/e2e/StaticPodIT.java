package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.NodeClient;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// A static pod's life, from the manifest in the folder to the process on the machine.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.class)
final class StaticPodIT {
    private final Rig rig;
    @RegisterExtension final KubeletUnderTest kubelet;

    StaticPodIT(Rig rig) {
        this.rig = rig;
        kubelet = new KubeletUnderTest(rig);
    }

    private static String word() {
        return "mark-" + UUID.randomUUID();
    }

    private static String web(String page) {
        return "mkdir /www; echo %s > /www/index.html; trap 'exit 0' TERM;".formatted(page)
                + " httpd -f -p 8080 -h /www & wait";
    }

    @Test
    void aManifestInTheFolderBecomesAProcessThatAnswersOnThePodsAddress() {
        var marker = word();
        var web = Manifest.of("web", web(marker));
        kubelet.start();
        kubelet.put(web);

        var pod = kubelet.awaitRunning(web);

        assertThat(Processes.with(marker)).isNotEmpty();
        var address = "http://" + pod.text("status", "podIP") + ":8080/";
        Await.that(
                "the pod to answer on " + address,
                () -> NodeClient.read(address),
                body -> body.strip().equals(marker));
        assertThat(pod.items("status", "containerStatuses").getFirst().text("containerID"))
                .isEqualTo("containerd://" + rig.running("web-e2e-node", "main").id());
        assertThat(pod.text("metadata", "annotations", "kubernetes.io/config.source"))
                .isEqualTo("file");
    }

    @Test
    void podsThatAreThereBeforeTheKubeletRunToo() {
        var early = Manifest.of("early", Manifest.serve(word()));
        kubelet.put(early);
        kubelet.start();

        kubelet.awaitRunning(early);
    }

    @Test
    void labelsAndAnnotationsAreThoseByWhichEveryKubeletKnowsItsContainers() {
        var marked = Manifest.of("marked", Manifest.serve(word()));
        kubelet.start();
        kubelet.put(marked);
        var pod = kubelet.awaitRunning(marked);
        var uid = pod.text("metadata", "uid");
        var id = rig.running("marked-e2e-node", "main").id().value();

        var labels = rig.crictl("inspect", "-o", "json", id).at("status", "labels");
        assertThat(labels.text("io.kubernetes.container.name")).isEqualTo("main");
        assertThat(labels.text("io.kubernetes.pod.name")).isEqualTo("marked-e2e-node");
        assertThat(labels.text("io.kubernetes.pod.namespace")).isEqualTo("default");
        assertThat(labels.text("io.kubernetes.pod.uid")).isEqualTo(uid);
        assertThat(labels.keys()).hasSize(4);
        var annotations = rig.crictl("inspect", "-o", "json", id).at("status", "annotations");
        assertThat(annotations.keys())
                .containsExactlyInAnyOrder(
                        "io.kubernetes.container.hash",
                        "io.kubernetes.container.restartCount",
                        "io.kubernetes.container.terminationMessagePath",
                        "io.kubernetes.container.terminationMessagePolicy",
                        "io.kubernetes.pod.terminationGracePeriod");
        assertThat(annotations.text("io.kubernetes.container.restartCount")).isEqualTo("0");
        assertThat(annotations.text("io.kubernetes.pod.terminationGracePeriod")).isEqualTo("30");
    }

    @Test
    void aContainersOutputLiesWherePeopleLookForIt() throws IOException {
        var marker = word();
        var talker = Manifest.of("talker", "echo said " + marker + "; " + Manifest.serve("x"));
        kubelet.start();
        kubelet.put(talker);
        var uid = kubelet.awaitRunning(talker).text("metadata", "uid");

        var file = logFile(uid, "talker", "main");
        Await.that(
                "the words in " + file,
                () -> Folders.text(file),
                text -> text.contains("stdout F said " + marker));
        assertThat(Folders.names(kubelet.home().resolve("logs")))
                .containsExactly("default_talker-e2e-node_" + uid);
        assertThat(Files.isDirectory(kubelet.home().resolve("root/pods").resolve(uid))).isTrue();
    }

    @Test
    void editingAManifestReplacesThePod() {
        var before = word();
        var after = word();
        kubelet.start();
        var old = Manifest.of("edited", Manifest.serve(before));
        kubelet.put(old);
        var oldUid = kubelet.awaitRunning(old).text("metadata", "uid");
        var oldContainer = rig.running("edited-e2e-node", "main").id();

        kubelet.put(Manifest.of("edited", Manifest.serve(after)));
        var pod =
                Await.that(
                        "the new pod to run",
                        () -> kubelet.awaitRunning(old),
                        shown -> !shown.text("metadata", "uid").equals(oldUid));

        Await.until("the old process to be gone", () -> Processes.with(before).isEmpty());
        assertThat(Processes.with(after)).isNotEmpty();
        Await.that(
                "the old pod's container to be removed",
                () -> rig.containers("edited-e2e-node"),
                list -> list.stream().noneMatch(one -> one.id().equals(oldContainer)));
        assertThat(rig.containers("edited-e2e-node"))
                .extracting(one -> one.pod().uid().value())
                .containsOnly(pod.text("metadata", "uid"));
        nothingIsLeftOf(oldUid);
    }

    @Test
    void deletingAManifestLetsAContainerFinishItsWork() throws IOException {
        var careful =
                Manifest.of(
                                "careful",
                                "trap 'echo finishing; sleep 2; echo finished; exit 0' TERM;"
                                        + " echo ready; while true; do sleep 0.1; done")
                        .spec("terminationGracePeriodSeconds: 20");
        kubelet.start();
        kubelet.put(careful);
        var uid = kubelet.awaitRunning(careful).text("metadata", "uid");
        var file = logFile(uid, "careful", "main");
        Await.that("it to be ready", () -> Folders.text(file), text -> text.contains("ready"));

        // An open file can be read to its end even when it has been removed meanwhile.
        try (var log = FileChannel.open(file)) {
            kubelet.remove(careful);
            Await.until("the pod to be gone", () -> rig.containers("careful-e2e-node").isEmpty());
            var reader = Channels.newInputStream(log);
            var text = new String(reader.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text).contains("stdout F finishing\n").contains("stdout F finished\n");
        }
        Await.until("the pod to leave /pods", () -> kubelet.pod(careful).tree().isEmpty());
        nothingIsLeftOf(uid);
    }

    @Test
    void aContainerThatDoesNotListenIsKilledAfterItsGrace() {
        var marker = word();
        var deaf =
                Manifest.of("deaf", ": " + marker + "; trap '' TERM; while true; do sleep 1; done")
                        .spec("terminationGracePeriodSeconds: 2");
        kubelet.start();
        kubelet.put(deaf);
        kubelet.awaitRunning(deaf);

        kubelet.remove(deaf);

        Await.until("its process to be gone", () -> Processes.with(marker).isEmpty());
    }

    @Test
    void aMalformedManifestIsReportedAndTheOthersGoOn() {
        var good = Manifest.of("good", Manifest.serve(word()));
        kubelet.start();
        kubelet.put(good);
        kubelet.awaitRunning(good);
        var started = rig.running("good-e2e-node", "main");

        kubelet.put("broken.yaml", "apiVersion: v1\nkind: Pod\nmetadata: [not, a, mapping]\n");
        Await.that("the file to be reported", kubelet::waits, text -> text.contains("broken.yaml"));
        var next = Manifest.of("next", Manifest.serve(word()));
        kubelet.put(next);

        kubelet.awaitRunning(next);
        assertThat(rig.running("good-e2e-node", "main")).isEqualTo(started);
    }

    @Test
    void aPodThatWasToRunOnceAndWellHasSucceeded() {
        var job = Manifest.of("job", "echo done; exit 0").spec("restartPolicy: Never");
        kubelet.start();
        kubelet.put(job);

        var pod = kubelet.awaitPhase(job, "Succeeded");

        var ended = pod.items("status", "containerStatuses").getFirst().at("state", "terminated");
        assertThat(ended.text("exitCode")).isEqualTo("0");
        assertThat(ended.text("reason")).isEqualTo("Completed");
        assertThat(rig.containers("job-e2e-node")).hasSize(1);
    }

    @Test
    void aPodThatWasToRunOnceAndFailedHasFailed() {
        var job = Manifest.of("wrong", "exit 3").spec("restartPolicy: Never");
        kubelet.start();
        kubelet.put(job);

        var pod = kubelet.awaitPhase(job, "Failed");

        var ended = pod.items("status", "containerStatuses").getFirst().at("state", "terminated");
        assertThat(ended.text("exitCode")).isEqualTo("3");
        assertThat(ended.text("reason")).isEqualTo("Error");
    }

    @Test
    void aContainerThatKeepsFailingIsShownToBackOff() {
        var crasher = Manifest.of("crasher", "exit 7");
        kubelet.start();
        kubelet.put(crasher);

        var status =
                Await.that(
                                "CrashLoopBackOff in /pods",
                                () -> kubelet.pod(crasher),
                                pod -> waitingReason(pod).equals("CrashLoopBackOff"))
                        .items("status", "containerStatuses")
                        .getFirst();

        assertThat(status.text("state", "waiting", "message"))
                .startsWith("back-off 10s restarting failed container=main pod=crasher-e2e-node");
        assertThat(status.text("lastState", "terminated", "exitCode")).isEqualTo("7");
        assertThat(kubelet.waits()).contains("CrashLoopBackOff").contains("crasher-e2e-node");
        assertThat(kubelet.pod(crasher).text("status", "phase")).isEqualTo("Running");
    }

    private static String waitingReason(Json pod) {
        return pod.items("status", "containerStatuses").stream()
                .map(container -> container.text("state", "waiting", "reason"))
                .findFirst()
                .orElse("");
    }

    @Test
    void initContainersRunOneAfterAnotherBeforeTheOthers() {
        var ordered =
                Manifest.of("ordered", Manifest.serve(word()))
                        .initContainer("first", "sleep 0.5")
                        .initContainer("second", "sleep 0.5");
        kubelet.start();
        kubelet.put(ordered);
        var pod = kubelet.awaitRunning(ordered);

        var first = pod.items("status", "initContainerStatuses").get(0).at("state", "terminated");
        var second = pod.items("status", "initContainerStatuses").get(1).at("state", "terminated");
        assertThat(List.of(first.text("reason"), second.text("reason"))).containsOnly("Completed");
        var lives = rig.containers("ordered-e2e-node");
        var end = exitOf(lives, "first");
        assertThat(startOf(lives, "second")).isAfterOrEqualTo(end);
        assertThat(startOf(lives, "main")).isAfterOrEqualTo(exitOf(lives, "second"));
    }

    private Instant startOf(List<ListedContainer> containers, String name) {
        return rig.runtime().containerStatus(only(containers, name).id()).startedAt().orElseThrow();
    }

    private Instant exitOf(List<ListedContainer> containers, String name) {
        var status = rig.runtime().containerStatus(only(containers, name).id());
        return status.exit().orElseThrow().finishedAt();
    }

    private static ListedContainer only(List<ListedContainer> containers, String name) {
        var found = containers.stream().filter(one -> one.name().equals(name)).toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    private Path logFile(String uid, String name, String container) {
        return kubelet.home()
                .resolve("logs/default_%s-e2e-node_%s/%s/0.log".formatted(name, uid, container));
    }

    private void nothingIsLeftOf(String uid) {
        Await.that(
                "the folders of pod " + uid + " to be gone",
                () ->
                        Folders.names(kubelet.home().resolve("root/pods")).toString()
                                + Folders.names(kubelet.home().resolve("logs")),
                names -> !names.contains(uid));
    }
}
