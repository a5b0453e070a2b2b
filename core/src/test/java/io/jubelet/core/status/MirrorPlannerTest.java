package io.jubelet.core.status;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.status.MirrorPlanner.NodeReference;
import io.jubelet.core.status.MirrorPlanner.Situation;
import io.jubelet.model.pod.PodNames;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MirrorPlannerTest {
    private static final Optional<NodeReference> NODE =
            Optional.of(new NodeReference("node", "node-uid"));
    private static final DesiredPod WEB = staticPod("web", "hash-1");
    private static final MirrorAction GONE =
            new MirrorAction.Delete(new ObjectName("default", "web"), "mirror-uid");

    @Test
    void createsAMirrorOwnedByTheNode() {
        var actions = plan(List.of(WEB), List.of(), NODE);

        assertThat(actions).hasSize(1);
        var mirror = ((MirrorAction.Create) actions.getFirst()).mirror();
        assertThat(mirror.getMetadata().getAnnotationsMap())
                .containsEntry(PodNames.CONFIG_MIRROR, "hash-1")
                .containsEntry(PodNames.CONFIG_HASH, "hash-1");
        var owner = mirror.getMetadata().getOwnerReferences(0);
        assertThat(owner.getKind()).isEqualTo("Node");
        assertThat(owner.getUid()).isEqualTo("node-uid");
        assertThat(owner.getController()).isTrue();
        assertThat(mirror.getSpec()).isEqualTo(WEB.pod().getSpec());
    }

    @Test
    void createsNoneWhileTheNodeIsUnknownOrBeingDeleted() {
        assertThat(plan(List.of(WEB), List.of(), Optional.empty())).isEmpty();
    }

    @Test
    void leavesAGoodMirrorAlone() {
        assertThat(plan(List.of(WEB), List.of(mirror("hash-1")), NODE)).isEmpty();
    }

    @Test
    void replacesAMirrorOfAnotherVersion() {
        assertThat(plan(List.of(WEB), List.of(mirror("hash-0")), NODE))
                .hasSize(2)
                .first()
                .isEqualTo(GONE);
    }

    @Test
    void leavesTheMirrorToThePodThatStillEnds() {
        var editing =
                new Situation(
                        List.of(WEB),
                        Set.of(WEB.identity().fullName()),
                        Set.of(),
                        List.of(mirror("hash-0")),
                        true,
                        NODE);
        var removing =
                new Situation(
                        List.of(),
                        Set.of(WEB.identity().fullName()),
                        Set.of(),
                        List.of(mirror("hash-1")),
                        true,
                        NODE);

        assertThat(MirrorPlanner.plan(editing)).isEmpty();
        assertThat(MirrorPlanner.plan(removing)).isEmpty();
    }

    @Test
    void replacesAMirrorThatSomebodyDeletes() {
        var deleted = mirror("hash-1").toBuilder();
        deleted.getMetadataBuilder().getDeletionTimestampBuilder().setSeconds(1);

        assertThat(plan(List.of(WEB), List.of(deleted.build()), NODE)).hasSize(2).contains(GONE);
    }

    @Test
    void replacesTheMirrorOfAnEarlierLifeOnceThePodLivesAgain() {
        var ended = mirror("hash-1").toBuilder();
        ended.getStatusBuilder().setPhase("Succeeded");
        var mirrors = List.of(ended.build());

        assertThat(plan(List.of(WEB), mirrors, NODE)).isEmpty();
        var again =
                new Situation(List.of(WEB), Set.of(), Set.of("web_default"), mirrors, true, NODE);
        assertThat(MirrorPlanner.plan(again)).hasSize(2).first().isEqualTo(GONE);
    }

    @Test
    void takesAwayTheMirrorOfAManifestThatIsGone() {
        assertThat(plan(List.of(), List.of(mirror("hash-1")), NODE)).containsExactly(GONE);
    }

    @Test
    void keepsTheMirrorOfAPodThatStillEnds() {
        var now =
                new Situation(
                        List.of(),
                        Set.of("web_default"),
                        Set.of(),
                        List.of(mirror("hash-1")),
                        true,
                        NODE);

        assertThat(MirrorPlanner.plan(now)).isEmpty();
    }

    @Test
    void callsNoMirrorAnOrphanBeforeEverySourceWasHeard() {
        var now =
                new Situation(
                        List.of(), Set.of(), Set.of(), List.of(mirror("hash-1")), false, NODE);

        assertThat(MirrorPlanner.plan(now)).isEmpty();
    }

    private static List<MirrorAction> plan(
            List<DesiredPod> statics, List<Pod> mirrors, Optional<NodeReference> node) {
        return MirrorPlanner.plan(new Situation(statics, Set.of(), Set.of(), mirrors, true, node));
    }

    private static DesiredPod staticPod(String name, String hash) {
        return pod(name)
                .containers("app")
                .with(
                        p ->
                                p.getMetadataBuilder()
                                        .putAnnotations(PodNames.CONFIG_HASH, hash)
                                        .putAnnotations(
                                                PodNames.CONFIG_SOURCE, PodNames.SOURCE_FILE))
                .build();
    }

    private static Pod mirror(String hash) {
        return pod("web")
                .with(
                        p ->
                                p.getMetadataBuilder()
                                        .setUid("mirror-uid")
                                        .putAnnotations(PodNames.CONFIG_MIRROR, hash))
                .build()
                .pod();
    }
}
