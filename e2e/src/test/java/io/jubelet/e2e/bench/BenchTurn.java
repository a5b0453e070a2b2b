package io.jubelet.e2e.bench;

import io.jubelet.e2e.bench.PodWatch.Mark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// One kubelet's turn: pods one after another, a burst, a rest, and all deleted at once.
///
/// Thread: the run's.
final class BenchTurn {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration SETTLE = Duration.ofSeconds(10);

    /// Between two pods, so that what is cleared up after one is not counted to the next.
    static final Duration REST = Duration.ofMillis(700);

    private static final int WARM_UP = 2;
    private static final double NANOS = 1e6;
    private static final double MILLIS = 1000;

    private final Testbed bed;
    private final BenchSettings settings;
    private final MeasuredKubelet kubelet;
    private final PodWatch watch;
    private final Map<String, Samples> figures = new HashMap<>();

    BenchTurn(Testbed bed, BenchSettings settings, MeasuredKubelet kubelet, PodWatch watch) {
        this.bed = bed;
        this.settings = settings;
        this.kubelet = kubelet;
        this.watch = watch;
    }

    /// Everything, in milliseconds, seconds, millicores or megabytes as the names say.
    Map<String, Samples> run(String name) {
        kubelet.runFor(SETTLE);
        serial(name + "-warm", WARM_UP);
        figures.clear();
        serial(name + "-one", settings.serial());
        var burst = names(name + "-burst", settings.pods());
        burst(burst);
        idle();
        deleteAll(burst);
        return figures;
    }

    private static List<String> names(String prefix, int pods) {
        return IntStream.range(0, pods).mapToObj(index -> prefix + "-" + index).toList();
    }

    private void serial(String prefix, int pods) {
        var starts = new ArrayList<Double>();
        var fromPost = new ArrayList<Double>();
        var deletes = new ArrayList<Double>();
        for (var pod : names(prefix, pods)) {
            var posted = System.nanoTime();
            bed.create(BenchPods.server(pod));
            starts.add(watch.millis(pod, Mark.CREATED, Mark.READY, LONGEST));
            fromPost.add((watch.await(pod, Mark.READY, LONGEST) - posted) / NANOS);
            bed.delete(pod);
            deletes.add(watch.millis(pod, Mark.DELETING, Mark.GONE, LONGEST));
            kubelet.runFor(REST);
        }
        figures.put("start", new Samples(starts));
        figures.put("start_from_post", new Samples(fromPost));
        figures.put("delete", new Samples(deletes));
        Progress.say(
                "  start p50 %s ms, delete p50 %s ms".formatted(middle("start"), middle("delete")));
    }

    private void burst(List<String> pods) {
        var work = new Work();
        bed.forEach(pods, pod -> bed.create(BenchPods.server(pod)));
        var last = pods.stream().mapToLong(pod -> watch.await(pod, Mark.READY, LONGEST)).max();
        work.end("burst", last.orElseThrow());
        figures.put(
                "burst",
                new Samples(
                        pods.stream()
                                .map(pod -> watch.millis(pod, Mark.CREATED, Mark.READY, LONGEST))
                                .toList()));
        Progress.say(
                "  burst of %d: all ready after %s s, p50 %s ms, CPU %s s"
                        .formatted(
                                pods.size(),
                                middle("burst_wall_s"),
                                middle("burst"),
                                middle("burst_cpu_s")));
    }

    private void idle() {
        kubelet.runFor(SETTLE);
        var work = new Work();
        kubelet.runFor(settings.idle());
        var seconds = (System.nanoTime() - work.begin) / NANOS / MILLIS;
        var use = kubelet.use();
        put("idle_millicores", (use.cpuSeconds() - work.kubelet) * MILLIS / seconds);
        put(
                "idle_containerd_millicores",
                (bed.containerd().cpuSeconds() - work.containerd) * MILLIS / seconds);
        put("rss_mb", use.rssMb());
        put("rss_anon_mb", use.rssAnonMb());
        Progress.say(
                "  idle: %s millicores, RSS %s MB"
                        .formatted(middle("idle_millicores"), middle("rss_mb")));
    }

    private void deleteAll(List<String> pods) {
        var work = new Work();
        bed.forEach(pods, bed::delete);
        var last = pods.stream().mapToLong(pod -> watch.await(pod, Mark.GONE, LONGEST)).max();
        work.end("burst_delete", last.orElseThrow());
        Progress.say(
                "  all deleted after %s s, CPU %s s"
                        .formatted(middle("burst_delete_wall_s"), middle("burst_delete_cpu_s")));
    }

    private void put(String name, double value) {
        figures.put(name, Samples.of(value));
    }

    private String middle(String name) {
        return Numbers.text(figures.getOrDefault(name, Samples.of(0)).median());
    }

    /// A stretch of work: its time, and the CPU that kubelet and containerd spend on it.
    private final class Work {
        private final long begin = System.nanoTime();
        private final double kubelet = BenchTurn.this.kubelet.use().cpuSeconds();
        private final double containerd = bed.containerd().cpuSeconds();

        void end(String name, long last) {
            put(name + "_wall_s", (last - begin) / NANOS / MILLIS);
            put(name + "_cpu_s", BenchTurn.this.kubelet.use().cpuSeconds() - kubelet);
            put(name + "_containerd_cpu_s", bed.containerd().cpuSeconds() - containerd);
        }
    }
}
