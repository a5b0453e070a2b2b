package io.jubelet.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.meter.ContainerType;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.core.testing.StepExecution;
import io.jubelet.model.pod.PodNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Cases of pod_startup_latency_tracker_test.go are among these.
final class StartMeterTest {
    private static final PodIdentity WEB = new PodIdentity("shop", "web", new PodUid("uid-web"));

    private final StepExecution execution = new StepExecution();
    private final List<Figure> told = new ArrayList<>();
    private final StartMeter meter = new StartMeter(execution, PodJournal.NONE, told::add);

    private void pass(long millis) {
        execution.pass(Duration.ofMillis(millis));
    }

    private void phase(String phase) {
        meter.saw(
                new PodView(
                        WEB,
                        Optional.empty(),
                        "Syncing",
                        Instant.EPOCH,
                        PodStatus.newBuilder().setPhase(phase).build(),
                        List.of()));
    }

    @Test
    void theWayFromSightToWorkerAndToRunningIsTold() {
        meter.note(WEB, Step.SEEN, "static");
        pass(5);
        meter.note(WEB, Step.ADMITTED, "");
        phase("Pending");
        pass(295);
        phase("Running");
        phase("Running");

        assertThat(told)
                .containsExactly(
                        new Figure.WorkerStarted(Duration.ofMillis(5)),
                        new Figure.PodRuns(Duration.ofMillis(300)));
    }

    @Test
    void aPodThatRanBeforeTheAgentDidHasNotStartedHere() {
        meter.note(WEB, Step.SEEN, "static");
        phase("");
        phase("Running");
        phase("Pending");
        phase("Running");

        assertThat(told).isEmpty();
    }

    @Test
    void aPodThatFailedBeforeItRanHasNotStarted() {
        meter.note(WEB, Step.SEEN, "static");
        phase("Pending");
        phase("Failed");
        phase("Running");

        assertThat(told).isEmpty();
    }

    @Test
    void aPodThatIsGoneIsForgotten() {
        meter.note(WEB, Step.SEEN, "static");
        phase("Pending");
        meter.note(WEB, Step.GONE, "");
        phase("Running");

        assertThat(told).isEmpty();
    }

    private Pod pod(Consumer<Pod.Builder> change) {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setName("web").setNamespace("shop").setUid("uid-web");
        pod.getMetadataBuilder()
                .getCreationTimestampBuilder()
                .setSeconds(Instant.parse("2026-01-01T00:00:00Z").getEpochSecond());
        change.accept(pod);
        return pod.build();
    }

    private void heard(Consumer<Pod.Builder> change) {
        meter.heard(List.of(pod(change)));
    }

    private static void waits(Pod.Builder pod) {
        pod.getStatusBuilder()
                .addContainerStatusesBuilder()
                .setName("app")
                .getStateBuilder()
                .getWaitingBuilder()
                .setReason("ContainerCreating");
    }

    private static void runs(Pod.Builder pod) {
        pod.getStatusBuilder().getStartTimeBuilder().setSeconds(1);
        pod.getStatusBuilder()
                .addContainerStatusesBuilder()
                .setName("app")
                .getStateBuilder()
                .getRunningBuilder()
                .getStartedAtBuilder()
                .setSeconds(1);
    }

    private static Figure started(long wholeMillis, long ownMillis) {
        return new Figure.PodStarted(
                Duration.ofMillis(wholeMillis), Optional.of(Duration.ofMillis(ownMillis)), true);
    }

    @Test
    void noEvents() {
        meter.heard(List.of());

        assertThat(told).isEmpty();
    }

    @Test
    void singlePodRecorded() {
        heard(StartMeterTest::waits);
        pass(3000);
        heard(StartMeterTest::runs);
        heard(StartMeterTest::runs);

        assertThat(told).containsExactly(started(3000, 3000));
    }

    @Test
    void pullsAndInitContainersAreNotItsOwn() {
        heard(StartMeterTest::waits);
        pass(2000);
        pulled("init", 1500);
        pass(1000);
        initRan(700);
        pulled("app", 200);
        pass(1000);
        heard(StartMeterTest::runs);

        var pulls = told.stream().filter(Figure.ImagePulled.class::isInstance);
        assertThat(pulls).hasSize(2);
        assertThat(told).endsWith(started(4000, 4000 - 1500 - 700 - 200));
    }

