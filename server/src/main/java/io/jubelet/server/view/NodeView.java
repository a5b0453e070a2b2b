package io.jubelet.server.view;

import io.jubelet.core.source.ManifestProblems;
import io.jubelet.core.status.PodView;
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

    /// The certificates that are kept valid for this node.
    List<CertificateView> certificates();

    /// How long ago the sync loop last came round.
    Duration loopSilence();
}
