package io.jubelet.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// What every [ContainerRuntime] must do. The simulated one and the real containerd run the same
/// suite, so that the simulation cannot drift from what containers really do.
///
/// An implementation's test extends this, makes its [RuntimeWorld] before each test and ends it
/// after.
public abstract class ContainerRuntimeContract extends RuntimeSuite {
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration BLINK = Duration.ofMillis(500);

    @Test
    void saysWhoItIsAndThatItIsReady() {
        assertThat(runtime.version().runtimeName()).isNotEmpty();
        assertThat(runtime.version().apiVersion()).isEqualTo("v1");
        assertThat(runtime.status().runtime().ready()).isTrue();
        assertThat(runtime.status().network().ready()).isTrue();
    }

    @Test
    void aSandboxThatRanIsReadyAndHasAnAddress() {
        var status = runtime.sandboxStatus(runtime.runSandbox(web.sandbox(3)));
        assertThat(status.ready()).isTrue();
        assertThat(status.attempt()).isEqualTo(3);
        assertThat(status.hostNetwork()).isFalse();
        assertThat(status.ips()).isNotEmpty();
    }

    @Test
    void listsShowWhoseASandboxIs() {
        var id = runtime.runSandbox(web.sandbox(0));
        var listed = sandboxes(web);
        assertThat(listed).extracting(ListedSandbox::id).containsExactly(id);
        assertThat(listed.getFirst().pod()).isEqualTo(web.pod());
        assertThat(listed.getFirst().state()).isEqualTo(SandboxState.READY);
        assertThat(runtime.listSandboxes(Optional.empty()))
                .extracting(ListedSandbox::id)
                .contains(id);
    }

    @Test
    void aListOfOnePodLeavesOthersOut() {
        var other = pod("other");
        runtime.runSandbox(web.sandbox(0));
        var sandbox = runtime.runSandbox(other.sandbox(0));
        var container = create(other, sandbox, "main", 0, PodFixture.SERVE);
        assertThat(sandboxes(other)).extracting(ListedSandbox::id).containsExactly(sandbox);
        assertThat(containers(other)).extracting(ListedContainer::id).containsExactly(container);
        assertThat(containers(web)).isEmpty();
        assertThat(runtime.listSandboxes(Optional.of(new PodUid("nobody")))).isEmpty();
    }

    @Test
    void theSameAttemptOfASandboxIsRefused() {
        runtime.runSandbox(web.sandbox(0));
        refused(Code.FAILED, () -> runtime.runSandbox(web.sandbox(0)));
        assertThat(sandboxes(web)).hasSize(1);
    }

    @Test
    void theNextAttemptOfASandboxIsTaken() {
        var first = runtime.runSandbox(web.sandbox(0));
        runtime.stopSandbox(first);
        var second = runtime.runSandbox(web.sandbox(1));
        assertThat(runtime.sandboxStatus(first).ready()).isFalse();
        assertThat(runtime.sandboxStatus(second).ready()).isTrue();
    }

    @Test
    void aRemovedSandboxFreesItsName() {
        runtime.removeSandbox(runtime.runSandbox(web.sandbox(0)));
        assertThat(sandboxes(web)).isEmpty();
        assertThat(runtime.sandboxStatus(runtime.runSandbox(web.sandbox(0))).ready()).isTrue();
    }

