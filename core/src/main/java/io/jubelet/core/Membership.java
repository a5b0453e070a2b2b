package io.jubelet.core;

import io.jubelet.api.core.Node;
import io.jubelet.api.core.Pod;
import io.jubelet.core.admission.Admission;
import io.jubelet.core.admission.AdmissionNode;
import io.jubelet.core.admission.NodeAdmission;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.journal.StartMeter;
import io.jubelet.core.journal.Step;
import io.jubelet.core.loop.KnownPods;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.node.NodePresence;
import io.jubelet.core.node.NodeStanding;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.MirrorPlanner;
import io.jubelet.core.status.MirrorPods;
import io.jubelet.core.status.PodView;
import io.jubelet.core.status.PodViews;
import io.jubelet.core.status.StatusBoard;
import io.jubelet.core.status.StatusSink;
import io.jubelet.core.status.StatusWriter;
import io.jubelet.core.waiting.Wait;
import io.jubelet.model.pod.PodNames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The agent's place among others: what it says of itself and its pods, and what of the node
/// decides which pods it takes.
///
/// Thread: built and started by one; told by the sync loop and the reflectors.
final class Membership implements KnownPods.Listener {
    private static final String WRITTEN = "the API server has its status";

    private final String nodeName;
    private final PodViews views;
    private final StartMeter starts;
    private final Optional<NodePresence> presence;
    private final Optional<StatusBoard> board;
    private final Optional<StatusWriter> writer;
    private final Optional<MirrorPods> mirrors;
    private final Admission admission;
    private volatile Heard heard = new Heard(KnownPods.NONE, false);
    private boolean apiHeard;
    private volatile boolean nodeSeen;

    /// What the loop told last.
    ///
    /// @param withApi whether the API server's pods are among them; before that nobody knows which
    ///     copies it has
    private record Heard(KnownPods pods, boolean withApi) {}

    /// @param knowledge what others of the agent know of the runtime
    /// @param starts is told of what the API server shows and takes
    /// @param undecided whether nobody knows yet how a pod that ran before the agent is
    /// @param wake makes the loop ask for admission again
    Membership(
            Agent.Ports ports,
            String nodeName,
            PodViews views,
            NodePresence.Knowledge knowledge,
            StartMeter starts,
            Predicate<PodUid> undecided,
            Outages outages,
            Runnable wake) {
        var execution = ports.execution();
        this.nodeName = nodeName;
        this.views = views;
        this.starts = starts;
        this.presence = ports.node().map(part -> presence(ports, part, knowledge, outages));
        this.board = ports.cluster().map(_ -> new StatusBoard(execution, undecided));
        this.writer =
                ports.cluster()
                        .map(
                                cluster ->
                                        new StatusWriter(
                                                execution,
                                                cluster.api(),
                                                board.get(),
                                                this::written));
        this.mirrors =
                ports.cluster()
                        .map(cluster -> new MirrorPods(execution, cluster.api(), this::situation));
        this.admission =
                presence.<Admission>map(own -> admission(ports, own, wake))
                        .orElse(Admission.EVERYTHING);
    }

    private void written(PodIdentity pod, Optional<Duration> lacked) {
        lacked.ifPresent(time -> starts.tell(new Figure.StatusWritten(time)));
        starts.note(pod, Step.WRITTEN, WRITTEN);
    }

    private static NodePresence presence(
            Agent.Ports ports, NodePart part, NodePresence.Knowledge knowledge, Outages outages) {
        return new NodePresence(
                new NodePresence.Ports(
                        ports.execution(), part.machine(), ports.runtime(), ports.images()),
                part.settings(),
                knowledge,
                ports.cluster()
                        .map(
                                cluster ->
                                        new NodePresence.Way(
                                                cluster,
                                                ports.events(),
                                                outages,
                                                part.onRepeatedFailure())));
    }

    private Admission admission(Agent.Ports ports, NodePresence own, Runnable wake) {
        return new NodeAdmission(
                ports.execution(),
                ports.node().orElseThrow().rules(),
                () -> AdmissionNode.of(own.nodeAnyway()),
                ports.cluster()
                        .<NodeAdmission.LiveNode>map(cluster -> () -> live(cluster.api()))
                        .orElse(NodeAdmission.LiveNode.NONE),
                wake);
    }

