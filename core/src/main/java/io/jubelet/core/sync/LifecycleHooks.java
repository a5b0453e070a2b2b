package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.LifecycleHandler;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.probe.HttpCheckCalculator;
import io.jubelet.core.probe.ProbeOutcome;
import io.jubelet.core.probe.Prober;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.SandboxState;
import io.jubelet.core.waiting.HookRunning;
import io.jubelet.core.waiting.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/// Does what a container wants done once it has started, and before it is stopped. What a hook
/// prints is told to nobody: it may hold secrets.
///
/// Thread: the pod's worker or a `stop` thread waits; the hook itself runs on a virtual thread
/// `hook <namespace>/<name>`, which may outlast the wait.
/// Upstream: lifecycle/handlers.go, kuberuntime_container.go executePreStopHook.
final class LifecycleHooks {
    /// How a hook introduces itself.
    private static final String USER_AGENT = "kube-lifecycle/1.36";

    /// Where a pod on the node's own network is.
    private static final String THIS_MACHINE = "127.0.0.1";

    /// How often a container is looked at while its hook runs: what has ended needs no hook.
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Execution execution;
    private final ContainerRuntime runtime;
    private final Prober prober;
    private final PodEvents events;
    private final Meter meter;

    /// Hooks that somebody waits for now: as many as there are such threads.
    private final Set<Shown> running = ConcurrentHashMap.newKeySet();

    /// A hook that is waited for, as others see it.
    private record Shown(PodUid pod, Wait why) {}

    LifecycleHooks(
            Execution execution,
            ContainerRuntime runtime,
            Prober prober,
            PodEvents events,
            Meter meter) {
        this.execution = execution;
        this.runtime = runtime;
        this.prober = prober;
        this.events = events;
        this.meter = meter;
    }

    /// Whom a hook is for.
    record Target(DesiredPod pod, Container container, ContainerId id) {}

    /// A hook that runs or has run.
    ///
    /// @param outcome empty until it is over
    private record Run(AtomicReference<Optional<ProbeOutcome>> outcome, Signal cancel) {
        boolean over() {
            return outcome.get().isPresent();
        }
    }

    /// Runs the hook; answers why it failed, if it did. Returns early when the pod is to end or the
    /// container has ended.
    Optional<String> postStart(Target target, LifecycleHandler hook, SyncTurn.Monitor monitor) {
        var run = begin(target, hook, Duration.ZERO, monitor::wake);
        var shown = show(target, "postStart", Optional.empty());
        while (!run.over() && !monitor.endRequested() && !ended(target.id())) {
            monitor.await();
        }
        run.cancel().raise();
        running.remove(shown);
        // News that ended one of the waits above is news for the next turn too.
        monitor.wake();
        return run.outcome().get().flatMap(outcome -> failure(target, hook, outcome));
    }

    /// Runs the hook for the grace period at most; answers what it took of that.
    Duration preStop(Target target, LifecycleHandler hook, Duration grace) {
        var began = execution.tick();
        var done = execution.signal("hook " + target.pod().identity());
        var run = begin(target, hook, grace, done::raise);
        var shown = show(target, "preStop", Optional.of(execution.now().plus(grace)));
        var left = grace;
        while (!run.over() && left.isPositive()) {
            var woken = done.await(left.compareTo(LOOK) < 0 ? left : LOOK);
            if (!woken && ended(target.id())) {
                break;
            }
            left = grace.minus(began.until(execution.tick()));
        }
        run.cancel().raise();
        running.remove(shown);
        run.outcome()
                .get()
                .flatMap(outcome -> failure(target, hook, outcome))
                .ifPresent(_ -> events.preStopFailed(target.pod(), target.container()));
        // Whole seconds, as a grace period is counted.
        return Duration.ofSeconds(began.until(execution.tick()).toSeconds());
    }

    private Shown show(Target target, String hook, Optional<Instant> until) {
        var reason = new HookRunning(target.container().getName(), hook);
        var shown = new Shown(target.pod().uid(), new Wait(reason, execution.now(), until));
        running.add(shown);
        return shown;
    }

