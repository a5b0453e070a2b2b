package io.jubelet.sim.reflection;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ConfigMap;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.reflection.Reflector;
import io.jubelet.core.reflection.Reflector.Subject;
import io.jubelet.core.reflection.Snapshot;
import io.jubelet.log.LogCapture;
import io.jubelet.log.LogSettings;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
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

/// A reflector in every weather, on virtual time.
class ReflectorTest {
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final SimScheduler scheduler = new SimScheduler(11, Pace.STEADY);
    private final SimScheduler.Session session = scheduler.attach("test");
    private final LogCapture log = LogCapture.start(LogSettings.defaults(), scheduler::now);
    private final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(11), Latency.NORMAL);
    private final List<ApiCallException> failures = new ArrayList<>();
    private int changes;
    private Duration listenerTakes = Duration.ZERO;
    private final Reflector<ConfigMap> reflector =
            new Reflector<>(
                    scheduler,
                    cluster,
                    new Outages(scheduler),
                    Subject.ofNode(ApiResource.CONFIG_MAPS, Selection.ALL, "maps"),
                    new Reflector.Listener<>() {
                        @Override
                        public void changed(Snapshot<ConfigMap> objects) {
                            changes++;
                            scheduler.signal("listener").await(listenerTakes);
                        }

                        @Override
                        public void failed(ApiCallException failure) {
                            failures.add(failure);
                        }
                    });

    @AfterEach
    void end() {
        session.close();
        log.close();
    }

    @Test
    void whatIsThereAndWhatComesIsKnown() {
        create("a");
        reflector.start();
        pass(MOMENT);
        assertThat(names()).containsExactly("a");
        create("b");
        delete("a");
        pass(MOMENT);

        assertThat(names()).containsExactly("b");
        assertThat(cluster.calls()).filteredOn(call -> call.verb() == Verb.LIST).hasSize(1);
    }

    @Test
    void hoursOfWatchingListOnceAndWatchEveryFiveToTenMinutes() {
        reflector.start();
        pass(Duration.ofHours(5));
        create("late");
        pass(MOMENT);

        assertThat(names()).containsExactly("late");
        assertThat(cluster.calls()).filteredOn(call -> call.verb() == Verb.LIST).hasSize(1);
        assertThat(cluster.calls())
                .filteredOn(call -> call.verb() == Verb.WATCH)
                .hasSizeBetween(31, 61);
        assertThat(cluster.watchCount()).isEqualTo(1);
    }

    @Test
    void aServerThatIsAwayForHoursCostsTwoLinesAndNothingThatIsKnown() {
        create("a");
        reflector.start();
        pass(MOMENT);
        cluster.goDown();
        pass(Duration.ofHours(3));
        assertThat(names()).containsExactly("a");
        create("b");
        cluster.comeBack();
        pass(Duration.ofMinutes(1).plusSeconds(2));

        assertThat(names()).containsExactly("a", "b");
        assertThat(linesWith("API server")).hasSize(2);
        assertThat(linesWith("does not answer").getFirst()).contains("connection refused");
        assertThat(linesWith("answers again").getFirst()).contains("failedTries=");
        assertThat(failures).hasSizeGreaterThan(170).hasSizeLessThan(380);
        assertThat(cluster.calls()).filteredOn(call -> call.verb() == Verb.LIST).hasSize(1);
    }

    @Test
    void aServerThatIsAwayAtTheStartIsAskedUntilItAnswers() {
        create("a");
        cluster.goDown();
        reflector.start();
        pass(Duration.ofMinutes(30));
        assertThat(reflector.current()).isEmpty();
        cluster.comeBack();
        pass(Duration.ofMinutes(1).plusSeconds(2));

        assertThat(names()).containsExactly("a");
    }

    @Test
    void aWatchThatBreaksInTheMiddleOfAnObjectIsOpenedAgainAtOnceWithoutAWord() {
        reflector.start();
        pass(MOMENT);
        create("cut");
        cluster.cutWatches();
        pass(MOMENT);

        assertThat(names()).containsExactly("cut");
        assertThat(linesWith("API server")).isEmpty();
        assertThat(cluster.calls()).filteredOn(call -> call.verb() == Verb.LIST).hasSize(1);
    }

    @Test
    void aVersionThatIsTooOldIsAnsweredByANewList() {
        create("a");
        reflector.start();
        pass(MOMENT);
        delete("a");
        create("b");
        cluster.expireWatches();
        pass(Duration.ofSeconds(4));

        assertThat(names()).containsExactly("b");
        assertThat(cluster.calls()).filteredOn(call -> call.verb() == Verb.LIST).hasSize(2);
        assertThat(linesWith("API server")).isEmpty();
    }

    @Test
    void aVersionThatGrewTooOldWhileTheServerWasAwayIsAnsweredByANewList() {
        create("a");
        reflector.start();
        pass(MOMENT);
        cluster.goDown();
        pass(Duration.ofMinutes(10));
        delete("a");
        create("b");
        cluster.model().compact();
        cluster.comeBack();
        pass(Duration.ofMinutes(2));

        assertThat(names()).containsExactly("b");
    }

    @Test
    void aBusyServerIsLeftAloneForAsLongAsItAsks() {
        create("a");
        cluster.faults()
                .tooBusy(Call.of(Verb.LIST, ApiResource.CONFIG_MAPS), 1, Duration.ofSeconds(20));
        reflector.start();
        pass(Duration.ofSeconds(19));
        assertThat(reflector.current()).isEmpty();
        pass(Duration.ofSeconds(2));

        assertThat(names()).containsExactly("a");
    }

    @Test
    void aWatchThatIsRefusedIsTriedAgainFromTheSameVersion() {
        reflector.start();
        pass(MOMENT);
        cluster.faults().failing(Call.of(Verb.WATCH, ApiResource.CONFIG_MAPS), 3);
        cluster.endWatches();
        create("a");
        pass(Duration.ofSeconds(20));

        assertThat(names()).containsExactly("a");
        assertThat(cluster.calls()).filteredOn(call -> call.verb() == Verb.LIST).hasSize(1);
    }

    @Test
    void whoMayNotIsToldOnceAndGoesOnWhenHeMay() {
        create("a");
        cluster.faults().forbid(ApiResource.CONFIG_MAPS);
        reflector.start();
        pass(Duration.ofHours(1));
        assertThat(linesWith("refuses, trying on")).hasSize(1);
        assertThat(failures.getFirst().code()).isEqualTo(Code.FORBIDDEN);
        cluster.faults().clear();
        pass(Duration.ofMinutes(1).plusSeconds(2));

        assertThat(names()).containsExactly("a");
    }

    @Test
    void watchesThatEndAtOnceAreNotOpenedInALoop() {
        reflector.start();
        for (var i = 0; i < 600; i++) {
            cluster.endWatches();
            pass(Duration.ofMillis(100));
        }

        assertThat(cluster.calls())
                .filteredOn(call -> call.verb() == Verb.WATCH)
                .hasSizeLessThan(20);
    }

    @Test
    void aBurstIsOneChangeOrFewForAListenerThatIsBusy() {
        reflector.start();
        pass(MOMENT);
        var before = changes;
        listenerTakes = Duration.ofSeconds(1);
        for (var i = 0; i < 200; i++) {
            create("map-" + i);
        }
        pass(MOMENT);

        assertThat(names()).hasSize(200);
        assertThat(changes - before).isBetween(1, 3);
    }

    @Test
    void closedItEndsItsWatchAndSaysNoMore() {
        reflector.start();
        pass(MOMENT);
        var before = changes;
        reflector.close();
        create("a");
        pass(MOMENT);

        assertThat(cluster.watchCount()).isZero();
        assertThat(changes).isEqualTo(before);
    }

    private void create(String name) {
        var map = ConfigMap.newBuilder();
        map.getMetadataBuilder().setName(name);
        cluster.model().create(ApiResource.CONFIG_MAPS, "ns", map.build());
    }

    private void delete(String name) {
        cluster.model()
                .delete(
                        ApiResource.CONFIG_MAPS,
                        new ObjectName("ns", name),
                        new Deletion(OptionalLong.empty(), Optional.empty()));
    }

    private void pass(Duration time) {
        scheduler.advance(time);
    }

    private List<String> names() {
        return reflector.current().orElseThrow().all().stream()
                .map(map -> map.getMetadata().getName())
                .toList();
    }

    private List<String> linesWith(String text) {
        return log.lines().stream().filter(line -> line.contains(text)).toList();
    }
}