    @Test
    void stoppingASandboxKillsWhatRunsInIt() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var container = started(web, sandbox, PodFixture.SERVE);
        runtime.stopSandbox(sandbox);
        assertThat(runtime.sandboxStatus(sandbox).ready()).isFalse();
        assertThat(awaitExit(container).code()).isEqualTo(137);
    }

    @Test
    void stoppingAndRemovingASandboxAgainChangesNothing() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        runtime.stopSandbox(sandbox);
        runtime.stopSandbox(sandbox);
        runtime.removeSandbox(sandbox);
        runtime.removeSandbox(sandbox);
        runtime.stopSandbox(sandbox);
        assertThat(sandboxes(web)).isEmpty();
    }

    @Test
    void removingARunningSandboxTakesItsContainersAlong() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var container = started(web, sandbox, PodFixture.DEAF);
        runtime.removeSandbox(sandbox);
        assertThat(containers(web)).isEmpty();
        refused(Code.NOT_FOUND, () -> runtime.containerStatus(container));
        refused(Code.NOT_FOUND, () -> runtime.sandboxStatus(sandbox));
    }

    @Test
    void aMadeContainerWaitsToBeStarted() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var id = create(web, sandbox, "main", 2, PodFixture.SERVE);
        var status = runtime.containerStatus(id);
        assertThat(status.state()).isEqualTo(ContainerState.CREATED);
        assertThat(status.startedAt()).isEmpty();
        assertThat(status.exit()).isEmpty();
        assertThat(status.attempt()).isEqualTo(2);
        var listed = containers(web).getFirst();
        assertThat(listed.sandbox()).isEqualTo(sandbox);
        assertThat(listed.pod()).isEqualTo(web.pod());
        assertThat(listed.name()).isEqualTo("main");
        assertThat(listed.attempt()).isEqualTo(2);
        assertThat(listed.state()).isEqualTo(ContainerState.CREATED);
    }

    @Test
    void aContainerKeepsWhatItsMakerWroteOnIt() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var status = runtime.containerStatus(create(web, sandbox, "main", 0, PodFixture.SERVE));
        assertThat(status.name()).isEqualTo("main");
        assertThat(status.hash()).contains(PodFixture.HASH);
        assertThat(status.terminationGrace()).contains(Duration.ofSeconds(17));
        assertThat(status.imageRef()).isNotEmpty();
    }

    @Test
    void theSameAttemptOfAContainerIsRefusedUntilTheFirstIsRemoved() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var first = create(web, sandbox, "main", 0, PodFixture.SERVE);
        refused(Code.FAILED, () -> create(web, sandbox, "main", 0, PodFixture.SERVE));
        runtime.removeContainer(first);
        assertThat(create(web, sandbox, "main", 0, PodFixture.SERVE)).isNotEqualTo(first);
    }

    @Test
    void aContainerNeedsAReadySandbox() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        runtime.stopSandbox(sandbox);
        refused(() -> create(web, sandbox, "main", 0, PodFixture.SERVE));
        runtime.removeSandbox(sandbox);
        refused(() -> create(web, sandbox, "main", 0, PodFixture.SERVE));
        assertThat(containers(web)).isEmpty();
    }

    @Test
    void aStartedContainerRunsAndCannotBeStartedAgain() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var id = started(web, sandbox, PodFixture.SERVE);
        var status = runtime.containerStatus(id);
        assertThat(status.running()).isTrue();
        assertThat(status.startedAt()).isPresent();
        refused(Code.FAILED, () -> runtime.startContainer(id));
        assertThat(runtime.containerStatus(id).running()).isTrue();
    }

    @Test
    void aContainerThatEndsWellHasCompleted() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var exit = awaitExit(started(web, sandbox, PodFixture.exit(0)));
        assertThat(exit.code()).isZero();
        assertThat(exit.reason()).isEqualTo("Completed");
    }

    @Test
    void aContainerThatFailsKeepsItsCode() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var id = started(web, sandbox, PodFixture.exit(3));
        var exit = awaitExit(id);
        assertThat(exit.code()).isEqualTo(3);
        assertThat(exit.reason()).isEqualTo("Error");
        // containerd 1.6 notes the start when the call returns: a short life may have ended before.
        assertThat(exit.finishedAt())
                .isAfter(runtime.containerStatus(id).startedAt().orElseThrow().minus(BLINK));
        refused(Code.FAILED, () -> runtime.startContainer(id));
    }

    @Test
    void aProgramThatIsNotThereCannotBeStarted() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var id = create(web, sandbox, "main", 0, PodFixture.MISSING);
        refused(() -> runtime.startContainer(id));
        var exit = awaitExit(id);
        assertThat(exit.code()).isEqualTo(128);
        assertThat(exit.reason()).isEqualTo("StartError");
    }

    @Test
    void aMadeContainerOutlivesItsSandboxAndCannotBeStartedAnyMore() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var id = create(web, sandbox, "main", 0, PodFixture.SERVE);
        runtime.stopContainer(id, GRACE);
        runtime.stopSandbox(sandbox);
        assertThat(runtime.containerStatus(id).state()).isEqualTo(ContainerState.CREATED);
        refused(() -> runtime.startContainer(id));
        assertThat(awaitExit(id).reason()).isEqualTo("StartError");
    }

    @Test
    void aContainerThatHearsSigtermEndsItsOwnWay() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var id = started(web, sandbox, PodFixture.SERVE);
        runtime.stopContainer(id, SOON);
        assertThat(awaitExit(id).code()).isZero();
    }

    @Test
    void aContainerThatDoesNotHearIsKilledAfterItsGrace() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var id = started(web, sandbox, PodFixture.DEAF);
        var before = world.execution().tick();
        runtime.stopContainer(id, GRACE);
        var took = before.until(world.execution().tick());
        assertThat(awaitExit(id).code()).isEqualTo(137);
        assertThat(took).isBetween(GRACE, GRACE.plus(SOON));
    }

    @Test
    void noGraceKillsAtOnce() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var id = started(web, sandbox, PodFixture.SERVE);
        runtime.stopContainer(id, Duration.ZERO);
        assertThat(awaitExit(id).code()).isEqualTo(137);
    }

    @Test
    void stoppingWhatHasEndedOrIsGoneChangesNothing() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var id = started(web, sandbox, PodFixture.exit(4));
        awaitExit(id);
        runtime.stopContainer(id, GRACE);
        assertThat(awaitExit(id).code()).isEqualTo(4);
        runtime.removeContainer(id);
        runtime.stopContainer(id, GRACE);
        runtime.removeContainer(id);
        assertThat(containers(web)).isEmpty();
    }

    @Test
    void removingARunningContainerKillsIt() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        var id = started(web, sandbox, PodFixture.DEAF);
        runtime.removeContainer(id);
        assertThat(containers(web)).isEmpty();
        assertThat(runtime.sandboxStatus(sandbox).ready()).isTrue();
    }

    @Test
    void whatIsNotThereIsNotFound() {
        refused(Code.NOT_FOUND, () -> runtime.sandboxStatus(new SandboxId("none")));
        refused(Code.NOT_FOUND, () -> runtime.containerStatus(new ContainerId("none")));
        refused(Code.NOT_FOUND, () -> runtime.startContainer(new ContainerId("none")));
    }

    @Test
    void imagesOnTheMachineAreFoundAndOthersAreNot() {
        assertThat(world.images().find(world.image())).isPresent();
        assertThat(world.images().find(world.unpullableImage())).isEmpty();
    }

    @Test
    void theImageOfAContainerIsInUseAsItIsListed() {
        var sandbox = runtime.runSandbox(web.sandbox(0));
        started(web, sandbox, PodFixture.DEAF);
        var id = world.images().find(world.image()).orElseThrow().reference();

        assertThat(runtime.imagesInUse()).contains(id);
        assertThat(world.images().list()).extracting(ImageService.ListedImage::id).contains(id);
    }

    @Test
    void theDiskOfTheImagesHasASize() {
        var space = world.images().space();

        assertThat(space.capacityBytes()).isPositive();
        assertThat(space.availableBytes()).isBetween(0L, space.capacityBytes());
    }

    @Test
    void anImageThatIsNotThereIsRemovedAlready() {
        world.images().remove("sha256:" + "0".repeat(64));
    }

    @Test
    void anImageThatNobodyHasCannotBePulled() {
        refused(() -> world.images().pull(world.unpullableImage()));
        assertThat(world.images().find(world.unpullableImage())).isEmpty();
    }

    @Test
    void eventsIfOfferedHintAtThePodThatChanged() {
        var hints = new ConcurrentLinkedQueue<PodUid>();
        var ended = new AtomicReference<Optional<Code>>(Optional.empty());
        world.execution()
                .start(
                        ThreadKind.SERVICE,
                        "events",
                        () -> {
                            try {
                                runtime.streamEvents(event -> hints.add(event.pod()));
                            } catch (RuntimeCallException end) {
                                ended.set(Optional.of(end.code()));
                            }
                        });
        var attempts = new ArrayList<Integer>();
        world.await(
                "an event or a refusal",
                SOON,
                () -> {
                    // The stream opens some time after the call: change something again and again.
                    attempts.add(0);
                    runtime.removeSandbox(runtime.runSandbox(web.sandbox(attempts.size())));
                    return hints.contains(web.pod().uid()) || ended.get().isPresent();
                },
                done -> done);
        assertThat(ended.get().orElse(Code.UNIMPLEMENTED)).isEqualTo(Code.UNIMPLEMENTED);
    }
}
