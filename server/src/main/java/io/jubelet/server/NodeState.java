package io.jubelet.server;

import io.jubelet.core.Agent;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.source.ManifestProblems;
import io.jubelet.core.status.PodView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What the endpoints may see of the agent.
///
/// Thread: any.
public interface NodeState {
    List<PodView> pods();

    List<ManifestProblems.Problem> manifestProblems();

    /// The runtime's own name, empty before it first answered.
    String runtimeName();

    /// Why pods are not worked on; empty when they are.
    Optional<String> runtimeProblem();

    /// Why pods without the host's network do not start; empty when they do.
    Optional<String> networkProblem();

    /// How long ago the sync loop last came round.
    Duration loopSilence();

    static NodeState of(Agent agent, Execution execution) {
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
            public Duration loopSilence() {
                return agent.heartbeat().until(execution.tick());
            }
        };
    }
}
