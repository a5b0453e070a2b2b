package io.jubelet.app;

import io.jubelet.adapters.cri.RuntimeCallObserver;
import io.jubelet.core.Agent;
import io.jubelet.core.sync.NodeFacts;

/// interim
public final class NodeServers {
    private NodeServers() {}

    static NodeServers prepare(StartOptions options, NodeFacts node) {
        return new NodeServers();
    }

    void startHealth() {}

    void startNode(Agent agent, StartOptions options) {}

    RuntimeCallObserver runtimeCalls() {
        return RuntimeCallObserver.NONE;
    }
}
