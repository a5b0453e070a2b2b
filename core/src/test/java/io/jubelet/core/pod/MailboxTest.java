package io.jubelet.core.pod;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

final class MailboxTest {
    private static final RuntimeEvent HINT =
            new RuntimeEvent(new PodUid("web"), "c1", RuntimeEvent.Kind.STARTED);

    private final Signal signal = new SystemExecution().signal("test");
    private final Mailbox mailbox = new Mailbox(signal);

    @SuppressWarnings("unused") // a table of [#everyWordWakesTheWorker]
    static final List<Consumer<Mailbox>> WORDS =
            List.of(
                    box -> box.want(pod("web").build()),
                    box -> box.waitFor(new PodUid("old")),
                    Mailbox::release,
                    Mailbox::remove,
                    Mailbox::poke,
                    Mailbox::news,
                    Mailbox::rouse,
                    box -> box.hint(HINT));

    @ParameterizedTest
    @FieldSource("WORDS")
    void everyWordWakesTheWorker(Consumer<Mailbox> word) {
        word.accept(mailbox);

        assertThat(signal.await(Duration.ZERO)).isTrue();
    }

    /// Cases of TestUpdatePodDoesNotForgetSyncPodKill.
    @Test
    void keepsTheNewestWishAndEveryOtherWord() {
        var newest = pod("web").containers("app").build();
        mailbox.want(pod("web").build());
        mailbox.waitFor(new PodUid("old"));
        mailbox.want(newest);
        mailbox.release();
        mailbox.remove();

        assertThat(mailbox.take())
                .isEqualTo(
                        PodMail.EMPTY
                                .wanting(newest)
                                .waitingFor(new PodUid("old"))
                                .releasing()
                                .removing());
    }

    @Test
    void dropsHintsOfWhatIsKnownAndNothingElse() {
        mailbox.hint(HINT);
        assertThat(mailbox.dropHints(_ -> false)).isFalse();
        assertThat(mailbox.dropHints(HINT::equals)).isTrue();
        assertThat(mailbox.dropHints(_ -> true)).as("there is none left").isFalse();

        mailbox.hint(HINT);
        mailbox.poke();
        assertThat(mailbox.dropHints(_ -> true)).as("somebody wants it looked at").isFalse();
    }

    @Test
    void keepsAWishThatWasOnlyNotedWhenHintsAreDropped() {
        var noted = pod("web").build();
        mailbox.note(noted);
        mailbox.hint(HINT);

        assertThat(mailbox.dropHints(_ -> true)).isTrue();
        assertThat(mailbox.take().desired()).contains(noted);
    }

    @Test
    void isNoReasonForATurnToBeRoused() {
        mailbox.rouse();
        assertThat(mailbox.asks()).isFalse();

        mailbox.note(pod("web").build());
        assertThat(mailbox.asks()).as("the same pod, noted").isFalse();

        mailbox.hint(HINT);
        assertThat(mailbox.asks()).isTrue();
    }

    @Test
    void keepsTheHintsThatComeBesideOtherNews() {
        mailbox.news();
        mailbox.hint(HINT);

        assertThat(mailbox.take()).isEqualTo(PodMail.EMPTY.looking(Look.NEWS).hinting(HINT));
    }

    @Test
    void forgetsNoReasonToReadTheRuntimeForNewsThatComeAfterIt() {
        mailbox.poke();
        mailbox.news();

        assertThat(mailbox.take().look()).isEqualTo(Look.RUNTIME);
    }

    @Test
    void takesManyHintsForAReasonToLook() {
        for (var index = 0; index < 17; index++) {
            mailbox.hint(HINT);
        }

        assertThat(mailbox.dropHints(_ -> true)).isFalse();
    }

    /// Cases of TestCompleteWork_PendingUpdate.
    static Stream<Arguments> wordsDuringATurn() {
        Consumer<Mailbox> none = _ -> {};
        Consumer<Mailbox> wish = box -> box.want(pod("web").build());
        return Stream.of(
                arguments("with nil pendingUpdate, clears working status", none, false),
                arguments("with non-nil pendingUpdate, queues an update signal", wish, true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wordsDuringATurn")
    void whatIsSaidDuringATurnWakesTheWorkerAfterIt(
            String name, Consumer<Mailbox> during, boolean woken) {
        mailbox.remove();
        signal.await(Duration.ZERO);
        mailbox.take();
        during.accept(mailbox);

        assertThat(signal.await(Duration.ZERO)).as(name).isEqualTo(woken);
        assertThat(mailbox.take().equals(PodMail.EMPTY)).isEqualTo(!woken);
    }

    @Test
    void showsThatAnEndIsAskedForBeforeItIsRead() {
        assertThat(mailbox.endRequested()).isFalse();

        mailbox.remove();

        assertThat(mailbox.endRequested()).isTrue();
    }

    @Test
    void showsADeletionAsAnEndAskedFor() {
        mailbox.want(
                pod("web")
                        .with(
                                p ->
                                        p.getMetadataBuilder()
                                                .getDeletionTimestampBuilder()
                                                .setSeconds(1))
                        .build());

        assertThat(mailbox.endRequested()).isTrue();
    }

    @Test
    void doesNotWakeTheWorkerForWhatChangesNothing() {
        var noted = pod("web").containers("app").build();
        mailbox.note(noted);

        assertThat(signal.await(Duration.ZERO)).isFalse();
        assertThat(mailbox.take().desired()).contains(noted);
    }
}
