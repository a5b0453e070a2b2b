package io.jubelet.server.testing;

import io.jubelet.core.journal.JournalEntry;
import io.jubelet.core.journal.Page;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.source.ManifestProblems;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.Wait;
import io.jubelet.server.NodeState;
import io.jubelet.server.view.CertificateView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A node whose state a test sets.
///
/// Thread: set by the test, read from any.
public final class FakeNode implements NodeState {
    public volatile List<PodView> pods = List.of();
    public volatile List<ManifestProblems.Problem> problems = List.of();
    public volatile String runtimeName = "containerd";
    public volatile Optional<String> runtimeProblem = Optional.empty();
    public volatile Optional<String> networkProblem = Optional.empty();
    public volatile List<CertificateView> certificates = List.of();
    public volatile List<Wait> waits = List.of();
    public volatile Map<PodUid, List<Wait>> beside = Map.of();
    public volatile Map<PodUid, List<JournalEntry>> journals = Map.of();
    public volatile List<Page> past = List.of();
    public volatile Duration loopSilence = Duration.ofSeconds(1);

    @Override
    public List<PodView> pods() {
        return pods;
    }

    @Override
    public List<ManifestProblems.Problem> manifestProblems() {
        return problems;
    }

    @Override
    public String runtimeName() {
        return runtimeName;
    }

    @Override
    public Optional<String> runtimeProblem() {
        return runtimeProblem;
    }

    @Override
    public Optional<String> networkProblem() {
        return networkProblem;
    }

    @Override
    public List<Wait> waits() {
        return waits;
    }

    @Override
    public List<Wait> beside(PodUid pod) {
        return beside.getOrDefault(pod, List.of());
    }

    @Override
    public List<JournalEntry> journal(PodUid pod) {
        return journals.getOrDefault(pod, List.of());
    }

    @Override
    public List<Page> pastPods() {
        return past;
    }

    @Override
    public List<CertificateView> certificates() {
        return certificates;
    }

    @Override
    public Duration loopSilence() {
        return loopSilence;
    }
}