    /// The hooks of this pod that are waited for.
    ///
    /// Thread: any.
    List<Wait> waits(PodUid pod) {
        return running.stream().filter(shown -> shown.pod().equals(pod)).map(Shown::why).toList();
    }

    private Run begin(Target target, LifecycleHandler hook, Duration timeout, Runnable whenOver) {
        var name = "hook " + target.pod().identity();
        var run = new Run(new AtomicReference<>(Optional.empty()), execution.signal(name));
        execution.start(
                ThreadKind.POD,
                name,
                () -> {
                    run.outcome().set(Optional.of(run(target, hook, timeout, run.cancel())));
                    whenOver.run();
                });
        return run;
    }

    private ProbeOutcome run(
            Target target, LifecycleHandler hook, Duration timeout, Signal cancel) {
        try {
            if (hook.hasExec()) {
                return prober.exec(target.id(), hook.getExec().getCommandList(), Duration.ZERO);
            }
            if (hook.hasHttpGet()) {
                return http(target, hook, timeout);
            }
            if (hook.hasSleep()) {
                cancel.await(Duration.ofSeconds(hook.getSleep().getSeconds()));
                return new ProbeOutcome.Success("");
            }
            return new ProbeOutcome.Failure("invalid handler");
        } catch (RuntimeException failure) {
            return new ProbeOutcome.Failure(failure.toString());
        }
    }

    private ProbeOutcome http(Target target, LifecycleHandler hook, Duration timeout) {
        var get = hook.getHttpGet();
        var address = get.getHost().isEmpty() ? address(target.pod()) : Optional.of(get.getHost());
        if (address.isEmpty()) {
            return new ProbeOutcome.Failure("failed to find networking container");
        }
        var check =
                HttpCheckCalculator.calculate(get, target.container(), address.get(), USER_AGENT);
        var outcome = prober.hook(check, timeout);
        if (outcome instanceof ProbeOutcome.Warning(var text)) {
            events.hookFellBack(target.pod(), text);
            meter.tell(new Figure.HookFellBack());
        }
        return outcome;
    }

    private Optional<String> address(DesiredPod pod) {
        if (pod.hostNetwork()) {
            return Optional.of(THIS_MACHINE);
        }
        try {
            return runtime.listSandboxes(Optional.of(pod.uid())).stream()
                    .filter(sandbox -> sandbox.state() == SandboxState.READY)
                    .map(ListedSandbox::id)
                    .findFirst()
                    .map(id -> runtime.sandboxStatus(id).ips())
                    .flatMap(ips -> ips.stream().findFirst());
        } catch (RuntimeCallException unknown) {
            return Optional.empty();
        }
    }

    /// Whether the container is known to run no more.
    private boolean ended(ContainerId id) {
        try {
            return runtime.containerStatus(id).exited();
        } catch (RuntimeCallException failure) {
            return failure.code() == RuntimeCallException.Code.NOT_FOUND;
        }
    }

    private static Optional<String> failure(
            Target target, LifecycleHandler hook, ProbeOutcome outcome) {
        return switch (outcome) {
            case ProbeOutcome.Success _, ProbeOutcome.Warning _ -> Optional.empty();
            case ProbeOutcome.Failure _, ProbeOutcome.Unknown _ ->
                    Optional.of(told(target, hook, outcome));
        };
    }

    /// Upstream's sentence, but never what the command printed.
    private static String told(Target target, LifecycleHandler hook, ProbeOutcome outcome) {
        var identity = target.pod().identity();
        var pod = identity.fullName() + "(" + identity.uid() + ")";
        var what = "for Container \"%s\" in Pod \"%s\" failed - error: %s";
        var container = target.container().getName();
        if (hook.hasExec()) {
            var command = goList(hook.getExec().getCommandList());
            return ("Exec lifecycle hook (%s) " + what)
                    .formatted(command, container, pod, "the command did not succeed");
        }
        return ("HTTP lifecycle hook (%s) " + what)
                .formatted(hook.getHttpGet().getPath(), container, pod, outcome.text());
    }

    private static String goList(List<String> words) {
        return "[" + String.join(" ", words) + "]";
    }
}
