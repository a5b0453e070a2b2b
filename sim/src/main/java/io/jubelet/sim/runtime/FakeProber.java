package io.jubelet.sim.runtime;

import io.jubelet.core.probe.HttpCheck;
import io.jubelet.core.probe.ProbeOutcome;
import io.jubelet.core.probe.Prober;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.sim.runtime.FaultCounts.Deed;
import io.jubelet.sim.runtime.FaultCounts.Trouble;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimulatedCrash;
import io.jubelet.sim.schedule.Timeline;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Asks the containers of the simulated runtime. A command says itself what its outcome is:
///
/// | command | succeeds |
/// |---|---|
/// | `ok`, or any other | always |
/// | `fail` | never |
/// | `after 5` | once the container has run for five seconds |
/// | `until 20` | as long as it has not run for twenty |
/// | `hang` | never: it runs into its timeout |
/// | `sleep 5` | after five seconds, unless the container ends before |
///
/// Over the network every address answers where a container runs.
///
/// Thread: any; what is counted is under the monitor.
public final class FakeProber implements Prober {
    private static final Duration QUICK = Duration.ofMillis(2);

    private final Timeline timeline;
    private final RuntimeModel truth;
    private final Seeded random;
    private final Map<String, Integer> failures = new LinkedHashMap<>();
    private final Map<String, Integer> successes = new LinkedHashMap<>();
    private final FaultCounts tally;
    private volatile int lostOneIn;

    /// Nobody counts.
    public FakeProber(Timeline timeline, RuntimeModel truth, Seeded random) {
        this(timeline, truth, random, new FaultCounts());
    }

    /// @param tally is told what met what
    public FakeProber(Timeline timeline, RuntimeModel truth, Seeded random, FaultCounts tally) {
        this.timeline = timeline;
        this.truth = truth;
        this.random = random;
        this.tally = tally;
    }

    /// From now on so many tries cannot be made; zero for none.
    public void faults(int lostOneIn) {
        this.lostOneIn = lostOneIn;
    }

    /// How many tries of that command in that container failed in a row, at most.
    public synchronized int failuresInARow(ContainerId container, String command) {
        return failures.getOrDefault(container.value() + " most " + command, 0);
    }

    /// How many tries of that command in that container succeeded.
    public synchronized int successes(ContainerId container, String command) {
        return successes.getOrDefault(container.value() + " " + command, 0);
    }

    /// How many tries in that container could not be made.
    public synchronized int lostIn(ContainerId container) {
        return failures.getOrDefault(container.value() + " lost", 0);
    }

    private synchronized void lost(ContainerId container) {
        failures.merge(container.value() + " lost", 1, Integer::sum);
    }

    @Override
    public ProbeOutcome exec(ContainerId container, List<String> command, Duration timeout) {
        try {
            return tried(container, command, timeout);
        } catch (SimulatedCrash crash) {
            tally.met(Deed.PROBE, Trouble.AGENT_CRASH);
            throw crash;
        }
    }

    private ProbeOutcome tried(ContainerId container, List<String> command, Duration timeout) {
        timeline.point("ExecSync");
        if (random.oneIn(lostOneIn)) {
            tally.met(Deed.PROBE, Trouble.ERROR);
            timeline.note("fault: a command cannot be run");
            lost(container);
            return new ProbeOutcome.Unknown("simulated failure");
        }
        var words = String.join(" ", command);
        var target =
                truth.containers().stream()
                        .filter(candidate -> candidate.id().equals(container))
                        .filter(FakeContainer::running)
                        .findFirst();
        if (target.isEmpty()) {
            lost(container);
            return new ProbeOutcome.Unknown("container is not running");
        }
        var outcome = decide(command, age(target.get()), timeout);
        count(container.value() + " ", words, outcome);
        return outcome;
    }

    private Duration age(FakeContainer container) {
        return Duration.between(container.startedAt().orElseThrow(), timeline.now());
    }

    private ProbeOutcome decide(List<String> command, Duration age, Duration timeout) {
        var limit =
                command.size() > 1
                        ? Duration.ofSeconds(Integer.parseInt(command.get(1)))
                        : Duration.ZERO;
        return switch (command.getFirst()) {
            case "fail" -> outcome(false);
            case "after" -> outcome(age.compareTo(limit) >= 0);
            case "until" -> outcome(age.compareTo(limit) < 0);
            case "hang" -> {
                pass(timeout.isZero() ? Duration.ofHours(1) : timeout);
                yield new ProbeOutcome.Failure("command timed out");
            }
            case "sleep" -> {
                pass(limit);
                yield outcome(true);
            }
            default -> outcome(true);
        };
    }

    private ProbeOutcome outcome(boolean success) {
        pass(QUICK);
        return success ? new ProbeOutcome.Success("") : new ProbeOutcome.Failure("simulated no");
    }

    private void pass(Duration time) {
        timeline.signal("probe").await(time);
    }

    private synchronized void count(String container, String command, ProbeOutcome outcome) {
        if (outcome instanceof ProbeOutcome.Failure) {
            var run = failures.merge(container + command, 1, Integer::sum);
            failures.merge(container + "most " + command, run, Math::max);
        } else {
            failures.remove(container + command);
            successes.merge(container + command, 1, Integer::sum);
        }
    }

    @Override
    public ProbeOutcome http(HttpCheck check, Duration timeout) {
        return reach(check.host());
    }

    @Override
    public ProbeOutcome tcp(String host, int port, Duration timeout) {
        return reach(host);
    }

    @Override
    public ProbeOutcome grpc(String host, int port, String service, Duration timeout) {
        return reach(host);
    }

    @Override
    public ProbeOutcome hook(HttpCheck check, Duration timeout) {
        return reach(check.host());
    }

    private ProbeOutcome reach(String host) {
        timeline.point("dial");
        var found =
                truth.containers().stream()
                        .filter(FakeContainer::running)
                        .filter(container -> container.sandbox().ips().contains(host))
                        .findFirst();
        return outcome(found.isPresent());
    }
}
