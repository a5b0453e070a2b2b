package io.jubelet.e2e.bench;

import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.e2e.bench.ExitTimes.Doomed;
import io.jubelet.e2e.bench.PodWatch.Mark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/// One kubelet's turn: processes are killed, and what counts is when the API server shows it.
///
/// Thread: the run's.
final class StatusTurn {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration SETTLE = Duration.ofSeconds(5);
    private static final int SHORTEST_GAP = 300;
    private static final int GAP_SPREAD = 1000;
    private static final double NANOS = 1e6;
    private static final double MILLIS = 1000;
    private static final String ENDED =
            """
            {"status": {"phase": "Failed", "containerStatuses": [{"name": "main", "ready": false,
             "restartCount": 0, "image": "none", "imageID": "", "state": {"terminated":
             {"exitCode": 137, "reason": "Error", "containerID": "containerd://none"}}}]}}
            """;

    private final Testbed bed;
    private final ExitTimes exits;
    private final MeasuredKubelet kubelet;
    private final PodWatch watch;
    private final Map<String, Samples> figures = new HashMap<>();

    StatusTurn(Testbed bed, ExitTimes exits, MeasuredKubelet kubelet, PodWatch watch) {
        this.bed = bed;
        this.exits = exits;
        this.kubelet = kubelet;
        this.watch = watch;
    }

    /// With a limit that does not bite: half of the pods end one by one, the others all at once.
    Map<String, Samples> unlimited(String name, int pods) {
        patches(name + "-bare", pods / 4);
        var running = start(name, pods);
        oneByOne(running.subList(0, pods / 2));
        allAtOnce("exits", running.subList(pods / 2, pods));
        return figures;
    }

    /// With a limit that bites all pods end at once.
    Map<String, Samples> limited(String name, int pods) {
        allAtOnce("limited", start(name, pods));
        return figures;
    }

    /// A status written by ourselves, of pods that no kubelet looks at.
    private void patches(String prefix, int pods) {
        var samples = new ArrayList<Double>();
        for (var pod : names(prefix, pods)) {
            bed.create(BenchPods.bystander(pod));
            watch.await(pod, Mark.CREATED, LONGEST);
            var begin = System.nanoTime();
            bed.api()
                    .patch(
                            ApiResource.PODS,
                            new ObjectName(Testbed.NAMESPACE, pod),
                            Patch.ofStatus(ENDED));
            samples.add((watch.await(pod, Mark.ENDED, LONGEST) - begin) / NANOS);
        }
        figures.put("patch", new Samples(samples));
    }

    private static List<String> names(String prefix, int pods) {
        return IntStream.range(0, pods).mapToObj(index -> prefix + "-" + index).toList();
    }

    private List<String> start(String prefix, int pods) {
        var names = names(prefix, pods);
        bed.forEach(names, pod -> bed.create(BenchPods.sleeper(pod)));
        names.forEach(pod -> watch.await(pod, Mark.READY, LONGEST));
        Progress.say("  %d pods run".formatted(pods));
        kubelet.runFor(SETTLE);
        return names;
    }

    /// The gaps are random, so that no kubelet's rhythm becomes ours.
    private void oneByOne(List<String> pods) {
        var random = new Random(pods.size());
        var doomed = exits.processes();
        var toEvent = new ArrayList<Double>();
        var toWatch = new ArrayList<Double>();
        for (var pod : pods) {
            var victim = of(doomed, pod);
            var killed = exits.kill(victim);
            toWatch.add((watch.await(pod, Mark.ENDED, LONGEST) - killed) / NANOS);
            toEvent.add((exits.awaitTold(victim) - killed) / NANOS);
            kubelet.runFor(Duration.ofMillis(SHORTEST_GAP + random.nextInt(GAP_SPREAD)));
        }
        figures.put("exit", new Samples(toWatch));
        figures.put("event", new Samples(toEvent));
        Progress.say(
                "  exit to watch p50 %s ms, of which to the runtime's event %s ms"
                        .formatted(
                                Numbers.text(new Samples(toWatch).median()),
                                Numbers.text(new Samples(toEvent).median())));
    }

    private void allAtOnce(String name, List<String> pods) {
        var doomed = exits.processes();
        var victims = pods.stream().map(pod -> of(doomed, pod)).toList();
        var begin = System.nanoTime();
        victims.forEach(exits::kill);
        var shown =
                pods.stream()
                        .mapToLong(pod -> watch.await(pod, Mark.ENDED, LONGEST))
                        .sorted()
                        .toArray();
        var last = shown[shown.length - 1];
        var seconds = (last - shown[0]) / NANOS / MILLIS;
        put(name + "_pods", pods.size());
        put(name + "_wall_s", (last - begin) / NANOS / MILLIS);
        put(name + "_a_second", shown.length / ((last - begin) / NANOS / MILLIS));
        put(name + "_a_second_once_begun", (shown.length - 1) / seconds);
        put(name + "_writes", watch.writesBetween(begin, last));
        kubelet.runFor(SETTLE);
        put(name + "_writes_in_all", watch.writesBetween(begin, System.nanoTime()));
        Progress.say(
                "  %d exits at once: all shown after %s s"
                        .formatted(pods.size(), Numbers.text((last - begin) / NANOS / MILLIS)));
    }

    private static Doomed of(Map<String, Doomed> doomed, String pod) {
        var victim = doomed.get(pod);
        if (victim == null) {
            throw new AssertionError("no process of pod " + pod);
        }
        return victim;
    }

    private void put(String name, double value) {
        figures.put(name, Samples.of(value));
    }
}
