package io.jubelet.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.PodStatus;
import io.jubelet.core.event.EventSubject;
import io.jubelet.core.host.JournalFiles;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.core.testing.StepExecution;
import io.jubelet.core.testing.ToldEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class JournalTest {
    private static final PodIdentity WEB = new PodIdentity("shop", "web", new PodUid("uid-web"));
    private static final PodIdentity JOB = new PodIdentity("shop", "job", new PodUid("uid-job"));

    private final StepExecution execution = new StepExecution();
    private final Kept files = new Kept();
    private final Journal journal = new Journal(execution, files);

    /// A disk that forgets nothing.
    private static final class Kept implements JournalFiles {
        private final Map<PodUid, String> texts = new TreeMap<>();
        private int writes;

        @Override
        public Map<PodUid, String> all() {
            return Map.copyOf(texts);
        }

        @Override
        public void keep(PodUid pod, String text) {
            texts.put(pod, text);
            writes++;
        }

        @Override
        public void drop(PodUid pod) {
            texts.remove(pod);
        }
    }

    @Test
    void whatHappensAtOnceIsWrittenOnce() {
        journal.note(WEB, Step.SEEN, "static");
        journal.note(WEB, Step.ADMITTED, "");
        journal.round();

        assertThat(files.writes).isEqualTo(1);
        assertThat(journal.of(WEB.uid()))
                .extracting(JournalEntry::step)
                .containsExactly(Step.SEEN, Step.ADMITTED);
    }

    @Test
    void theNextAgentKnowsWhatThisOneWrote() {
        journal.note(WEB, Step.SEEN, "static");
        journal.note(JOB, Step.GONE, "");
        journal.round();

        var next = new Journal(execution, files);
        next.note(WEB, Step.SEEN, "static");
        next.recall();

        assertThat(next.of(WEB.uid())).hasSize(2);
        assertThat(next.past()).extracting(Page::pod).containsExactly(JOB);
    }

    @Test
    void aJournalOutlivesItsPodByADay() {
        journal.note(WEB, Step.GONE, "");
        journal.round();

        execution.pass(Duration.ofHours(23));
        journal.round();
        assertThat(files.texts).containsKey(WEB.uid());

        execution.pass(Duration.ofHours(2));
        journal.round();
        assertThat(files.texts).isEmpty();
        assertThat(journal.past()).isEmpty();
    }

    @Test
    void ofTooManyTheOldestGoBeforeTheirDayAndPodsThatAreHereStay() {
        journal.saw(view("Syncing", "Running"));
        for (var index = 0; index < 700; index++) {
            var uid = new PodUid("uid-" + index);
            journal.note(new PodIdentity("shop", "job-" + index, uid), Step.GONE, "");
        }
        journal.round();

        assertThat(journal.past())
                .hasSize(599)
                .extracting(page -> page.pod().name())
                .startsWith("job-101")
                .endsWith("job-699");
        assertThat(journal.of(WEB.uid())).isNotEmpty();
    }

    @Test
    void whatIsKeptNowhereHasItsBoundToo() {
        var kept = new Journal(execution, JournalFiles.NONE);
        for (var index = 0; index < 700; index++) {
            var uid = new PodUid("uid-" + index);
            kept.note(new PodIdentity("shop", "job-" + index, uid), Step.GONE, "");
        }

        assertThat(kept.past()).hasSize(600);
        assertThat(kept.of(new PodUid("uid-699"))).isNotEmpty();
    }

    @Test
    void aPodThatIsHereKeepsItsJournalHoweverOld() {
        journal.saw(view("Syncing", "Running"));
        journal.round();

        execution.pass(Duration.ofDays(40));
        journal.round();

        assertThat(journal.of(WEB.uid())).isNotEmpty();
    }

    @Test
    void aViewIsNotedForWhatIsNewInIt() {
        journal.saw(view("Syncing", "Pending"));
        journal.saw(view("Syncing", "Pending"));
        journal.saw(view("Syncing", "Running"));

        assertThat(journal.of(WEB.uid()))
                .extracting(JournalEntry::detail)
                .containsExactly("Syncing", "phase Pending", "phase Running");
    }

    @Test
    void aFullPageKeepsTheBeginningAndTheNewest() {
        for (var index = 0; index < 500; index++) {
            journal.note(WEB, Step.PLANNED, "number " + index);
        }

        assertThat(journal.of(WEB.uid()))
                .hasSize(64)
                .extracting(JournalEntry::detail)
                .startsWith("number 0", "number 1")
                .endsWith("number 498", "number 499");
    }

    @Test
    void eventsOfPodsAreNotedAndHandedOn() {
        var told = new ToldEvents();
        var recorder = new JournallingRecorder(told, journal);
        recorder.normal(EventSubject.ofNode("n1"), "Starting", "Starting kubelet.");
        recorder.warning(
                new EventSubject("Pod", "v1", "shop", "web", "uid-web", "", ""), "BackOff", "why");

        assertThat(journal.of(WEB.uid()))
                .extracting(JournalEntry::detail)
                .containsExactly("BackOff: why");
        assertThat(told.lines("")).hasSize(2);
    }

    private static PodView view(String stage, String phase) {
        return new PodView(
                WEB,
                Optional.empty(),
                stage,
                Instant.EPOCH,
                PodStatus.newBuilder().setPhase(phase).build(),
                List.of());
    }
}
