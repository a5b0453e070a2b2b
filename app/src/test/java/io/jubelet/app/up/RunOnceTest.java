package io.jubelet.app.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.app.StartException;
import io.jubelet.app.up.RunOnceCalculator.Outcome;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.log.LogSettings;
import io.jubelet.log.Logging;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RunOnceTest {
    @TempDir Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @AfterEach
    void giveTheLogBack() {
        Logging.apply(LogSettings.defaults(), System.err);
    }

    @ParameterizedTest(name = "{0} manifests, pods {1}, {2} problems")
    @CsvSource({
        "1, '',              0, GOING_ON",
        "1, ready,           0, WELL",
        "1, Running,         0, GOING_ON",
        "2, ready,           0, GOING_ON",
        "2, ready Succeeded, 0, WELL",
        "2, ready Failed,    0, BADLY",
        "2, Pending Failed,  0, GOING_ON",
        "2, ready,           1, BADLY",
    })
    void seesHowFarThePodsAre(int manifests, String pods, int problems, Outcome outcome) {
        var views =
                Stream.of(pods.split(" ", -1))
                        .filter(pod -> !pod.isEmpty())
                        .map(RunOnceTest::view)
                        .toList();

        assertThat(RunOnceCalculator.calculate(manifests, views, problems)).isEqualTo(outcome);
    }

    @Test
    void readsItsOptions() {
        var options = RunOnceOptions.parse(List.of("/m", "--timeout", "90s", "--state", "/s"));

        assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(options.node())
                .isEqualTo(
                        new UpOptions(
                                Path.of("/s"), Path.of("/m"), Optional.empty(), true, false, "1"));
        assertThatThrownBy(() -> RunOnceOptions.parse(List.of("--simulate")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("run-once needs a folder of pods");
        assertThatThrownBy(() -> RunOnceOptions.parse(List.of("/m", "--forever")))
                .hasMessage("unknown option --forever");
    }

    @Test
    void podsThatRunAndEndWellAreAZero() throws IOException {
        manifest("web", "Always", "serve");
        manifest("job", "Never", "exit 0");

        assertThat(run("30s")).isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("default/web-simulated  Running")
                .contains("default/job-simulated  Succeeded")
                .contains("end with this program");
    }

    @Test
    void aPodThatFailsIsAOne() throws IOException {
        manifest("job", "Never", "exit 3");

        assertThat(run("30s")).isEqualTo(1);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("Failed");
    }

    @Test
    void podsThatAreNotThereInTimeAreAOneWithTheirReason() throws IOException {
        manifest("loop", "Always", "exit 3");

        assertThat(run("3s")).isEqualTo(1);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("CrashLoopBackOff")
                .contains("Not all pods ran or ended within 3 s.");
    }

    @Test
    void anEmptyFolderIsAnError() throws IOException {
        Files.createDirectories(folder.resolve("pods"));

        assertThatThrownBy(() -> run("1s"))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("no manifest in");
    }

    private int run(String timeout) {
        var options =
                RunOnceOptions.parse(
                        List.of(
                                folder.resolve("pods").toString(),
                                "--timeout",
                                timeout,
                                "--state",
                                folder.resolve("state").toString(),
                                "--simulate"));
        var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return new RunOnceCommand(options, folder, out).run();
    }

    private void manifest(String name, String restart, String command) throws IOException {
        Files.createDirectories(folder.resolve("pods"));
        Files.writeString(
                folder.resolve("pods").resolve(name + ".yaml"),
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s}
                spec:
                  restartPolicy: %s
                  containers:
                  - name: main
                    image: busybox:1
                    command: [%s]
                """
                        .formatted(
                                name,
                                restart,
                                command.replace(" ", ", ")
                                        .replace("3", "\"3\"")
                                        .replace("0", "\"0\"")));
    }

    private static PodView view(String state) {
        var status = PodStatus.newBuilder();
        if (state.equals("ready")) {
            status.setPhase("Running")
                    .addConditions(PodCondition.newBuilder().setType("Ready").setStatus("True"));
        } else {
            status.setPhase(state);
        }
        return new PodView(
                new PodIdentity("default", state, new PodUid(state)),
                Optional.empty(),
                "Syncing",
                Instant.EPOCH,
                status.build(),
                List.of());
    }
}
