package io.jubelet.server.view;

import io.jubelet.core.journal.JournalEntry;
import io.jubelet.core.journal.Page;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.source.ManifestProblems;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What the endpoints may see of the agent.
///
/// Thread: any.
public interface NodeView {
    List<PodView> pods();

    List<ManifestProblems.Problem> manifestProblems();

    /// The runtime's own name, empty before it first answered.
    String runtimeName();

    /// Why pods are not worked on; empty when they are.
    Optional<String> runtimeProblem();

    /// Why pods without the host's network do not start; empty when they do.
    Optional<String> networkProblem();

    /// What the node as a whole waits for: its runtime, the API server.
    List<Wait> waits();

    /// What else a pod waits for at this moment than its view says: its hooks and probes.
    List<Wait> beside(PodUid pod);

    /// What happened to a pod, the oldest first.
    List<JournalEntry> journal(PodUid pod);

    /// The journals of pods that are no longer here.
    List<Page> pastPods();

    /// The certificates that are kept valid for this node.
    List<CertificateView> certificates();

    /// How long ago the sync loop last came round.
    Duration loopSilence();
}
