package io.jubelet.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.PodStatus;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.source.ManifestProblems.Problem;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PodTableTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = START.plusSeconds(75);

    @Test
    void showsPodsByNameInAlignedColumns() {
        var web = running(2);
        web.getContainerStatusesBuilder(0).setReady(true).setRestartCount(3);
        var lines = table(view("web", "Syncing", web), view("a-job", "Terminated", succeeded()));

        assertThat(lines)
                .containsExactly(
                        "POD            PHASE      READY  RESTARTS  IP        AGE"
                                + "    WHY IT IS NOT READY YET",
                        "default/a-job  Succeeded  0/1    0         -         -",
                        "default/web    Running    1/2    3         10.0.0.1  1m15s");
    }

    @Test
    void saysWhatAPodWaitsForAndForHowLong() {
        var wait =
                new Wait(
                        new WaitReason.ImagePullBackOff("app", "nginx"),
                        START,
                        Optional.of(NOW.plusSeconds(12)));

        assertThat(table(view("web", "Syncing", running(1), wait)).getLast())
                .endsWith("ImagePullBackOff: Back-off pulling image \"nginx\", next try in 12s");
    }

    @Test
    void doesNotSayWhenATryThatIsOverdueComes() {
        var wait = new Wait(new WaitReason.SandboxFailed("no CNI"), START, Optional.of(START));

        assertThat(table(view("web", "Syncing", running(1), wait)).getLast())
                .endsWith("FailedCreatePodSandBox: failed to create pod sandbox: no CNI");
    }

    @Test
    void saysWhatV1SaysWhereNothingIsWaitedFor() {
        var status = running(1);
        status.getContainerStatusesBuilder(0)
                .getStateBuilder()
                .getWaitingBuilder()
                .setReason("ContainerCreating");

        assertThat(table(view("web", "Syncing", status)).getLast())
                .endsWith("app0: ContainerCreating");
    }

    @Test
    void explainsNothingOfAPodThatHasEnded() {
        var wait = new Wait(new WaitReason.SandboxFailed("no CNI"), START, Optional.empty());

        assertThat(table(view("job", "Terminating", succeeded(), wait)).getLast())
                .contains("Succeeded")
                .doesNotContain("no CNI");
    }

    @Test
    void showsThatAPodIsEnding() {
        assertThat(table(view("web", "Terminating", running(1))).getLast())
                .contains("Terminating")
                .doesNotContain("Running");
    }

    @Test
    void tellsOfTheRuntimeAndOfManifestsBelow() {
        var lines =
                PodTable.lines(
                        List.of(),
                        List.of(new Problem("/pods/web.yaml", "no name\nat all")),
                        Optional.of("no socket"),
                        NOW);

        assertThat(lines.subList(1, lines.size()))
                .containsExactly(
                        "The container runtime is not ready: no socket",
                        "Cannot use /pods/web.yaml: no name at all");
    }

    @Test
    void cutsWhatIsTooLong() {
        var lines = PodTable.lines(List.of(), List.of(), Optional.of("x".repeat(1000)), NOW);

        assertThat(lines.getLast()).hasSizeLessThan(250).endsWith("x…");
    }

    @ParameterizedTest(name = "{0} seconds are {1}")
    @CsvSource({
        "-5, 0s",
        "0, 0s",
        "59, 59s",
        "60, 1m0s",
        "3599, 59m59s",
        "3600, 1h0m",
        "90061, 25h1m"
    })
    void writesAgesShortly(long seconds, String text) {
        var view = view("web", "Syncing", running(1));
        var now = START.plusSeconds(seconds);

        assertThat(PodTable.lines(List.of(view), List.of(), Optional.empty(), now).getLast())
                .endsWith(" " + text);
    }

    private static List<String> table(PodView... views) {
        return PodTable.lines(List.of(views), List.of(), Optional.empty(), NOW);
    }

    private static PodView view(
            String name, String stage, PodStatus.Builder status, Wait... waits) {
        return new PodView(
                new PodIdentity("default", name, new PodUid(name)),
                Optional.empty(),
                stage,
                START,
                status.build(),
                List.of(waits));
    }

    private static PodStatus.Builder running(int containers) {
        var status = PodStatus.newBuilder().setPhase("Running").setPodIP("10.0.0.1");
        status.getStartTimeBuilder().setSeconds(START.getEpochSecond());
        for (var index = 0; index < containers; index++) {
            status.addContainerStatusesBuilder().setName("app" + index);
        }
        return status;
    }

    private static PodStatus.Builder succeeded() {
        var status = PodStatus.newBuilder().setPhase("Succeeded");
        status.addContainerStatusesBuilder().setName("work");
        return status;
    }
}
