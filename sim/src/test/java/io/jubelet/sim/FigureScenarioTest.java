package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.meter.ContainerType;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.probe.ProbeKind;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.sim.PodSketch.Check;
import io.jubelet.sim.PodSketch.Part;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a whole agent tells of its work.
class FigureScenarioTest {
    private final WeatherWorld world = new WeatherWorld();
    private final WeatherWorld.Kubelet kubelet = world.start("10.1.1.1");
    private final List<Figure> told = new ArrayList<>();

    @AfterEach
    void end() {
        world.close();
    }

    private <T extends Figure> List<T> told(Class<T> kind) {
        return told.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private void listen() {
        world.pass(Duration.ofSeconds(10));
        kubelet.agent.meters().to(told::add);
    }

    @Test
    void aPodsWholeWayIsTold() {
        kubelet.runtime.images().pullsIn("slow:1", Duration.ofSeconds(20));
        listen();
        told.clear();
        world.bind(
                new PodSketch(
                        "web",
                        0,
                        RestartPolicy.ALWAYS,
                        Duration.ofSeconds(10),
                        List.of(new Part("setup", "busybox:1", "exit 0")),
                        List.of(new Part("main", "slow:1", "serve"))));
        world.pass(Duration.ofSeconds(60));

        assertThat(told(Figure.WorkerStarted.class)).hasSize(1);
        assertThat(told(Figure.PodRuns.class)).hasSize(1);
        assertThat(told(Figure.PodBegun.class)).containsExactly(new Figure.PodBegun(1));
        assertThat(told(Figure.PodRead.class)).isNotEmpty();
        assertThat(told(Figure.SandboxTried.class))
                .containsExactly(new Figure.SandboxTried(false, false));
        assertThat(told(Figure.SandboxRun.class)).hasSize(1);
        assertThat(told(Figure.ContainerTried.class))
                .containsExactly(
                        new Figure.ContainerTried(ContainerType.INIT_CONTAINER, Optional.empty()),
                        new Figure.ContainerTried(ContainerType.CONTAINER, Optional.empty()));
        assertThat(told(Figure.ImagePulled.class)).hasSize(1);
        assertThat(told(Figure.ContainerEnded.class)).hasSize(1);
        assertThat(told(Figure.StatusWritten.class)).isNotEmpty();
        assertThat(told(Figure.Turn.class))
                .extracting(Figure.Turn::kind)
                .startsWith(Figure.TurnKind.CREATE)
                .containsOnlyOnce(Figure.TurnKind.CREATE);
        var start = told(Figure.PodStarted.class);
        assertThat(start).hasSize(1);
        assertThat(start.getFirst().whole()).isGreaterThan(Duration.ofSeconds(20));
        assertThat(start.getFirst().own().orElseThrow()).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void listingsAreToldFromTheFirstOnThoughNobodyListenedYet() {
        listen();

        assertThat(told(Figure.Relisted.class)).isNotEmpty();
        assertThat(told(Figure.Relisted.class).getFirst().sinceLast()).isEmpty();
        assertThat(told(Figure.Relisted.class).getLast().succeededAt()).isPresent();
    }

    @Test
    void whatCannotBeStartedIsToldByItsReason() {
        kubelet.runtime.images().unpullable("nosuch:1");
        listen();
        world.bind(
                new PodSketch(
                        "web",
                        0,
                        RestartPolicy.ALWAYS,
                        Duration.ofSeconds(10),
                        List.of(),
                        List.of(new Part("main", "nosuch:1", "serve"))));
        world.pass(Duration.ofSeconds(15));

        assertThat(told(Figure.PullRefused.class)).isNotEmpty();
        assertThat(told(Figure.ContainerTried.class))
                .extracting(tried -> tried.failure().orElseThrow())
                .contains("ErrImagePull");
        assertThat(told(Figure.PodRuns.class)).isEmpty();
        assertThat(told(Figure.PodStarted.class)).isEmpty();
    }

    @Test
    void aPodWithUsersOfItsOwnFailsOnceHoweverOftenItsContainerDoes() {
        kubelet.runtime.health(
                new RuntimeHealth(
                        RuntimeHealth.Condition.OK,
                        RuntimeHealth.Condition.OK,
                        List.of(new RuntimeHealth.Handler("", false, true)),
                        Optional.empty()));
        kubelet.runtime.images().unpullable("nosuch:1");
        listen();
        for (var name : List.of("own-web", "plain")) {
            world.bind(
                    PodSketch.server(name).withContainer(new Part("other", "nosuch:1", "serve")));
        }
        world.pass(Duration.ofMinutes(2));

        assertThat(told(Figure.SandboxTried.class))
                .containsExactlyInAnyOrder(
                        new Figure.SandboxTried(true, false),
                        new Figure.SandboxTried(false, false));
        assertThat(told(Figure.ContainerTried.class))
                .filteredOn(tried -> tried.failure().isPresent())
                .hasSizeGreaterThan(2);
        assertThat(told(Figure.PodWithUsersFailed.class)).hasSize(1);
    }

    @Test
    void aStatusThatNobodyTakesForAMinuteTakesAMinute() {
        world.bind(PodSketch.running("web", "sleep 30"));
        listen();
        world.pass(Duration.ofSeconds(5));
        told.clear();
        world.cluster.faults().tooBusy(Call.any(), Integer.MAX_VALUE, Duration.ofSeconds(1));
        world.pass(Duration.ofSeconds(90));
        assertThat(told(Figure.StatusWritten.class)).isEmpty();
        world.cluster.faults().clear();
        world.pass(Duration.ofSeconds(30));

        assertThat(told(Figure.StatusWritten.class))
                .extracting(Figure.StatusWritten::sinceChanged)
                .first()
                .satisfies(time -> assertThat(time).isGreaterThan(Duration.ofSeconds(60)));
    }

    @Test
    void probesAreToldUntilTheirPodIsGone() {
        listen();
        var check = new Check(ProbeKind.READINESS, "after 5", 3);
        world.bind(
                new PodSketch(
                        "web",
                        0,
                        RestartPolicy.ALWAYS,
                        Duration.ofSeconds(10),
                        List.of(),
                        List.of(new Part("main", "busybox:1", "serve").checked(check))));
        world.pass(Duration.ofSeconds(20));

        assertThat(told(Figure.Probed.class))
                .extracting(Figure.Probed::answer)
                .startsWith(Figure.ProbeAnswer.FAILED)
                .endsWith(Figure.ProbeAnswer.SUCCESSFUL);
        assertThat(told(Figure.ProbesEnded.class)).isEmpty();
    }
}