    private Optional<AdmissionNode> live(ClusterApi api) {
        try {
            var node = api.get(ApiResource.NODES, ObjectName.ofCluster(nodeName));
            return Optional.of(AdmissionNode.of(node));
        } catch (ApiCallException failure) {
            return Optional.empty();
        }
    }

    private MirrorPlanner.Situation situation() {
        var last = heard;
        var now = last.pods();
        var owner = last.withApi() ? owner() : Optional.<MirrorPlanner.NodeReference>empty();
        return new MirrorPlanner.Situation(
                now.statics(), ending(now), living(), now.mirrors(), now.allHeard(), owner);
    }

    /// Static pods that have left their source and still end keep their copies until they are gone.
    private Set<String> ending(KnownPods now) {
        var wanted =
                now.statics().stream().map(pod -> pod.identity().uid()).collect(Collectors.toSet());
        return views.all().stream()
                .filter(view -> view.desired().filter(PodNames::isStatic).isPresent())
                .map(PodView::identity)
                .filter(pod -> !wanted.contains(pod.uid()))
                .map(pod -> pod.fullName())
                .collect(Collectors.toSet());
    }

    /// Static pods that their workers have seen, and that have not ended.
    private Set<String> living() {
        return views.all().stream()
                .filter(view -> view.desired().filter(PodNames::isStatic).isPresent())
                .filter(PodView::lives)
                .map(view -> view.identity().fullName())
                .collect(Collectors.toSet());
    }

    private Optional<MirrorPlanner.NodeReference> owner() {
        var standing = presence.map(own -> own.record().standing());
        return standing.filter(NodeStanding.Known.class::isInstance)
                .map(own -> ((NodeStanding.Known) own).node().getMetadata())
                .filter(metadata -> !metadata.hasDeletionTimestamp())
                .map(own -> new MirrorPlanner.NodeReference(own.getName(), own.getUid()));
    }

    void start() {
        presence.ifPresent(
                own -> {
                    own.record().onChange(() -> mirrors.ifPresent(MirrorPods::changed));
                    own.start(_ -> {});
                });
        writer.ifPresent(StatusWriter::start);
        mirrors.ifPresent(MirrorPods::start);
    }

    /// What the API server says of this node; a list that never had it says nothing.
    void nodeHeard(Optional<Node> node) {
        if (presence.isEmpty()) {
            return;
        }
        var record = presence.get().record();
        if (node.isPresent()) {
            nodeSeen = true;
            record.know(node.get());
        } else if (nodeSeen) {
            record.deleted();
        }
    }

    /// Runs `listener` when the Node changed; it must not block.
    void onNodeChange(Runnable listener) {
        presence.ifPresent(own -> own.record().onChange(listener));
    }

    void healthChanged() {
        presence.ifPresent(NodePresence::healthChanged);
    }

    /// What is in the node's way among others of its cluster.
    List<Wait> waits() {
        return presence.flatMap(NodePresence::waits).stream().toList();
    }

    Admission admission() {
        return admission;
    }

    StatusSink sink() {
        return board.<StatusSink>map(BoardAndMirrors::new).orElse(StatusSink.NONE);
    }

    /// A static pod that is gone takes its mirror along at once.
    private final class BoardAndMirrors implements StatusSink {
        private final StatusBoard board;

        BoardAndMirrors(StatusBoard board) {
            this.board = board;
        }

        @Override
        public void changed(PodView view) {
            board.changed(view);
        }

        @Override
        public void changing(PodView view, Duration atMost) {
            board.changing(view, atMost);
        }

        @Override
        public void finished(PodUid pod) {
            board.finished(pod);
            mirrors.ifPresent(MirrorPods::changed);
        }
    }

    /// The Node as it is known, or as it would be.
    Optional<Node> node() {
        return presence.map(NodePresence::nodeAnyway);
    }

    @Override
    public void apiHeard(List<Pod> pods) {
        apiHeard = true;
        starts.heard(pods);
        board.ifPresent(own -> own.heard(pods));
    }

    @Override
    public void changed(KnownPods newest) {
        heard = new Heard(newest, apiHeard);
        starts.tell(new Figure.MirrorsKnown(newest.mirrors().size()));
        mirrors.ifPresent(MirrorPods::changed);
    }
}
