package io.jubelet.core.pod;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.journal.Step;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.status.EndStatus;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.log.Log;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// All workers of this node, and the rules between them: one a uid, one running at a time of a full
/// name, and a pod that comes back while it ends starts over once it has ended.
///
/// Owner of the workers. Thread: the sync loop's, for every method.
/// Upstream: pod_workers.go podWorkers.
public final class PodWorkers {
    private static final Log LOG = Log.of(PodWorkers.class);

    private final PodTools tools;
    private final PodWorker.TurnListener listener;
    private final Map<PodUid, Entry> entries = new LinkedHashMap<>();
    private final Set<PodUid> untouched = new HashSet<>();

    public PodWorkers(PodTools tools, TurnEnds turnEnds) {
        this.tools = tools;
        this.listener = turnEnds::turnEnded;
    }

    /// Is told of every turn's end, on the worker's thread; must not block.
    @FunctionalInterface
    public interface TurnEnds {
        void turnEnded(PodIdentity pod, TurnEnd end);
    }

    /// What is known of one worker.
    private static final class Entry {
        private final PodIdentity pod;
        private final PodWorker worker;
        private Optional<DesiredPod> desired;
        private boolean admitted = true;
        private boolean ending;
        private Optional<PodUid> waitsFor = Optional.empty();
        private Optional<DesiredPod> comesBackAs = Optional.empty();

        Entry(PodIdentity pod, Optional<DesiredPod> desired, PodWorker worker) {
            this.pod = pod;
            this.desired = desired;
            this.worker = worker;
        }
    }

    /// A source wants this pod, newly or otherwise than before.
    public void want(DesiredPod pod) {
        var entry = entries.get(pod.uid());
        if (entry == null) {
            begin(pod);
        } else if (entry.ending) {
            entry.comesBackAs = Optional.of(pod);
            entry.worker.mailbox().returns(true);
        } else {
            entry.desired = Optional.of(pod);
            entry.worker.mailbox().want(pod);
        }
    }

    /// The pod as wanted is the same; the API server says something else of it. Its worker looks
    /// only when that can change what it does.
    public void reconcile(DesiredPod pod) {
        var entry = entries.get(pod.uid());
        if (entry == null || entry.ending) {
            return;
        }
        entry.desired = Optional.of(pod);
        if (pod.pod().getSpec().getReadinessGatesCount() > 0
                || (pod.saidToBeFinal() && !entry.worker.withoutProcesses())) {
            entry.worker.mailbox().want(pod);
        } else {
            entry.worker.mailbox().note(pod);
        }
    }

    /// The node ends this pod. Its order is done at once where there is nothing to end.
    public void kill(PodUid uid, KillOrder order) {
        var entry = entries.get(uid);
        if (entry == null) {
            order.done().run();
        } else {
            LOG.info("Ending a pod", "pod", entry.pod, "podUID", uid, "why", order.why());
            entry.worker.mailbox().order(order);
        }
    }

    /// The pod may not run here: it is Failed, and holds nothing of the node.
    public void reject(DesiredPod pod, EndStatus why) {
        if (entries.containsKey(pod.uid())) {
            return;
        }
        LOG.info("Pod was rejected", "pod", pod.identity(), "reason", why.reason());
        tools.meter().tell(new Figure.PodRejected(why.reason()));
        var worker = PodWorker.ofRejected(pod, why, tools, listener);
        var entry = new Entry(pod.identity(), Optional.of(pod), worker);
        entry.admitted = false;
        untouched.remove(pod.uid());
        entries.put(pod.uid(), entry);
        worker.start();
    }

    /// A source brought this pod; whether it may run is asked next.
    public void seen(DesiredPod pod) {
        tools.journal()
                .note(pod.identity(), Step.SEEN, pod.isStatic() ? "static" : "of the API server");
    }

    /// The pod has no worker yet; this is why.
    public void hold(DesiredPod pod, WaitReason reason) {
        var now = tools.execution().now();
        var before = tools.views().find(pod.uid()).map(PodView::waits).orElse(List.of());
        tools.views()
                .publish(
                        new PodView(
                                pod.identity(),
                                Optional.of(pod.pod()),
                                "Admitting",
                                now,
                                pod.pod().getStatus(),
                                Wait.carriedOn(
                                        before, List.of(Wait.Planned.untilEvent(reason)), now)));
    }

    /// Nobody asks for a pod that was held.
    public void letGo(PodUid uid) {
        untouched.remove(uid);
        if (!entries.containsKey(uid)) {
            tools.views()
                    .find(uid)
                    .ifPresent(
                            view ->
                                    tools.journal()
                                            .note(view.identity(), Step.GONE, "it never ran"));
            tools.views().forget(uid);
        }
    }

    /// Whether the pod holds a share of the node.
    public boolean isActive(PodUid uid) {
        var entry = entries.get(uid);
        return entry != null && entry.admitted && !entry.worker.withoutProcesses();
    }

