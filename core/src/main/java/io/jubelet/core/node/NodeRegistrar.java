package io.jubelet.core.node;

import io.jubelet.api.core.Node;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.log.Log;
import java.util.Optional;

/// Creates the Node object, or puts right what a start has to in one that is there.
///
/// Thread: `node-status`.
/// Upstream: kubelet_node_status.go tryRegisterWithAPIServer.
final class NodeRegistrar {
    private static final Log LOG = Log.of(NodeRegistrar.class);

    private final ClusterApi api;
    private final NodeSettings settings;
    private final LastReason last = new LastReason();

    NodeRegistrar(ClusterApi api, NodeSettings settings) {
        this.api = api;
        this.settings = settings;
    }

    /// The Node as the cluster has it now; empty when it did not work this time.
    Optional<Node> tryOnce(Node initial) {
        var name = settings.identity().name();
        try {
            LOG.v(last.isNone() ? 0 : 2).info("Attempting to register node", "node", name);
            var node = create(initial).orElseGet(() -> reconcile(name, initial));
            LOG.info("Successfully registered node", "node", name);
            return Optional.of(node);
        } catch (ApiCallException failure) {
            tell(name, failure);
            return Optional.empty();
        }
    }

    /// Once for every reason; what goes on failing is for those who look closely.
    private void tell(String name, ApiCallException failure) {
        var what = "Unable to register node with API server";
        if (last.isNews(failure.reason())) {
            LOG.error(null, what, "err", failure.reason(), "node", name, "code", failure.code());
        } else {
            LOG.v(2).info(what, "reason", failure.reason(), "node", name);
        }
    }

    private Optional<Node> create(Node initial) {
        try {
            return Optional.of(api.create(ApiResource.NODES, "", initial));
        } catch (ApiCallException failure) {
            var mayBeThere =
                    failure.code() == ApiCallException.Code.ALREADY_EXISTS
                            || (failure.code() == ApiCallException.Code.FORBIDDEN
                                    && settings.registration().afterForbidden());
            if (mayBeThere) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    private Node reconcile(String name, Node initial) {
        var at = ObjectName.ofCluster(name);
        var existing = api.get(ApiResource.NODES, at);
        LOG.info("Node was previously registered", "node", name);
        var wanted = InitialNodeCalculator.reconciled(existing, initial, true);
        return wanted.equals(existing)
                ? existing
                : api.patch(
                        ApiResource.NODES,
                        at,
                        Patch.ofStatus(NodePatchCalculator.patch(existing, wanted)));
    }
}
