package io.jubelet.sim.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.source.ApiSource;
import io.jubelet.core.source.PodChange;
import io.jubelet.core.source.SourceDiff;
import io.jubelet.model.pod.PodNames;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The pods of the API server as the loop hears of them.
class ApiSourceTest {
    private static final ObjectName WEB = new ObjectName("shop", "web");
    private static final Duration MOMENT = Duration.ofSeconds(3);

    private final SimScheduler scheduler = new SimScheduler(9, Pace.STEADY);
    private final SimScheduler.Session session = scheduler.attach("test");
    private final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(9), Latency.NORMAL);
    private final List<List<DesiredPod>> heard = new ArrayList<>();
    private boolean nodeHeard = true;

    @AfterEach
    void end() {
        session.close();
    }

    @Test
    void onlyPodsOfThisNodeAreHeardAndMarkedWithTheirSource() {
        create("web", "here");
        create("other", "elsewhere");
        start();

        assertThat(newest()).hasSize(1);
        assertThat(newest().getFirst().pod().getMetadata().getAnnotationsMap())
                .containsEntry(PodNames.CONFIG_SOURCE, "api")
                .containsKey(PodNames.CONFIG_SEEN);
    }

    @Test
    void nothingIsHeardBeforeTheNodeIs() {
        nodeHeard = false;
        create("web", "here");
        start();
        scheduler.advance(Duration.ofHours(1));
        assertThat(heard).isEmpty();
        assertThat(cluster.calls()).isEmpty();
        nodeHeard = true;
        scheduler.advance(MOMENT);

        assertThat(newest()).hasSize(1);
    }

    @Test
    void anEmptyNodeIsHeardToo() {
        start();

        assertThat(heard).containsExactly(List.of());
    }

    @Test
    void aPodThatIsBoundIsAddedOneThatGoesIsRemoved() {
        start();
        create("web", "here");
        scheduler.advance(MOMENT);
        assertThat(lastChanges()).singleElement().isInstanceOf(PodChange.Added.class);
        cluster.model()
                .delete(ApiResource.PODS, WEB, new Deletion(OptionalLong.of(0), Optional.empty()));
        scheduler.advance(MOMENT);

        assertThat(lastChanges()).singleElement().isInstanceOf(PodChange.Removed.class);
    }

    @Test
    void aDeletionAChangeAndAMereStatusAreToldApart() {
        create("web", "here");
        start();
        cluster.model()
                .patch(
                        ApiResource.PODS,
                        WEB,
                        Patch.ofStatus("{\"status\":{\"phase\":\"Running\"}}"));
        scheduler.advance(MOMENT);
        assertThat(lastChanges()).singleElement().isInstanceOf(PodChange.Reconciled.class);

        cluster.model()
                .patch(
                        ApiResource.PODS,
                        WEB,
                        new Patch(
                                Patch.Kind.MERGE, "", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}"));
        scheduler.advance(MOMENT);
        assertThat(lastChanges()).singleElement().isInstanceOf(PodChange.Updated.class);

        cluster.model()
                .delete(ApiResource.PODS, WEB, new Deletion(OptionalLong.of(20), Optional.empty()));
        scheduler.advance(MOMENT);
        assertThat(lastChanges()).singleElement().isInstanceOf(PodChange.Deleted.class);
    }

    @Test
    void aMirrorPodIsHeardAndNeverWanted() {
        start();
        var mirror = Pod.newBuilder();
        mirror.getMetadataBuilder()
                .setName("static-here")
                .putAnnotations(PodNames.CONFIG_MIRROR, "hash");
        mirror.getSpecBuilder().setNodeName("here").addContainersBuilder().setName("main");
        cluster.model().create(ApiResource.PODS, "shop", mirror.build());
        scheduler.advance(MOMENT);

        assertThat(newest()).singleElement().matches(DesiredPod::isMirror);
        assertThat(lastChanges()).isEmpty();
    }

    @Test
    void aPodThatDidNotChangeIsTheSameObjectAgain() {
        create("web", "here");
        start();
        create("second", "here");
        scheduler.advance(MOMENT);

        assertThat(newest()).hasSize(2);
        assertThat(newest().getFirst()).isSameAs(heard.getFirst().getFirst());
    }

    @Test
    void whenAPodWasFirstSeenDoesNotChangeWithThePod() {
        create("web", "here");
        start();
        var seen = seen();
        scheduler.advance(Duration.ofMinutes(5));
        cluster.model()
                .patch(
                        ApiResource.PODS,
                        WEB,
                        Patch.ofStatus("{\"status\":{\"phase\":\"Running\"}}"));
        scheduler.advance(MOMENT);

        assertThat(seen()).isEqualTo(seen);
    }

    @Test
    void aPodRecreatedUnderItsNameWhileTheServerWasUnheardIsAnotherPod() {
        create("web", "here");
        start();
        cluster.goDown();
        cluster.model()
                .delete(ApiResource.PODS, WEB, new Deletion(OptionalLong.of(0), Optional.empty()));
        create("web", "here");
        scheduler.advance(Duration.ofHours(1));
        cluster.comeBack();
        scheduler.advance(Duration.ofSeconds(63));

        assertThat(SourceDiff.between(heard.getFirst(), heard.getLast()))
                .hasExactlyElementsOfTypes(PodChange.Removed.class, PodChange.Added.class);
    }

    private void start() {
        new ApiSource(
                        scheduler,
                        cluster,
                        new Outages(scheduler),
                        "here",
                        () -> nodeHeard,
                        (source, pods) -> heard.add(pods))
                .start();
        scheduler.advance(MOMENT);
    }

    private List<DesiredPod> newest() {
        return heard.getLast();
    }

    private String seen() {
        return newest().getFirst().pod().getMetadata().getAnnotationsOrThrow(PodNames.CONFIG_SEEN);
    }

    private List<PodChange> lastChanges() {
        return SourceDiff.between(heard.get(heard.size() - 2), heard.getLast());
    }

    private void create(String name, String node) {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setName(name);
        pod.getSpecBuilder().setNodeName(node).addContainersBuilder().setName("main");
        cluster.model().create(ApiResource.PODS, "shop", pod.build());
    }
}
