package io.jubelet.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectEvent;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the simulated API server does beyond the contract: weather, and the fine print of deletion.
class FakeClusterTest {
    private static final ObjectName WEB = new ObjectName("default", "web");

    private final SimScheduler scheduler = new SimScheduler(3, Pace.STEADY);
    private final SimScheduler.Session session = scheduler.attach("test");
    private final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(3), Latency.NORMAL);

    @AfterEach
    void end() {
        session.close();
    }

    @Test
    void aServerThatIsDownIsUnreachableAndBreaksWatches() {
        var watch = cluster.watch(ApiResource.PODS, Selection.ALL, "0", Duration.ofMinutes(9));
        cluster.goDown();

        assertThat(codeOf(() -> cluster.get(ApiResource.PODS, WEB))).isEqualTo(Code.UNREACHABLE);
        assertThat(codeOf(() -> watch.next(Duration.ZERO))).isEqualTo(Code.UNREACHABLE);
        cluster.comeBack();
        assertThat(codeOf(() -> cluster.get(ApiResource.PODS, WEB))).isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void aLostAnswerIsOfACallThatWasDone() {
        cluster.faults().loseAnswers(Call.of(Verb.CREATE, ApiResource.PODS), 1);

        assertThat(codeOf(this::create)).isEqualTo(Code.UNREACHABLE);
        assertThat(codeOf(this::create)).isEqualTo(Code.ALREADY_EXISTS);
    }

    @Test
    void aBusyServerSaysWhenToComeAgain() {
        cluster.faults().tooBusy(Call.any(), 1, Duration.ofSeconds(5));

        var refused =
                catchThrowableOfType(
                        ApiCallException.class, () -> cluster.get(ApiResource.PODS, WEB));
        assertThat(refused.code()).isEqualTo(Code.TOO_MANY_REQUESTS);
        assertThat(refused.retryAfter()).contains(Duration.ofSeconds(5));
        assertThat(codeOf(() -> cluster.get(ApiResource.PODS, WEB))).isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void aCallThatTakesLongerThanAMinuteTimesOutAndIsDoneLater() {
        cluster.faults().slow(Call.of(ApiResource.PODS), Duration.ofSeconds(90));

        assertThat(codeOf(this::create)).isEqualTo(Code.TIMED_OUT);
        assertThat(cluster.model().find(ApiResource.PODS, WEB)).isEmpty();
        scheduler.advance(Duration.ofSeconds(60));
        assertThat(cluster.model().find(ApiResource.PODS, WEB)).isPresent();
    }

    @Test
    void aDeletionShortensTheGraceOfAnEarlierOneAndNeverLengthensIt() {
        create();
        delete(30);
        var first = cluster.get(ApiResource.PODS, WEB).getMetadata();
        delete(60);
        assertThat(cluster.get(ApiResource.PODS, WEB).getMetadata()).isEqualTo(first);
        delete(10);

        var second = cluster.get(ApiResource.PODS, WEB).getMetadata();
        assertThat(second.getDeletionGracePeriodSeconds()).isEqualTo(10);
        assertThat(second.getDeletionTimestamp().getSeconds())
                .isEqualTo(first.getDeletionTimestamp().getSeconds() - 20);
        assertThat(second.getGeneration()).isEqualTo(2);
    }

    @Test
    void aPodThatHasEndedGoesAtOnce() {
        create();
        cluster.patch(
                ApiResource.PODS, WEB, Patch.ofStatus("{\"status\":{\"phase\":\"Succeeded\"}}"));
        delete(30);

        assertThat(cluster.model().find(ApiResource.PODS, WEB)).isEmpty();
    }

    @Test
    void aWatchTellsWhenAnObjectLeavesItsSelection() {
        create();
        var selection = new Selection("", "app=web", "");
        var watch = cluster.watch(ApiResource.PODS, selection, "0", Duration.ofMinutes(9));
        assertThat(watch.next(Duration.ofSeconds(5))).isInstanceOf(ObjectWatch.Next.Event.class);
        cluster.patch(
                ApiResource.PODS,
                WEB,
                new Patch(Patch.Kind.MERGE, "", "{\"metadata\":{\"labels\":{\"app\":null}}}"));

        assertThat(watch.next(Duration.ofSeconds(5)))
                .isInstanceOfSatisfying(
                        ObjectWatch.Next.Event.class,
                        next -> assertThat(next.event()).isInstanceOf(ObjectEvent.Deleted.class));
    }

    @Test
    void bookmarksComeEveryMinute() {
        var watch = cluster.watch(ApiResource.PODS, Selection.ALL, "0", Duration.ofMinutes(9));
        cluster.model().create(ApiResource.CONFIG_MAPS, "default", ConfigMap.getDefaultInstance());

        assertThat(watch.next(Duration.ofSeconds(70)))
                .isEqualTo(
                        new ObjectWatch.Next.Event<>(
                                new ObjectEvent.Bookmark<>(
                                        Long.toString(cluster.model().version()))));
    }

    @Test
    void aWriteThatChangesNothingIsNoNewVersion() {
        var pod = create();

        var same = cluster.patch(ApiResource.PODS, WEB, Patch.ofStatus("{\"status\":{}}"));

        assertThat(same).isEqualTo(pod);
    }

    private Pod create() {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setName("web").putLabels("app", "web");
        pod.getSpecBuilder().setNodeName("here").addContainersBuilder().setName("main");
        return cluster.create(ApiResource.PODS, "default", pod.build());
    }

    private void delete(long grace) {
        cluster.delete(
                ApiResource.PODS, WEB, new Deletion(OptionalLong.of(grace), Optional.empty()));
    }

    private static Code codeOf(ThrowingCallable call) {
        return catchThrowableOfType(ApiCallException.class, call).code();
    }
}
