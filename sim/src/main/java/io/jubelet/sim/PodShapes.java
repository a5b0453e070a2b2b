package io.jubelet.sim;

import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.probe.ProbeKind;
import io.jubelet.sim.PodSketch.Check;
import io.jubelet.sim.PodSketch.Part;
import io.jubelet.sim.schedule.Seeded;
import java.time.Duration;
import java.util.List;

/// Pods of every shape, as chance will have them.
///
/// Thread: the one that leads the simulation.
final class PodShapes {
    private static final List<String> COMMANDS =
            List.of(
                    "serve",
                    "serve",
                    "serve",
                    "ignore-term",
                    "stop-in 4",
                    "sleep 3 exit 0",
                    "sleep 5 exit 1",
                    "exit 2",
                    "fail-start");
    private static final List<String> SIDECARS =
            List.of("serve", "serve", "stop-in 4", "ignore-term", "sleep 20 exit 0", "exit 2");
    private static final List<Check> CHECKS =
            List.of(
                    new Check(ProbeKind.READINESS, "ok", 1),
                    new Check(ProbeKind.READINESS, "after 4", 2),
                    new Check(ProbeKind.READINESS, "fail", 1),
                    new Check(ProbeKind.LIVENESS, "ok", 1),
                    new Check(ProbeKind.LIVENESS, "until 20", 3),
                    new Check(ProbeKind.LIVENESS, "hang", 4),
                    new Check(ProbeKind.STARTUP, "after 5", 30),
                    new Check(ProbeKind.STARTUP, "fail", 6));
    private static final List<String> HOOKS =
            List.of(
                    "lifecycle: {postStart: {exec: {command: [\"fail\"]}}}",
                    "lifecycle: {postStart: {exec: {command: [\"sleep\", \"3\"]}}}",
                    "lifecycle: {preStop: {exec: {command: [\"hang\"]}}}",
                    "lifecycle: {preStop: {exec: {command: [\"sleep\", \"2\"]}}}");
    private static final List<String> SIZES =
            List.of(
                    "resources: {requests: {cpu: 100m}}",
                    "resources: {limits: {cpu: 100m, memory: 64Mi}}");
    private static final List<String> IMAGES =
            List.of("here:1", "here:1", "pulled:1", "slow:1", "nobody/has-it:1");

    private final Seeded random;

    PodShapes(Seeded random) {
        this.random = random;
    }

    PodSketch sketch(String name) {
        var parts = random.oneIn(3) ? 2 : 1;
        var sketch =
                new PodSketch(
                        name,
                        0,
                        random.pick(
                                List.of(
                                        RestartPolicy.ALWAYS,
                                        RestartPolicy.ALWAYS,
                                        RestartPolicy.ON_FAILURE,
                                        RestartPolicy.NEVER)),
                        Duration.ofSeconds(random.pick(List.of(0, 3, 30))),
                        List.of(),
                        List.of());
        for (var part = 0; part < parts; part++) {
            sketch = sketch.withContainer(hooked(part("c" + part)));
        }
        return random.oneIn(6) ? withInit(sketch).withAsker(2) : withInit(sketch);
    }

    /// Sidecars before and after an init container.
    private PodSketch withInit(PodSketch sketch) {
        var result = sketch;
        if (random.oneIn(5)) {
            result = result.withInit(Part.sidecar("mesh", "here:1", random.pick(SIDECARS)));
        }
        if (random.oneIn(4)) {
            var command = random.oneIn(3) ? "exit 1" : "exit 0";
            result = result.withInit(new Part("init", "here:1", command));
        }
        return random.oneIn(8)
                ? result.withInit(Part.sidecar("tail", "here:1", random.pick(SIDECARS)))
                : result;
    }

    private Part part(String name) {
        var part = new Part(name, random.pick(IMAGES), random.pick(COMMANDS));
        if (random.oneIn(3)) {
            part = part.checked(random.pick(CHECKS));
        }
        return part;
    }

    private Part hooked(Part part) {
        var sized = random.oneIn(4) ? part.with(random.pick(SIZES)) : part;
        var read = random.oneIn(8) ? sized.withModels() : sized;
        return random.oneIn(6) ? read.with(random.pick(HOOKS)) : read;
    }
}
