package io.jubelet.core;

import io.jubelet.api.core.Node;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.image.ClusterAccounts;
import io.jubelet.core.image.ServiceAccounts;
import io.jubelet.core.loop.LoopInbox;
import io.jubelet.core.objects.ChangeDetection;
import io.jubelet.core.objects.ClusterObjects;
import io.jubelet.core.objects.PodObjects;
import io.jubelet.core.objects.SourceRegistrar;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.reflection.Reflector;
import io.jubelet.core.reflection.Reflector.Subject;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.source.ApiSource;
import io.jubelet.core.source.SourceChanges;
import io.jubelet.core.waiting.Wait;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// All that the agent hears from the API server, put together: this node, its pods, and the objects
/// that they name.
///
/// Thread: built and started by one; the objects may be asked from any.
final class ClusterInputs implements SourceChanges {
    private final Reflector<Node> node;
    private final ApiSource pods;
    private final ClusterObjects objects;
    private final ServiceAccounts accounts;
    private final SourceRegistrar registrar;
    private final LoopInbox inbox;
    private final Outages outages;

    /// @param onObjects is told the pods whose objects changed; must not block
    /// @param onNode is told what the API server says of this node, empty when it has none; on the
    ///     reflector's thread, must not block
    ClusterInputs(
            Execution execution,
            ClusterApi api,
            Outages outages,
            String nodeName,
            ChangeDetection detection,
            LoopInbox inbox,
            Consumer<Set<PodUid>> onObjects,
            Consumer<Optional<Node>> onNode) {
        var name = ObjectName.ofCluster(nodeName);
        this.outages = outages;
        this.node =
                new Reflector<>(
                        execution,
                        api,
                        outages,
                        Subject.ofNode(ApiResource.NODES, Selection.of(name), "node"),
                        snapshot -> onNode.accept(snapshot.find(name)));
        this.inbox = inbox;
        this.objects = new ClusterObjects(execution, api, outages, detection, onObjects);
        this.accounts = new ClusterAccounts(api, objects);
        this.registrar = new SourceRegistrar(objects);
        this.pods =
                new ApiSource(
                        execution, api, outages, nodeName, () -> node.current().isPresent(), this);
    }

    /// What a pod names is kept from before the loop hears of the pod.
    @Override
    public void sourceChanged(String source, List<DesiredPod> newest) {
        sourceInterrupted(source, newest, Set.of());
    }

    @Override
    public void sourceInterrupted(String source, List<DesiredPod> newest, Set<PodUid> interrupted) {
        registrar.sourceChanged(source, newest);
        inbox.sourceInterrupted(source, newest, interrupted);
    }

    void start() {
        node.start();
        pods.start();
        objects.start();
    }

    /// What the node waits for while the API server does not answer.
    Optional<Wait> outage() {
        return outages.current();
    }

    PodObjects objects() {
        return objects;
    }

    /// Who knows the service accounts that pods run as.
    static ServiceAccounts accounts(Optional<ClusterInputs> inputs) {
        return inputs.map(it -> it.accounts).orElse(ServiceAccounts.NONE);
    }
}
