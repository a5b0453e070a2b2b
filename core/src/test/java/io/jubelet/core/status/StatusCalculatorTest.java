package io.jubelet.core.status;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.testing.Seen;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class StatusCalculatorTest {
    private static final Instant NOW = PAST.plusSeconds(60);
    private static final PodStatus NONE = PodStatus.getDefaultInstance();

    @Test
    void showsARunningPodAsReady() {
        var web = pod("web").containers("app").build();

        var status = calculate(web, seen(web).sandbox(0).running("app"), List.of(), NONE);

        assertThat(status.getPhase()).isEqualTo("Running");
        assertThat(status.getPodIP()).isEqualTo("10.0.0.1");
        assertThat(status.getQosClass()).isEqualTo("BestEffort");
        var app = status.getContainerStatuses(0);
        assertThat(app.getReady()).isTrue();
        assertThat(app.getContainerID()).isEqualTo("containerd://app-0");
        assertThat(app.getState().getRunning().getStartedAt().getSeconds())
                .isEqualTo(PAST.getEpochSecond());
        assertThat(status.getConditionsList())
                .extracting(PodCondition::getType, PodCondition::getStatus)
                .containsExactly(
                        tuple("PodReadyToStartContainers", "True"),
                        tuple("Initialized", "True"),
                        tuple("Ready", "True"),
                        tuple("ContainersReady", "True"),
                        tuple("PodScheduled", "True"));
    }

    @Test
    void namesTheContainersThatAreNotReady() {
        var web = pod("web").containers("app", "log").build();

        var status = calculate(web, seen(web).sandbox(0), List.of(), NONE);

        assertThat(condition(status, "Ready").getMessage())
                .isEqualTo("containers with unready status: [app log]");
        assertThat(status.getContainerStatuses(0).getState().getWaiting().getReason())
                .isEqualTo("ContainerCreating");
    }

    @Test
    void showsTheBackOffOfACrashedContainerAndHowItEnded() {
        var web = pod("web").containers("app").build();
        var wait =
                new Wait(
                        new WaitReason.CrashLoopBackOff("app", "web", Duration.ofSeconds(10)),
                        NOW,
                        Optional.of(NOW));

        var status = calculate(web, seen(web).sandbox(0).exited("app", 3, 7), List.of(wait), NONE);

        var app = status.getContainerStatuses(0);
        assertThat(app.getState().getWaiting().getReason()).isEqualTo("CrashLoopBackOff");
        assertThat(app.getLastState().getTerminated().getExitCode()).isEqualTo(7);
        assertThat(app.getRestartCount()).isEqualTo(3);
    }

    @Test
    void putsWhatHoldsUpTheWholePodIntoTheFirstCondition() {
        var web = pod("web").containers("app").build();
        var wait = new Wait(new WaitReason.SandboxFailed("no CNI"), NOW, Optional.empty());

        var status = calculate(web, seen(web), List.of(wait), NONE);

        var condition = condition(status, "PodReadyToStartContainers");
        assertThat(condition.getReason()).isEqualTo("FailedCreatePodSandBox");
        assertThat(condition.getMessage()).isEqualTo("failed to create pod sandbox: no CNI");
    }

    @Test
    void keepsTheTimeOfAConditionThatDoesNotChange() {
        var web = pod("web").containers("app").build();
        var first = calculate(web, seen(web).sandbox(0).running("app"), List.of(), NONE);

        var second =
                StatusCalculator.calculate(
                        web,
                        seen(web).sandbox(0).running("app").build(),
                        List.of(),
                        first,
                        "containerd",
                        NOW.plusSeconds(100));

        assertThat(second).isEqualTo(first);
    }

    @Test
    void keepsTheAddressOfAPodThatEnded() {
        var job = pod("job").containers("app").restart("Never").build();
        var running = calculate(job, seen(job).sandbox(0).running("app"), List.of(), NONE);

        var ended =
                calculate(job, seen(job).deadSandbox(0).exited("app", 0, 0), List.of(), running);

        assertThat(ended.getPhase()).isEqualTo("Succeeded");
        assertThat(ended.getPodIP()).isEqualTo("10.0.0.1");
        assertThat(condition(ended, "Ready").getReason()).isEqualTo("PodCompleted");
    }

    @Test
    void waitsWithPodInitializingWhileInitContainersRun() {
        var web = pod("web").initContainers("one").containers("app").build();

        var status = calculate(web, seen(web).sandbox(0).running("one"), List.of(), NONE);

        assertThat(status.getContainerStatuses(0).getState().getWaiting().getReason())
                .isEqualTo("PodInitializing");
        assertThat(condition(status, "Initialized").getMessage())
                .isEqualTo("containers with incomplete status: [one]");
    }

    private static PodCondition condition(PodStatus status, String type) {
        return status.getConditionsList().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static PodStatus calculate(
            DesiredPod desired, Seen observed, List<Wait> waits, PodStatus before) {
        return StatusCalculator.calculate(
                desired, observed.build(), waits, before, "containerd", NOW);
    }
}
