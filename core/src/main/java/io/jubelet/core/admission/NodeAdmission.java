package io.jubelet.core.admission;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.log.Log;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Admission by the node as we know it, with one look at the node itself where our knowledge of its
/// labels alone would refuse a pod.
///
/// Thread: the sync loop's; the look has a thread of its own, `node-look`.
/// Upstream: lifecycle/predicate.go predicateAdmitHandler.
public final class NodeAdmission implements Admission {
    private static final Log LOG = Log.of(NodeAdmission.class);

    /// A look whose pod went before it was decided upon is forgotten when there are this many.
    private static final int MOST_LOOKS = 256;

    private final Execution execution;
    private final AdmissionRules rules;
    private final Supplier<AdmissionNode> known;
    private final LiveNode live;
    private final Runnable wake;

    /// What looks found, until the pod that needed them is decided upon; empty while one is under
    /// way.
    private final Map<PodUid, Optional<Look>> looks = new ConcurrentHashMap<>();

    /// @param node absent when it could not be read
    private record Look(Optional<AdmissionNode> node) {}

    /// Reads the node from the API server; blocks.
    @FunctionalInterface
    public interface LiveNode {
        /// Of a node without an API server.
        LiveNode NONE = Optional::empty;

        /// Empty when it cannot be read.
        Optional<AdmissionNode> read();
    }

    /// @param wake makes the loop ask again
    public NodeAdmission(
            Execution execution,
            AdmissionRules rules,
            Supplier<AdmissionNode> known,
            LiveNode live,
            Runnable wake) {
        this.execution = execution;
        this.rules = rules;
        this.known = known;
        this.live = live;
        this.wake = wake;
    }

    @Override
    public Verdict admit(DesiredPod candidate, List<DesiredPod> active) {
        var pod = candidate.pod();
        var others = active.stream().map(DesiredPod::pod).toList();
        var node = known.get();
        if (AdmissionPlanner.byAffinityAlone(pod, others, node, rules)) {
            var look = looks.get(candidate.uid());
            if (look == null) {
                look(candidate.uid());
                return notYet(node);
            }
            if (look.isEmpty()) {
                return notYet(node);
            }
            node = look.get().node().orElse(node);
        }
        looks.remove(candidate.uid());
        return verdict(AdmissionPlanner.plan(pod, others, node, rules));
    }

    private static Verdict notYet(AdmissionNode node) {
        return new Verdict.NotYet(new WaitReason.NodeLook(node.name()));
    }

    private void look(PodUid pod) {
        if (looks.size() >= MOST_LOOKS) {
            looks.values().removeIf(Optional::isPresent);
        }
        looks.put(pod, Optional.empty());
        execution.start(
                ThreadKind.POD,
                "node-look",
                () -> {
                    var found = Optional.<AdmissionNode>empty();
                    try {
                        found = live.read();
                    } catch (RuntimeException failure) {
                        LOG.error(failure, "Failed to synchronously fetch node info");
                    }
                    looks.put(pod, Optional.of(new Look(found)));
                    wake.run();
                });
    }

    private static Verdict verdict(AdmissionPlanner.Decision decision) {
        return switch (decision) {
            case AdmissionPlanner.Decision.Admit _ -> new Verdict.Admitted();
            case AdmissionPlanner.Decision.Reject reject ->
                    new Verdict.Rejected(reject.reason(), reject.message());
            case AdmissionPlanner.Decision.Preempt preempt ->
                    new Verdict.Preempts(
                            preempt.victims().stream()
                                    .map(victim -> new DesiredPod(victim).uid())
                                    .toList());
        };
    }
}
