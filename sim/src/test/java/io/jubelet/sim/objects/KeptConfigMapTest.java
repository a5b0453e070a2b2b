package io.jubelet.sim.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.objects.ChangeDetection;
import io.jubelet.core.objects.ClusterObjects;
import io.jubelet.core.objects.ObjectAnswer;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A config map is watched a while longer than any pod names it, for the next pod that does.
final class KeptConfigMapTest {
    private static final Duration MOMENT = Duration.ofSeconds(2);
    private static final ObjectName SETTINGS = new ObjectName("shop", "settings");

    private final SimScheduler scheduler = new SimScheduler(5, Pace.STEADY);
    private final SimScheduler.Session session = scheduler.attach("test");
    private final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(5), Latency.NORMAL);
    private final Set<PodUid> poked = new TreeSet<>();
    private final ClusterObjects objects =
            new ClusterObjects(
                    scheduler,
                    cluster,
                    new Outages(scheduler),
                    ChangeDetection.WATCH,
                    poked::addAll);

    @AfterEach
    void end() {
        session.close();
    }

    @Test
    void aConfigMapIsWatchedOnForTheNextPodThatNamesIt() {
        createConfigMap("one");
        objects.register(podWithConfigMap("a"));
        pass(MOMENT);
        objects.unregister(new PodUid("a"));
        pass(Duration.ofSeconds(50));
        patchConfigMap("two");
        pass(MOMENT);
        objects.register(podWithConfigMap("b"));

        assertThat(setting()).contains("two");
        pass(Duration.ofMinutes(5));
        assertThat(watches()).isEqualTo(1);
        patchConfigMap("three");
        pass(MOMENT);
        assertThat(setting()).contains("three");
        assertThat(poked).contains(new PodUid("b"));
    }

    @Test
    void aConfigMapThatNobodyNamesIsForgottenAfterAWhile() {
        createConfigMap("one");
        objects.register(podWithConfigMap("a"));
        pass(MOMENT);
        objects.unregister(new PodUid("a"));
        pass(Duration.ofSeconds(59));
        assertThat(cluster.watchCount()).isEqualTo(1);
        pass(MOMENT);

        assertThat(cluster.watchCount()).isZero();
        assertThat(objects.configMap(SETTINGS)).isEqualTo(new ObjectAnswer.NotHeardYet<>(""));
    }

    @Test
    void aConfigMapThatNobodyNamesIsForgottenWhenItsWatchFails() {
        createConfigMap("one");
        objects.register(podWithConfigMap("a"));
        pass(MOMENT);
        objects.unregister(new PodUid("a"));
        cluster.goDown();
        pass(Duration.ofSeconds(10));
        cluster.comeBack();
        pass(Duration.ofSeconds(10));

        assertThat(cluster.watchCount()).isZero();
        assertThat(objects.configMap(SETTINGS)).isEqualTo(new ObjectAnswer.NotHeardYet<>(""));
    }

    @Test
    void itsTimeBeginsAnewWithEachPodThatNamesIt() {
        createConfigMap("one");
        for (var round = 0; round < 3; round++) {
            objects.register(podWithConfigMap("a"));
            pass(Duration.ofSeconds(20));
            objects.unregister(new PodUid("a"));
            pass(Duration.ofSeconds(50));
            assertThat(cluster.watchCount()).isEqualTo(1);
        }
        pass(Duration.ofSeconds(11));

        assertThat(cluster.watchCount()).isZero();
        assertThat(watches()).isEqualTo(1);
    }

    private long watches() {
        return cluster.calls().stream().filter(call -> call.verb() == Verb.WATCH).count();
    }

    private static DesiredPod podWithConfigMap(String uid) {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setNamespace("shop").setName(uid).setUid(uid);
        pod.getSpecBuilder()
                .addVolumesBuilder()
                .setName("v")
                .getVolumeSourceBuilder()
                .getConfigMapBuilder()
                .getLocalObjectReferenceBuilder()
                .setName("settings");
        return new DesiredPod(pod.build());
    }

    private void createConfigMap(String value) {
        var map = ConfigMap.newBuilder().putData("k", value);
        map.getMetadataBuilder().setName("settings");
        cluster.model().create(ApiResource.CONFIG_MAPS, "shop", map.build());
    }

    private void patchConfigMap(String value) {
        cluster.model()
                .patch(
                        ApiResource.CONFIG_MAPS,
                        SETTINGS,
                        new Patch(Patch.Kind.MERGE, "", "{\"data\":{\"k\":\"" + value + "\"}}"));
    }

    private Optional<String> setting() {
        return objects.configMap(SETTINGS).found().map(map -> map.getDataOrThrow("k"));
    }

    private void pass(Duration time) {
        scheduler.advance(time);
    }
}
