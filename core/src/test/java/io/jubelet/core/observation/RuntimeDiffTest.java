package io.jubelet.core.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.execution.Tick;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.runtime.RuntimeEvent.Kind;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RuntimeDiffTest {
    private static final PodIdentity WEB = new PodIdentity("default", "web", new PodUid("w"));
    private static final SandboxId SANDBOX = new SandboxId("s");

    @Test
    void seesNothingInTheSameListing() {
        assertThat(RuntimeDiff.between(with(ContainerState.RUNNING), with(ContainerState.RUNNING)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "CREATED, RUNNING, STARTED",
        "RUNNING, EXITED, STOPPED",
        "RUNNING, UNKNOWN, STOPPED",
        "UNKNOWN, EXITED, STOPPED",
        "UNKNOWN, RUNNING, STARTED",
        "CREATED, EXITED, STOPPED"
    })
    void seesAContainersNewState(ContainerState before, ContainerState after, Kind what) {
        assertThat(RuntimeDiff.between(with(before), with(after)))
                .containsExactly(new RuntimeEvent(WEB.uid(), "c", what));
    }

    @Test
    void seesPodsThatCameAndWent() {
        assertThat(RuntimeDiff.between(RuntimeListing.none(), with(ContainerState.RUNNING)))
                .containsExactly(
                        new RuntimeEvent(WEB.uid(), "s", Kind.STARTED),
                        new RuntimeEvent(WEB.uid(), "c", Kind.STARTED));
        assertThat(RuntimeDiff.between(with(ContainerState.RUNNING), RuntimeListing.none()))
                .containsExactly(
                        new RuntimeEvent(WEB.uid(), "s", Kind.DELETED),
                        new RuntimeEvent(WEB.uid(), "c", Kind.DELETED));
    }

    @Test
    void knowsWhoseAContainerIsWhenItsSandboxIsGone() {
        var listing =
                RuntimeListing.of(
                        new Tick(1), List.of(), List.of(container(ContainerState.EXITED)));

        assertThat(listing.pods()).containsOnlyKeys(WEB.uid());
    }

    private static RuntimeListing with(ContainerState state) {
        var sandbox = new ListedSandbox(SANDBOX, WEB, 0, SandboxState.READY, Instant.EPOCH);
        return RuntimeListing.of(new Tick(1), List.of(sandbox), List.of(container(state)));
    }

    private static ListedContainer container(ContainerState state) {
        return new ListedContainer(
                new ContainerId("c"), SANDBOX, WEB, "app", 0, state, Instant.EPOCH);
    }
}