    private void pulled(String part, long millis) {
        meter.tell(new Figure.ImagePulled(WEB.uid(), part, Duration.ofMillis(millis), 1));
    }

    private void initRan(long millis) {
        ended(ContainerType.INIT_CONTAINER, false, millis);
        ended(ContainerType.INIT_CONTAINER, true, 60_000);
        ended(ContainerType.CONTAINER, false, 60_000);
    }

    private void ended(ContainerType type, boolean sidecar, long millis) {
        meter.tell(
                new Figure.ContainerEnded(
                        WEB.uid(),
                        type,
                        sidecar,
                        0,
                        "Completed",
                        Optional.of(Duration.ofMillis(millis))));
    }

    @Test
    void pullsAtTheSameTimeCountOnce() {
        heard(StartMeterTest::waits);
        pass(1000);
        pulled("b", 300);
        pass(500);
        pulled("a", 1500);
        pass(500);
        heard(StartMeterTest::runs);

        assertThat(told).endsWith(started(2000, 500));
    }

    @Test
    void aPullThatHadToBeTriedAgainCountsFromItsFirstTry() {
        heard(StartMeterTest::waits);
        pass(1000);
        meter.tell(new Figure.PullRefused(WEB.uid(), "app", Duration.ofMillis(400)));
        pass(10_000);
        meter.tell(new Figure.PullRefused(WEB.uid(), "app", Duration.ofMillis(400)));
        pass(20_000);
        pulled("app", 1000);
        heard(StartMeterTest::runs);

        assertThat(told).endsWith(started(31_000, 600));
    }

    @Test
    void aPodWithStateHasNoShareOfItsOwn() {
        heard(StartMeterTest::waits);
        pass(2000);
        heard(
                pod -> {
                    runs(pod);
                    var volume = pod.getSpecBuilder().addVolumesBuilder();
                    volume.getVolumeSourceBuilder().getHostPathBuilder().setPath("/data");
                });

        assertThat(told)
                .containsExactly(
                        new Figure.PodStarted(Duration.ofSeconds(2), Optional.empty(), true));
    }

    @Test
    void firstNetworkPod() {
        heard(StartMeterTest::waits);
        heard(
                pod -> {
                    runs(pod);
                    pod.getSpecBuilder().setHostNetwork(true);
                });

        assertThat(told)
                .containsExactly(
                        new Figure.PodStarted(Duration.ZERO, Optional.of(Duration.ZERO), false));
    }

    @Test
    void aPodThatCouldNotBePlacedAtOnceNeverCounts() {
        heard(
                pod ->
                        pod.getStatusBuilder()
                                .addConditionsBuilder()
                                .setType("PodScheduled")
                                .setStatus("False"));
        heard(StartMeterTest::waits);
        heard(StartMeterTest::runs);

        assertThat(told).isEmpty();
    }

    @Test
    void aPodThatWasThereBeforeIsNotFollowed() {
        heard(StartMeterTest::runs);
        heard(StartMeterTest::runs);

        assertThat(told).isEmpty();
    }

    @Test
    void aCopyOfAStaticPodIsNotFollowed() {
        heard(pod -> pod.getMetadataBuilder().putAnnotations(PodNames.CONFIG_MIRROR, "x"));
        heard(
                pod -> {
                    runs(pod);
                    pod.getMetadataBuilder().putAnnotations(PodNames.CONFIG_MIRROR, "x");
                });

        assertThat(told).isEmpty();
    }

    @Test
    void aPodThatLeftTheServerIsForgotten() {
        heard(StartMeterTest::waits);
        meter.heard(List.of());
        heard(StartMeterTest::runs);

        assertThat(told).isEmpty();
    }

    @Test
    void aServerWhoseClockIsAheadMakesNoNegativeTime() {
        execution.jump(Duration.ofHours(-1));
        heard(StartMeterTest::waits);
        heard(StartMeterTest::runs);

        assertThat(told).containsExactly(started(0, 0));
    }
}
