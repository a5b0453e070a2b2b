package io.jubelet.core.loop;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.observation.RuntimeChanges.RuntimeState;
import io.jubelet.core.observation.RuntimeListing;
import io.jubelet.core.pod.TurnEnd;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.source.SourceNews;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class LoopInboxTest {
    private static final PodUid WEB = new PodUid("web-uid");
    private static final PodUid JOB = new PodUid("job-uid");
    private static final RuntimeEvent HINT = new RuntimeEvent(WEB, "c1", RuntimeEvent.Kind.STOPPED);
    private static final RuntimeEvent LISTED =
            new RuntimeEvent(JOB, "c2", RuntimeEvent.Kind.STARTED);
    private static final RuntimeState DOWN = new RuntimeState.Down("gone");

    private final AtomicInteger raised = new AtomicInteger();
    private final LoopInbox inbox = new LoopInbox(new Counting(raised));

    @SuppressWarnings("unused") // a table of [#everyInputWakesTheLoop]
    static final List<Consumer<LoopInbox>> INPUTS =
            List.of(
                    inbox -> inbox.news(Set.of(WEB)),
                    inbox -> inbox.hinted(HINT),
                    inbox -> inbox.listed(RuntimeListing.none(), Set.of()),
                    inbox -> inbox.healthChanged(DOWN),
                    inbox -> inbox.sourceChanged("file", List.of()),
                    inbox -> inbox.turnEnded(pod("web").build().identity(), new TurnEnd.Again()),
                    inbox -> inbox.directoriesFound(Set.of()));

    @ParameterizedTest
    @FieldSource("INPUTS")
    void everyInputWakesTheLoop(Consumer<LoopInbox> input) {
        input.accept(inbox);

        assertThat(raised).hasValue(1);
    }

    @Test
    void keepsTheNewestWordOfEachInput() {
        var web = pod("web").build();
        var job = pod("job").build();
        var newest = RuntimeListing.of(new Tick(2), List.of(), List.of());
        inbox.news(Set.of(JOB));
        inbox.hinted(HINT);
        inbox.hinted(HINT);
        inbox.listed(RuntimeListing.none(), Set.of(HINT, LISTED));
        inbox.listed(newest, Set.of());
        inbox.sourceChanged("file", List.of(web));
        inbox.sourceChanged("file", List.of(job));
        inbox.turnEnded(web.identity(), new TurnEnd.Again());
        inbox.turnEnded(web.identity(), new TurnEnd.Finished());
        inbox.directoriesFound(Set.of(WEB));
        inbox.directoriesFound(Set.of(JOB));

        var contents = inbox.take();

        assertThat(contents.listing()).contains(newest);
        assertThat(contents.changedPods()).isEmpty();
        assertThat(contents.news()).containsExactly(JOB);
        assertThat(contents.hints()).containsExactly(HINT, LISTED);
        assertThat(contents.sources())
                .containsExactly(entry("file", new SourceNews(List.of(job), Set.of())));
        assertThat(contents.turns()).containsExactly(entry(WEB, new TurnEnd.Finished()));
        assertThat(contents.withDirectories()).contains(Set.of(JOB));
    }

    @Test
    void looksAtThePodsOfHintsThatAreTooMany() {
        for (var index = 0; index < 1_000; index++) {
            inbox.hinted(new RuntimeEvent(WEB, "c" + index, RuntimeEvent.Kind.STOPPED));
        }
        inbox.hinted(new RuntimeEvent(JOB, "one more", RuntimeEvent.Kind.STOPPED));

        var contents = inbox.take();
        assertThat(contents.hints()).hasSize(1_000);
        assertThat(contents.changedPods()).containsExactly(JOB);
    }

    @Test
    void aPodThatASourceHadNotForAWhileIsNotForgotten() {
        var web = pod("web").build();
        inbox.sourceInterrupted("file", List.of(web), Set.of(WEB));
        inbox.sourceInterrupted("file", List.of(web), Set.of(JOB));
        inbox.sourceChanged("file", List.of(web));

        assertThat(inbox.take().sources())
                .containsExactly(entry("file", new SourceNews(List.of(web), Set.of(JOB, WEB))));
    }

    @Test
    void isEmptyOnceTaken() {
        inbox.news(Set.of(WEB));
        inbox.hinted(HINT);
        inbox.listed(RuntimeListing.none(), Set.of());
        inbox.sourceChanged("file", List.of());
        inbox.turnEnded(pod("web").build().identity(), new TurnEnd.Again());
        inbox.directoriesFound(Set.of());
        inbox.take();

        var contents = inbox.take();

        assertThat(contents.listing()).isEmpty();
        assertThat(contents.changedPods()).isEmpty();
        assertThat(contents.news()).isEmpty();
        assertThat(contents.hints()).isEmpty();
        assertThat(contents.sources()).isEqualTo(Map.of());
        assertThat(contents.turns()).isEqualTo(Map.of());
        assertThat(contents.withDirectories()).isEmpty();
    }

    @Test
    void handsOutTheRuntimesHealthApartFromTheRest() {
        inbox.news(Set.of(WEB));
        inbox.healthChanged(DOWN);

        assertThat(inbox.takeRuntime()).contains(DOWN);
        assertThat(inbox.takeRuntime()).isEmpty();
        assertThat(inbox.take().news()).containsExactly(WEB);
    }

    /// The real clock, and signals that count how often they are raised.
    private record Counting(AtomicInteger raised) implements Execution {
        private static final Execution REAL = new SystemExecution();

        @Override
        public Instant now() {
            return REAL.now();
        }

        @Override
        public Tick tick() {
            return REAL.tick();
        }

        @Override
        public double random() {
            return 0;
        }

        @Override
        public Signal signal(String name) {
            var real = REAL.signal(name);
            return new Signal() {
                @Override
                public void raise() {
                    raised.incrementAndGet();
                    real.raise();
                }

                @Override
                public void await() {
                    real.await();
                }

                @Override
                public boolean await(Duration atMost) {
                    return real.await(atMost);
                }
            };
        }

        @Override
        public void start(ThreadKind kind, String name, Runnable body) {
            REAL.start(kind, name, body);
        }
    }
}
