package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.probe.ProbeKind;
import io.jubelet.sim.PodSketch.Check;
import io.jubelet.sim.PodSketch.Part;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import io.jubelet.sim.schedule.Pace;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// An agent that comes back to a node as its predecessor left it writes no status.
final class SilentRestartTest {
    private static final Part SERVER = new Part("main", "busybox:1", "serve");

    static Stream<Arguments> pods() {
        var ready = new Check(ProbeKind.READINESS, "ok", 1);
        var unready = new Check(ProbeKind.READINESS, "fail", 1);
        var alive = new Check(ProbeKind.LIVENESS, "ok", 1);
        var started = new Check(ProbeKind.STARTUP, "after 5", 30);
        return Stream.of(
                arguments("one that serves", PodSketch.server("web")),
                arguments("one that is ready by its probe", with(SERVER.checked(ready))),
                arguments("one that is not ready by its probe", with(SERVER.checked(unready))),
                arguments("one that is alive by its probe", with(SERVER.checked(alive))),
                arguments(
                        "one that has started by its probe",
                        with(SERVER.checked(started).checked(ready))),
                arguments(
                        "one that succeeded",
                        PodSketch.running("web", "exit 0").with(RestartPolicy.NEVER)),
                arguments(
                        "one that failed",
                        PodSketch.running("web", "exit 1").with(RestartPolicy.NEVER)),
                arguments(
                        "one whose init container failed",
                        PodSketch.server("web")
                                .with(RestartPolicy.NEVER)
                                .withInit(new Part("init", "busybox:1", "exit 1"))),
                arguments("one that waits for its restart", PodSketch.running("web", "exit 1")),
                arguments(
                        "one with a sidecar",
                        PodSketch.server("web")
                                .withInit(Part.sidecar("mesh", "busybox:1", "serve"))),
                arguments(
                        "one that waits for its init container's restart",
                        PodSketch.server("web").withInit(new Part("init", "busybox:1", "exit 1"))));
    }

    private static PodSketch with(Part part) {
        return new PodSketch(
                "web", 0, RestartPolicy.ALWAYS, Duration.ofSeconds(10), List.of(), List.of(part));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pods")
    void nothingIsWrittenOf(String name, PodSketch pod) {
        Simulation.ofNode(42, Pace.STEADY, UnaryOperator.identity())
                .run(
                        "the same test again",
                        simulation -> {
                            simulation.runtime().images().add("busybox:1");
                            simulation.startAgent();
                            simulation.advance(Duration.ofSeconds(5));
                            simulation.clusterSide().orElseThrow().bound().create(pod);
                            // In the middle of the longest wait between two tries.
                            simulation.advance(Duration.ofSeconds(800));
                            var before = writes(simulation);
                            simulation.killAgent();
                            simulation.advance(Duration.ofSeconds(1));
                            simulation.startAgent();
                            simulation.advance(Duration.ofSeconds(40));

                            assertThat(before).isNotEmpty();
                            assertThat(writes(simulation)).as(name).isEqualTo(before);
                        });
    }

    /// Found by seed 649 of a node's churn: only the next agent told of it.
    @Test
    void aContainerAddedToAnEndedPodIsToldOfAtOnceAndNotOnceMoreByTheNextAgent() {
        Simulation.ofNode(42, Pace.STEADY, UnaryOperator.identity())
                .run(
                        "the same test again",
                        simulation -> {
                            var bound = simulation.clusterSide().orElseThrow().bound();
                            simulation.runtime().images().add("busybox:1");
                            simulation.startAgent();
                            simulation.advance(Duration.ofSeconds(5));
                            var job = PodSketch.running("job", "exit 0").with(RestartPolicy.NEVER);
                            var uid = bound.create(job);
                            simulation.advance(Duration.ofSeconds(30));
                            bound.debug(bound.find(uid).orElseThrow(), "serve");
                            simulation.advance(Duration.ofSeconds(5));

                            var told = bound.find(uid).orElseThrow();
                            assertThat(told.getStatus().getPhase()).isEqualTo("Succeeded");
                            assertThat(told.getStatus().getObservedGeneration())
                                    .isEqualTo(told.getMetadata().getGeneration());
                            assertThat(told.getStatus().getEphemeralContainerStatusesList())
                                    .singleElement()
                                    .satisfies(
                                            it -> {
                                                assertThat(it.getName()).isEqualTo("debug");
                                                assertThat(it.getState().hasWaiting()).isTrue();
                                            });
                            var before = writes(simulation);
                            simulation.killAgent();
                            simulation.startAgent();
                            simulation.advance(Duration.ofSeconds(40));
                            assertThat(writes(simulation)).isEqualTo(before);
                        });
    }

    private static List<String> writes(Simulation simulation) {
        return simulation.clusterSide().orElseThrow().cluster().calls().stream()
                .filter(call -> call.resource().equals(ApiResource.PODS))
                .filter(call -> call.verb() == Verb.PATCH)
                .map(Object::toString)
                .toList();
    }
}
