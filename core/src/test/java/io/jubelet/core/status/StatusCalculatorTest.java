package io.jubelet.core.status;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.jubelet.api.core.ContainerStateWaiting;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodIP;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.SandboxState;
import io.jubelet.core.testing.Seen;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /// Found by seed 36: the link to its log failed after its start, so a container that succeeded
    /// was shown as waiting, and its pod as Failed for ever.
    @ParameterizedTest
    @CsvSource({"Never, 0, Succeeded", "Never, 3, Failed", "OnFailure, 0, Succeeded"})
    void whatHasEndedForGoodWaitsForNothing(String policy, int code, String phase) {
        var web = pod("web").containers("app").restart(policy).build();
        var wait =
                new Wait(
                        new WaitReason.ContainerStartFailed("app", "no link to its log"),
                        NOW,
                        Optional.of(NOW));

        var status =
                calculate(web, seen(web).sandbox(0).exited("app", 0, code), List.of(wait), NONE);

        assertThat(status.getPhase()).isEqualTo(phase);
        assertThat(status.getContainerStatuses(0).getState().getTerminated().getExitCode())
                .isEqualTo(code);
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
                calculateAt(
                        NOW.plusSeconds(100),
                        web,
                        seen(web).sandbox(0).running("app"),
                        List.of(),
                        first);

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

    @Test
    void waitsWithPodInitializingUntilARegularContainerIsThere() {
        var web = pod("web").initContainers("one").containers("app").build();

        var status = calculate(web, seen(web).sandbox(0).exited("one", 0, 0), List.of(), NONE);

        assertThat(status.getInitContainerStatuses(0).getReady()).isTrue();
        assertThat(condition(status, "Initialized").getStatus()).isEqualTo("True");
        assertThat(waiting(status, 0).getReason()).isEqualTo("PodInitializing");
    }

    @Test
    void countsNeitherAFailedInitContainerNorAFinishedContainerAsReady() {
        var web = pod("web").initContainers("one").containers("app").build();

        var failedInit = calculate(web, seen(web).sandbox(0).exited("one", 0, 3), List.of(), NONE);
        var finished = calculate(web, seen(web).sandbox(0).exited("app", 0, 0), List.of(), NONE);

        assertThat(failedInit.getInitContainerStatuses(0).getReady()).isFalse();
        assertThat(finished.getContainerStatuses(0).getReady()).isFalse();
    }

    @Test
    void keepsHowTheInstanceBeforeEnded() {
        var web = pod("web").containers("app", "log").build();

        var status =
                calculate(
                        web,
                        seen(web)
                                .sandbox(0)
                                .exited("app", 0, 4)
                                .running("app", 1)
                                .exited("log", 0, 5)
                                .exited("log", 1, 6),
                        List.of(),
                        NONE);

        assertThat(status.getContainerStatusesList())
                .extracting(container -> container.getLastState().getTerminated().getExitCode())
                .containsExactly(4, 5);
        assertThat(status.getContainerStatuses(1).getState().getTerminated().getExitCode())
                .isEqualTo(6);
    }

    @Test
    void doesNotCountAContainerThatWasMadeButNotStarted() {
        var web = pod("web").containers("app", "log").build();

        var status =
                calculate(
                        web,
                        seen(web).sandbox(0).exited("app", 0, 4).created("app", 1).created("log"),
                        List.of(),
                        NONE);

        var app = status.getContainerStatuses(0);
        assertThat(app.getRestartCount()).isZero();
        assertThat(app.getState().getTerminated().getExitCode()).isEqualTo(4);
        assertThat(waiting(status, 1).getReason()).isEqualTo("ContainerCreating");
    }

    @Test
    void tellsAllThatIsKnownOfAnEnd() {
        var web = pod("web").containers("app").restart("Never").build();
        var exit = new ObservedContainer.Exit(137, "OOMKilled", "too much", NOW);

        var status = calculate(web, seen(web).sandbox(0).exited("app", 0, exit), List.of(), NONE);

        var end = status.getContainerStatuses(0).getState().getTerminated();
        assertThat(end.getExitCode()).isEqualTo(137);
        assertThat(end.getReason()).isEqualTo("OOMKilled");
        assertThat(end.getMessage()).isEqualTo("too much");
        assertThat(end.getContainerID()).isEqualTo("containerd://app-0");
        assertThat(end.getStartedAt().getSeconds()).isEqualTo(PAST.getEpochSecond());
        assertThat(end.getFinishedAt().getSeconds()).isEqualTo(NOW.getEpochSecond());
    }

    @ParameterizedTest(name = "exit code {0} without a reason is {1}")
    @CsvSource({"0, Completed", "2, Error"})
    void namesAnEndThatTheRuntimeGaveNoReasonFor(int code, String reason) {
        var web = pod("web").containers("app").restart("Never").build();
        var exit = new ObservedContainer.Exit(code, "", "", NOW);

        var status = calculate(web, seen(web).sandbox(0).exited("app", 0, exit), List.of(), NONE);

        var end = status.getContainerStatuses(0).getState().getTerminated();
        assertThat(end.getReason()).isEqualTo(reason);
        assertThat(end.hasMessage()).isFalse();
    }

    @Test
    void showsTheImageThatTheRuntimeUses() {
        var web =
                pod("web")
                        .containers("app")
                        .with(p -> p.getSpecBuilder().getContainersBuilder(0).setImage("app"))
                        .build();

        var made = calculate(web, seen(web).sandbox(0).running("app"), List.of(), NONE);
        var notMade = calculate(web, seen(web).sandbox(0), List.of(), NONE);

        assertThat(made.getContainerStatuses(0).getImage()).isEqualTo("registry.example/app:1");
        assertThat(made.getContainerStatuses(0).getImageID()).isEqualTo("sha256:app");
        assertThat(notMade.getContainerStatuses(0).getImage()).isEqualTo("app");
    }

    @Test
    void showsAWaitOnItsOwnContainerOnly() {
        var web = pod("web").containers("app", "log").build();
        var reason = new WaitReason.ImageNeverPull("log", "log:1");
        var wait = new Wait(reason, NOW, Optional.empty());

        var status = calculate(web, seen(web).deadSandbox(0), List.of(wait), NONE);

        assertThat(waiting(status, 0).getReason()).isEqualTo("ContainerCreating");
        assertThat(waiting(status, 1).getReason()).isEqualTo("ErrImageNeverPull");
        assertThat(waiting(status, 1).getMessage()).isEqualTo(reason.message());
        assertThat(condition(status, "PodReadyToStartContainers").getReason()).isEmpty();
    }

    @Test
    void showsEveryAddressOfTheSandbox() {
        var web = pod("web").containers("app").build();
        var both = List.of("10.0.0.1", "fd00::1");

        var first =
                calculate(
                        web,
                        seen(web).sandbox(0, SandboxState.READY, both, false),
                        List.of(),
                        NONE);
        var afterwards = calculate(web, seen(web).deadSandbox(0), List.of(), first);

        assertThat(first.getPodIPsList()).extracting(PodIP::getIp).isEqualTo(both);
        assertThat(afterwards.getPodIPsList()).isEqualTo(first.getPodIPsList());
    }

    @ParameterizedTest(name = "host network {0} with addresses {1}: {2}")
    @CsvSource({"false, '', False", "false, 10.0.0.1, True", "true, '', True"})
    void isReadyToStartContainersOnceTheSandboxHasItsNetwork(
            boolean hostNetwork, String ip, String expected) {
        var web = pod("web").containers("app").build();
        var ips = ip.isEmpty() ? List.<String>of() : List.of(ip);

        var status =
                calculate(
                        web,
                        seen(web).sandbox(0, SandboxState.READY, ips, hostNetwork),
                        List.of(),
                        NONE);

        assertThat(condition(status, "PodReadyToStartContainers").getStatus()).isEqualTo(expected);
    }

    @Test
    void setsTheTimeOfAConditionThatChanges() {
        var web = pod("web").containers("app").build();
        var before = calculate(web, seen(web).sandbox(0), List.of(), NONE);

        var after =
                calculateAt(
                        NOW.plusSeconds(100),
                        web,
                        seen(web).sandbox(0).running("app"),
                        List.of(),
                        before);

        assertThat(seconds(after, "Ready")).isEqualTo(NOW.plusSeconds(100).getEpochSecond());
        assertThat(seconds(after, "PodScheduled")).isEqualTo(NOW.getEpochSecond());
        assertThat(after.getStartTime()).isEqualTo(before.getStartTime());
    }

    private static long seconds(PodStatus status, String type) {
        return condition(status, type).getLastTransitionTime().getSeconds();
    }

    private static ContainerStateWaiting waiting(PodStatus status, int container) {
        return status.getContainerStatuses(container).getState().getWaiting();
    }

    private static PodCondition condition(PodStatus status, String type) {
        return status.getConditionsList().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static PodStatus calculate(
            DesiredPod desired, Seen observed, List<Wait> waits, PodStatus before) {
        return calculateAt(NOW, desired, observed, waits, before);
    }

    private static PodStatus calculateAt(
            Instant now, DesiredPod desired, Seen observed, List<Wait> waits, PodStatus before) {
        return StatusCalculator.calculate(
                new StatusInput(
                        desired,
                        observed.build(),
                        waits,
                        before,
                        false,
                        Optional.empty(),
                        StatusInput.NodeSide.of("containerd"),
                        now));
    }
}
