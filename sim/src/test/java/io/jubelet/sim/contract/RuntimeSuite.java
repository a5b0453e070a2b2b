package io.jubelet.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.core.runtime.SandboxId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// What suites about a [ContainerRuntime] stand on: a world for each test, and the pods in it.
@SuppressWarnings("NullAway.Init") // JUnit fills the fields before each test.
public abstract class RuntimeSuite {
    static final Duration SOON = Duration.ofSeconds(20);

    private final List<PodFixture> made = new ArrayList<>();
    RuntimeWorld world;
    ContainerRuntime runtime;
    PodFixture web;

    /// A world that is ready for calls from the test's thread.
    protected abstract RuntimeWorld open();

    protected abstract void close();

    @BeforeEach
    final void begin() {
        world = open();
        runtime = world.runtime();
        web = pod("web");
    }

    @AfterEach
    final void end() {
        for (var pod : made) {
            runtime.listSandboxes(Optional.of(pod.pod().uid()))
                    .forEach(sandbox -> runtime.removeSandbox(sandbox.id()));
        }
        close();
    }

    PodFixture pod(String name) {
        var fixture =
                PodFixture.of(name + "-" + world.uniqueWord(), world.image(), world.logDirectory());
        made.add(fixture);
        return fixture;
    }

    ContainerId create(
            PodFixture pod, SandboxId sandbox, String name, int attempt, List<String> command) {
        return runtime.createContainer(
                sandbox, pod.container(name, attempt, command), pod.sandbox(0));
    }

    ContainerId started(PodFixture pod, SandboxId sandbox, List<String> command) {
        var id = create(pod, sandbox, "main", 0, command);
        runtime.startContainer(id);
        if (command.equals(PodFixture.SERVE)) {
            world.awaitOutput(PodFixture.logPath("main", 0), "ready");
        }
        return id;
    }

    ObservedContainer.Exit awaitExit(ContainerId id) {
        return world.await(
                        "the container's end",
                        SOON,
                        () -> runtime.containerStatus(id),
                        ObservedContainer::exited)
                .exit()
                .orElseThrow();
    }

    List<ListedSandbox> sandboxes(PodFixture pod) {
        return runtime.listSandboxes(Optional.of(pod.pod().uid()));
    }

    List<ListedContainer> containers(PodFixture pod) {
        return runtime.listContainers(Optional.of(pod.pod().uid()));
    }

    static void refused(ThrowingCallable call) {
        assertThatExceptionOfType(RuntimeCallException.class).isThrownBy(call);
    }

    static void refused(Code code, ThrowingCallable call) {
        assertThatExceptionOfType(RuntimeCallException.class)
                .isThrownBy(call)
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(code));
    }
}
