package io.jubelet.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FaultyRuntimeTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final SandboxSpec OTHER =
            new SandboxSpec(
                    new PodIdentity("default", "other", new PodUid("other")),
                    0,
                    "other",
                    "/var/log/other",
                    List.of(),
                    Map.of(),
                    Map.of(),
                    new SandboxSpec.Namespaces(false, false, false, false),
                    ProcessIdentity.DEFAULT,
                    "");

    private final SimScheduler scheduler = new SimScheduler(3, Pace.STEADY);
    private final FakeRuntime honest = new FakeRuntime(scheduler, new Seeded(3), Latency.NORMAL);
    private final FaultyRuntime faulty =
            new FaultyRuntime(honest, honest, scheduler, new Seeded(3));

    private static Faults faults(int lost, int hung) {
        return new Faults(0, lost, 0, hung, 0, 0, 0, Duration.ofSeconds(1), LONG);
    }

    @Test
    void aLostAnswerIsAnErrorForWhatWasDone() {
        scheduler.run(
                () -> {
                    faulty.faults(faults(1, 0));
                    refused(Code.UNAVAILABLE);
                    assertThat(honest.model().sandboxes()).hasSize(1);
                });
    }

    @Test
    void aHungCallIsAnsweredByItsDeadline() {
        scheduler.run(
                () -> {
                    faulty.faults(faults(0, 1));
                    var before = scheduler.elapsed();
                    refused(Code.DEADLINE_EXCEEDED);
                    assertThat(scheduler.elapsed().minus(before))
                            .isBetween(LONG, LONG.plusSeconds(1));
                });
    }

    @Test
    void aRuntimeThatIsDownIsUnavailableAndItsContainersRunOn() {
        scheduler.run(
                () -> {
                    honest.addForeign();
                    honest.goDown();
                    refused(Code.UNAVAILABLE);
                    honest.comeBack();
                    faulty.runSandbox(OTHER);
                    assertThat(honest.model().containers()).allMatch(FakeContainer::running);
                });
    }

    @Test
    void aCallWhoseCallerCrashedMayOrMayNotBeDone() {
        var outcomes = new HashSet<Integer>();
        for (var seed = 0; seed < 40; seed++) {
            outcomes.add(sandboxesAfterACrash(seed));
        }
        assertThat(outcomes).containsExactlyInAnyOrder(0, 1);
    }

    private static int sandboxesAfterACrash(long seed) {
        var scheduler = new SimScheduler(seed, Pace.STEADY);
        var runtime = new FakeRuntime(scheduler, new Seeded(seed), Latency.NORMAL);
        scheduler.run(
                () -> {
                    var process = scheduler.incarnation();
                    process.start(ThreadKind.POD, "caller", () -> runtime.runSandbox(OTHER));
                    scheduler.advance(Duration.ofNanos(10_000));
                    process.crash();
                    scheduler.advance(Duration.ofSeconds(1));
                });
        return runtime.model().sandboxes().size();
    }

    @Test
    void listsLeaveOutWhatNoKubeletMade() {
        scheduler.run(
                () -> {
                    honest.addForeign();
                    assertThat(faulty.listContainers(Optional.empty())).isEmpty();
                    assertThat(faulty.listSandboxes(Optional.empty())).isEmpty();
                });
    }

    private void refused(Code code) {
        assertThatExceptionOfType(RuntimeCallException.class)
                .isThrownBy(() -> faulty.runSandbox(OTHER))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(code));
    }
}