    /// The pods beside which a new one has to fit: those that hold a share of the node, but for
    /// those that left their source. What is left of these has no claim on the node any more, and
    /// its successor could otherwise never have its ports.
    ///
    /// @param alive which pods had a process at the last look. One that had ended before this agent
    ///     came has a worker that has not found that out yet, and must turn nobody away meanwhile.
    public List<DesiredPod> claimants(Predicate<PodUid> alive) {
        return entries.values().stream()
                .filter(entry -> !entry.ending || entry.comesBackAs.isPresent())
                .filter(entry -> isActive(entry.pod.uid()))
                .flatMap(entry -> entry.desired.stream())
                .filter(pod -> !pod.saidToBeFinal() || alive.test(pod.uid()))
                .toList();
    }

    private void begin(DesiredPod pod) {
        var now = tools.execution().now();
        var predecessor = NameTurnCalculator.predecessor(pod, known());
        PodStage stage =
                predecessor
                        .<PodStage>map(uid -> new PodStage.Waiting(now, uid))
                        .orElseGet(() -> new PodStage.Syncing(now));
        var entry =
                new Entry(
                        pod.identity(),
                        Optional.of(pod),
                        PodWorker.of(pod, stage, tools, listener));
        entry.waitsFor = predecessor;
        entries.put(pod.uid(), entry);
        tools.journal().note(pod.identity(), Step.ADMITTED, "");
        tools.meter().tell(new Figure.PodBegun(pod.containers().size()));
        if (untouched.remove(pod.uid())) {
            entry.worker.report().seesNothing();
        }
        entry.worker.start();
    }

    private List<NameTurnCalculator.Known> known() {
        return entries.values().stream()
                .map(entry -> new NameTurnCalculator.Known(entry.pod, entry.desired))
                .toList();
    }

    /// No source wants this pod any more.
    public void end(PodUid uid) {
        var entry = entries.get(uid);
        if (entry == null) {
            return;
        }
        entry.comesBackAs = Optional.empty();
        entry.worker.mailbox().returns(false);
        if (!entry.ending) {
            entry.ending = true;
            entry.worker.mailbox().remove();
        }
    }

    /// Ends a pod that is in the runtime and that nobody here knows.
    public void endOrphan(PodIdentity pod) {
        if (entries.containsKey(pod.uid())) {
            return;
        }
        LOG.info("Ending a pod that no source knows", "pod", pod, "podUID", pod.uid());
        if (!pod.name().isEmpty()) {
            // Of one whose folders alone are left nobody knows a name.
            tools.meter().tell(new Figure.OrphanFound());
        }
        var entry = new Entry(pod, Optional.empty(), PodWorker.ofOrphan(pod, tools, listener));
        entry.ending = true;
        entries.put(pod.uid(), entry);
        entry.worker.start();
    }

    /// Nobody can have made anything of this pod yet: it came to this node after this agent had
    /// begun to listen.
    public void untouched(PodUid uid) {
        untouched.add(uid);
    }

    /// What this pod waits for may have come.
    public void news(PodUid uid) {
        var entry = entries.get(uid);
        if (entry != null) {
            entry.worker.mailbox().news();
        }
    }

    /// Something may have happened to this pod in the runtime.
    public void poke(PodUid uid) {
        var entry = entries.get(uid);
        if (entry != null) {
            entry.worker.mailbox().poke();
        }
    }

    /// The runtime says that something happened to a pod.
    public void hint(RuntimeEvent event) {
        var entry = entries.get(event.pod());
        if (entry != null) {
            entry.worker.mailbox().hint(event);
        }
    }

    /// Forgets a worker that has finished; whoever waited for it goes on.
    public void finished(PodUid uid) {
        var entry = entries.remove(uid);
        if (entry == null) {
            return;
        }
        passTurn(entry.pod.fullName());
        entry.comesBackAs.ifPresent(this::comeBack);
    }

    private void comeBack(DesiredPod pod) {
        tools.meter().tell(new Figure.PodReturned(pod.isStatic()));
        begin(pod);
    }

    /// The first of a full name runs; all others of that name wait for it, whoever was between.
    private void passTurn(String fullName) {
        var oldest = NameTurnCalculator.first(fullName, known());
        for (var entry : entries.values()) {
            if (!entry.pod.fullName().equals(fullName) || entry.waitsFor.isEmpty()) {
                continue;
            }
            if (oldest.equals(Optional.of(entry.pod.uid()))) {
                entry.waitsFor = Optional.empty();
                entry.worker.mailbox().release();
            } else if (!entry.waitsFor.equals(oldest)) {
                entry.waitsFor = oldest;
                oldest.ifPresent(entry.worker.mailbox()::waitFor);
            }
        }
    }

    public boolean knows(PodUid uid) {
        return entries.containsKey(uid);
    }

    /// All pods with a worker, oldest first.
    public List<PodUid> uids() {
        return List.copyOf(entries.keySet());
    }
}
