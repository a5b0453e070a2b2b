package io.jubelet.server;

import io.jubelet.core.Agent;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.journal.JournalEntry;
import io.jubelet.core.journal.Page;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.source.ManifestProblems;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.Wait;
import io.jubelet.server.view.CertificateView;
import io.jubelet.server.view.NodeView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// What the endpoints see, taken from an agent.
///
/// Thread: any.
public interface NodeState extends NodeView {
    /// @param certificates those that are kept, asked for each time
    static NodeState of(
            Agent agent, Execution execution, Supplier<List<CertificateView>> certificates) {
        return new NodeState() {
            @Override
            public List<PodView> pods() {
                return agent.views().all();
            }

            @Override
            public List<ManifestProblems.Problem> manifestProblems() {
                return agent.manifestProblems().current();
            }

            @Override
            public String runtimeName() {
                return agent.runtimeStatus().name();
            }

            @Override
            public Optional<String> runtimeProblem() {
                return agent.runtimeStatus().problemWithRuntime();
            }

            @Override
            public Optional<String> networkProblem() {
                return agent.runtimeStatus().problem();
            }

            @Override
            public List<Wait> waits() {
                return agent.waits();
            }

            @Override
            public List<Wait> beside(PodUid pod) {
                return agent.beside(pod);
            }

            @Override
            public List<JournalEntry> journal(PodUid pod) {
                return agent.journal().of(pod);
            }

            @Override
            public List<Page> pastPods() {
                return agent.journal().past();
            }

            @Override
            public List<CertificateView> certificates() {
                return certificates.get();
            }

            @Override
            public Duration loopSilence() {
                return agent.heartbeat().until(execution.tick());
            }
        };
    }
}
