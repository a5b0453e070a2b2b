package io.jubelet.server.metrics;

import io.jubelet.core.meter.ContainerType;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Figures as an agent tells them, and what is shown of them.
final class Told {
    static final PodIdentity WEB = new PodIdentity("shop", "web", new PodUid("uid-web"));

    private Told() {}

    static Duration millis(long count) {
        return Duration.ofMillis(count);
    }

    /// One of each, with whatever gives it a series in every family it concerns.
    static List<Figure> ofEveryKind() {
        return List.of(
                new Figure.Relisted(
                        millis(7), Optional.of(millis(1000)), Optional.of(Instant.EPOCH)),
                new Figure.WorkerStarted(millis(3)),
                new Figure.PodRead(millis(9)),
                new Figure.PodBegun(3),
                new Figure.ImageRemoved(true),
                new Figure.HookFellBack(),
                new Figure.Turn(Figure.TurnKind.CREATE, millis(300)),
                new Figure.PodRuns(millis(800)),
                new Figure.PodStarted(millis(2500), Optional.of(millis(1500)), true),
                new Figure.SandboxTried(true, true),
                new Figure.PodWithUsersFailed(),
                new Figure.SandboxRun("kata", millis(90), true),
                new Figure.ContainerTried(ContainerType.CONTAINER, Optional.of("ErrImagePull")),
                new Figure.ContainerEnded(
                        WEB.uid(), ContainerType.CONTAINER, false, 1, "Error", Optional.empty()),
                new Figure.ImagePulled(WEB.uid(), "main", millis(1700), 5_000_000),
                new Figure.PullRefused(WEB.uid(), "main", millis(10)),
                new Figure.CgroupChanged(Figure.CgroupChange.CREATE, millis(2)),
                new Figure.StatusWritten(millis(40)),
                new Figure.Probed(
                        WEB, "main", "Readiness", Figure.ProbeAnswer.SUCCESSFUL, millis(4)),
                new Figure.OrphanFound(),
                new Figure.PodReturned(true),
                new Figure.PodRejected("OutOfcpu"),
                new Figure.MirrorsKnown(2));
    }

    static List<String> lines(byte[] text) {
        return Arrays.asList(new String(text, StandardCharsets.UTF_8).split("\n", -1));
    }
}
