package io.jubelet.core.journal;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.core.sync.Plan;
import io.jubelet.core.sync.PlanText;
import io.jubelet.core.sync.PodAction;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The pure parts of a journal.
final class JournalPartsTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
    private static final PodIdentity WEB = new PodIdentity("shop", "web", new PodUid("uid-web"));

    @Test
    void aPageIsReadAsItWasWritten() {
        var page =
                Page.of(WEB)
                        .with(new JournalEntry(AT, Step.SEEN, "static"))
                        .with(new JournalEntry(AT.plusMillis(3), Step.ADMITTED, ""));

        assertThat(JournalText.read(WEB.uid(), JournalText.write(page))).contains(page);
    }

    @Test
    void aMessageOfManyLinesIsOneLine() {
        var page = Page.of(WEB).with(new JournalEntry(AT, Step.EVENT, "one\ntwo"));

        assertThat(JournalText.write(page)).endsWith("Z EVENT one two\n");
    }

    @Test
    void whatCannotBeReadIsLeftOut() {
        assertThat(JournalText.read(WEB.uid(), "")).isEmpty();
        assertThat(JournalText.read(WEB.uid(), "\0 nonsense = = \n{")).isEmpty();
        var half = "shop/web\nyesterday SEEN x\n" + AT + " DREAMT x\n" + AT + " SEEN static\n2026";
        assertThat(JournalText.read(WEB.uid(), half).orElseThrow().entries())
                .containsExactly(new JournalEntry(AT, Step.SEEN, "static"));
    }

    @Test
    void waitsAreNotedWhenTheyBeginAndWhenTheyEnd() {
        var pull = new WaitReason.ImagePullFailed("app", "shop/web:9", "not found");
        var waiting = view(PodStatus.getDefaultInstance(), List.of(wait(pull)));
        var over = view(PodStatus.getDefaultInstance(), List.of());

        assertThat(ViewDiff.between(Optional.of(over), waiting, AT))
                .containsExactly(
                        new JournalEntry(AT, Step.WAITS, "ErrImagePull(app): " + pull.message()));
        assertThat(ViewDiff.between(Optional.of(waiting), waiting, AT)).isEmpty();
        assertThat(ViewDiff.between(Optional.of(waiting), over, AT))
                .containsExactly(new JournalEntry(AT, Step.WAITED, "ErrImagePull(app)"));
    }

    @Test
    void conditionsAreNotedWhenTheyTurn() {
        var no = PodCondition.newBuilder().setType("Ready").setStatus("False").setReason("Why");
        var before = view(PodStatus.newBuilder().addConditions(no).build(), List.of());
        var after =
                view(
                        PodStatus.newBuilder()
                                .addConditions(no.clone().setStatus("True").clearReason())
                                .build(),
                        List.of());

        assertThat(ViewDiff.between(Optional.of(before), after, AT))
                .containsExactly(new JournalEntry(AT, Step.STATUS, "Ready True"));
        assertThat(ViewDiff.between(Optional.of(after), before, AT))
                .containsExactly(new JournalEntry(AT, Step.STATUS, "Ready False (Why)"));
    }

    @Test
    void aStartIsSplitIntoItsParts() {
        var entries =
                List.of(
                        entry(0, Step.SEEN, "static"),
                        entry(5, Step.ADMITTED, ""),
                        entry(30, Step.PLANNED, "make the sandbox (attempt 0); seen: nothing"),
                        entry(200, Step.STATUS, "PodReadyToStartContainers True"),
                        entry(210, Step.EVENT, "Pulled: there already"),
                        entry(230, Step.EVENT, "Created: Container created"),
                        entry(300, Step.EVENT, "Started: Container started"),
                        entry(301, Step.WRITTEN, ""),
                        entry(340, Step.STATUS, "Ready True"),
                        entry(350, Step.WRITTEN, ""));

        assertThat(StartPartsCalculator.calculate(entries))
                .extracting(part -> part.name() + " " + part.took().toMillis())
                .containsExactly(
                        "admission 5",
                        "volumes 25",
                        "sandbox and network 170",
                        "image 10",
                        "create 20",
                        "start 70",
                        "ready 40",
                        "status written 10");
    }

    @Test
    void aStartThatIsNotOverHasTheBeginningOfItsParts() {
        assertThat(StartPartsCalculator.calculate(List.of())).isEmpty();
        assertThat(
                        StartPartsCalculator.calculate(
                                List.of(entry(0, Step.SEEN, ""), entry(5, Step.ADMITTED, ""))))
                .containsExactly(new StartPartsCalculator.Part("admission", Duration.ofMillis(5)));
    }

    @Test
    void aDecisionIsToldWithWhatItWasMadeOn() {
        var pod = pod("web").containers("app").build();
        var seen = seen(pod).sandbox(0).exited("app", 0, 137).build();
        var plan =
                new Plan(
                        List.of(new PodAction.CreateSandbox(1, List.of())),
                        List.of(),
                        false,
                        Optional.empty());

        assertThat(PlanText.of(plan, seen))
                .isEqualTo("make the sandbox (attempt 1); seen: sandbox ready, app ended with 137");
        assertThat(PlanText.of(plan, seen(pod).build())).endsWith("; seen: nothing");
    }

    private static JournalEntry entry(int millis, Step step, String detail) {
        return new JournalEntry(AT.plusMillis(millis), step, detail);
    }

    private static Wait wait(WaitReason reason) {
        return new Wait(reason, AT, Optional.empty());
    }

    private static PodView view(PodStatus status, List<Wait> waits) {
        return new PodView(WEB, Optional.empty(), "Syncing", AT, status, waits);
    }
}
