package io.jubelet.core.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Probe;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.StepExecution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/// When a container is asked again.
final class ProbeRunnerTest {
    private static final ProbeOutcome REFUSED =
            new ProbeOutcome.Failure("dial tcp 10.0.0.1:80: connect: connection refused");
    private static final ProbeOutcome UNWELL =
            new ProbeOutcome.Failure("HTTP probe failed with statuscode: 503");
    private static final ProbeOutcome WELL = new ProbeOutcome.Success("");

    private final StepExecution execution = new StepExecution();
    private final List<Long> asked = new ArrayList<>();
    private final List<Figure> told = new ArrayList<>();

    @Test
    void aServerThatDoesNotListenYetIsAskedAgainSoon() {
        assertThat(readyAfter(tcp(), REFUSED, REFUSED, REFUSED, WELL))
                .isEqualTo(Duration.ofMillis(70));
        assertThat(asked).containsExactly(0L, 10L, 30L, 70L);
    }

    @Test
    void oneThatAnswersIsAskedOnceAPeriodAndSoAreAllLaterTries() {
        assertThat(readyAfter(tcp(), UNWELL, WELL)).isEqualTo(Duration.ofSeconds(1));
        asked.clear();
        assertThat(readyAfter(tcp(), REFUSED, UNWELL, REFUSED, REFUSED, WELL))
                .isEqualTo(Duration.ofSeconds(3));
        assertThat(asked).containsExactly(0L, 10L, 1000L, 2000L, 3000L);
    }

    @Test
    void oneThatNeverListensIsAskedAtTheTimesThatItsProbeNames() {
        var tries = new ArrayList<>(Collections.nCopies(8, REFUSED));
        tries.add(WELL);

        assertThat(readyAfter(tcp(), tries.toArray(ProbeOutcome[]::new)))
                .isEqualTo(Duration.ofSeconds(2));
        assertThat(asked).containsExactly(0L, 10L, 30L, 70L, 150L, 310L, 630L, 1000L, 2000L);
    }

    @Test
    void everyTryThatCountsIsToldWithItsAnswer() {
        readyAfter(tcp(), REFUSED, REFUSED, UNWELL, new ProbeOutcome.Unknown("no"), WELL);

        assertThat(told)
                .extracting(figure -> ((Figure.Probed) figure).answer())
                .containsExactly(Figure.ProbeAnswer.FAILED, Figure.ProbeAnswer.SUCCESSFUL);
    }

    @Test
    void aCommandIsNeverRunMoreOftenThanItsProbeSays() {
        var exec = Probe.newBuilder().setPeriodSeconds(1);
        exec.getHandlerBuilder().getExecBuilder().addCommand("check");

        assertThat(readyAfter(exec.build(), REFUSED, WELL)).isEqualTo(Duration.ofSeconds(1));
    }

    private static Probe tcp() {
        var probe = Probe.newBuilder().setPeriodSeconds(1);
        probe.getHandlerBuilder().getTcpSocketBuilder().getPortBuilder().setIntVal(80);
        return probe.build();
    }

    /// How long the container has run when its readiness is first news.
    private Duration readyAfter(Probe probe, ProbeOutcome... tries) {
        var start = execution.tick();
        var container = Container.newBuilder().setName("main").setReadinessProbe(probe).build();
        var target =
                new ProbedContainer(
                        Pods.pod("web").build(),
                        container,
                        new ContainerId("c"),
                        execution.now(),
                        false,
                        "10.0.0.1",
                        ProbeKind::initial);
        var wake = execution.signal("probe");
        target.begin(ProbeKind.READINESS, wake);
        var tools =
                new ProbeManager.Tools(
                        execution,
                        new Script(List.of(tries), () -> start.until(execution.tick()).toMillis()),
                        new ProbeEvents(EventRecorder.NONE),
                        _ -> target.stop(),
                        told::add);
        new ProbeRunner(tools, target, ProbeKind.READINESS, wake, 0).run();
        return start.until(execution.tick());
    }

    /// Answers as it was told to, and notes when it was asked.
    private final class Script implements Prober {
        private final List<ProbeOutcome> answers;
        private final LongSupplier clock;
        private int next;

        Script(List<ProbeOutcome> answers, LongSupplier clock) {
            this.answers = answers;
            this.clock = clock;
        }

        private ProbeOutcome answer() {
            asked.add(clock.getAsLong());
            return answers.get(next++);
        }

        @Override
        public ProbeOutcome exec(ContainerId container, List<String> command, Duration timeout) {
            return answer();
        }

        @Override
        public ProbeOutcome http(HttpCheck check, Duration timeout) {
            return answer();
        }

        @Override
        public ProbeOutcome tcp(String host, int port, Duration timeout) {
            return answer();
        }

        @Override
        public ProbeOutcome grpc(String host, int port, String service, Duration timeout) {
            return answer();
        }

        @Override
        public ProbeOutcome hook(HttpCheck check, Duration timeout) {
            return answer();
        }
    }
}
