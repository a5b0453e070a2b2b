package io.jubelet.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// The real kubelet as a process on a rig's containerd, with folders, ports and a manifest folder
/// of its own. Registered as an extension it begins each test with an empty runtime, ends its
/// process afterwards, and shows the end of its log when the test failed.
///
/// Thread: the test's.
public final class KubeletUnderTest implements BeforeEachCallback, AfterEachCallback {
    public static final String NODE = "e2e-node";

    private static final int LINES_SHOWN = 60;
    private static final Duration LONGEST_START = Duration.ofSeconds(40);

    private final Rig rig;
    private final Path home;
    private final InstantSource clock = InstantSource.system();
    private KubeletConfig config;
    private Optional<Process> process = Optional.empty();

    public KubeletUnderTest(Rig rig) {
        this.rig = rig;
        home = rig.state().resolve("kubelet");
        config = KubeletConfig.standalone(home, rig.endpoint());
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        prepare();
    }

    /// Makes all as if no kubelet had run here.
    public void prepare() {
        rig.clear();
        // A killed run leaves the mounts of its pods.
        Machine.unmount(home);
        Folders.remove(home);
        Machine.makeCgroup();
        config.write();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        kill();
        if (context.getExecutionException().isPresent()) {
            System.out.println("The kubelet's last words:\n" + logTail());
        }
        rig.clear();
        // Its root folder is one.
        Machine.unmount(home);
        Machine.removeCgroup();
    }

    public Path home() {
        return home;
    }

    public KubeletConfig config() {
        return config;
    }

    /// Another configuration, for the next start.
    public void configure(KubeletConfig next) {
        config = next;
        config.write();
    }

    /// Starts it and waits until it answers on all its ports.
    public KubeletUnderTest start() {
        launch();
        Await.that(
                "the kubelet to answer on its ports",
                LONGEST_START,
                () -> died().orElseGet(this::health),
                answer -> answer.equals("ok") || answer.startsWith("ended"));
        died().ifPresent(
                        end -> {
                            throw new AssertionError("the kubelet " + end + "\n" + logTail());
                        });
        return this;
    }

    /// Starts it without waiting for anything.
    public KubeletUnderTest launch() {
        return launch(Project.bin("kubelet").toString());
    }

    /// Starts this program in its place.
    public KubeletUnderTest launch(String program) {
        return launch(program, List.of());
    }

    /// Starts this program with flags beside the usual ones.
    public KubeletUnderTest launch(String program, List<String> flags) {
        try {
            var line = new ArrayList<String>();
            line.add(program);
            line.addAll(arguments());
            line.addAll(flags);
            var builder = new ProcessBuilder(line).redirectErrorStream(true);
            builder.redirectOutput(Redirect.appendTo(log().toFile()));
            builder.environment().put("JUBELET_LOG_LINKS", logLinks().toString());
            process = Optional.of(builder.start());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return this;
    }

    private List<String> arguments() {
        return List.of(
                "--config",
                home.resolve("config.yaml").toString(),
                "--root-dir",
                home.resolve("root").toString(),
                "--cert-dir",
                home.resolve("pki").toString(),
                "--hostname-override",
                NODE);
    }

    private String health() {
        var own =
                NodeClient.read(
                        "http://127.0.0.1:%s/healthz".formatted(config.field("healthzPort")));
        return own.equals("ok") ? NodeClient.read(url("/healthz")) : own;
    }

    /// Whether it says on its health port that it is well.
    public boolean isHealthy() {
        var address = "http://127.0.0.1:%s/healthz".formatted(config.field("healthzPort"));
        return NodeClient.read(address).equals("ok");
    }

    private Optional<String> died() {
        return process.filter(running -> !running.isAlive())
                .map(ended -> "ended with code " + ended.exitValue());
    }

    public Process process() {
        return process.orElseThrow();
    }

    /// SIGKILL, at once.
    public void kill() {
        process.ifPresent(running -> end(running.destroyForcibly()));
        process = Optional.empty();
    }

    /// SIGTERM; answers the exit code.
    public int terminate() {
        var ending = process();
        ending.destroy();
        end(ending);
        process = Optional.empty();
        return ending.exitValue();
    }

    /// Lets it run for this long, and fails if it ends by itself.
    public void runFor(Duration time) {
        try {
            if (process().waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the kubelet " + died().orElse("ended"));
            }
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static void end(Process ending) {
        Await.until("the kubelet to end", () -> !ending.isAlive());
    }

    /// Puts the manifest into the folder by a rename; answers the moment before it.
    public Instant put(Manifest manifest) {
        return put(manifest.name() + ".yaml", manifest.yaml());
    }

    public Instant put(String file, String content) {
        try {
            var ready = Files.writeString(home.resolve("next-manifest"), content);
            var before = clock.instant();
            Files.move(ready, manifest(file), StandardCopyOption.ATOMIC_MOVE);
            return before;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Takes the manifest out of the folder.
    public void remove(Manifest manifest) {
        try {
            Files.delete(manifest(manifest.name() + ".yaml"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Path manifest(String file) {
        return home.resolve("manifests").resolve(file);
    }

    public String url(String path) {
        return "https://127.0.0.1:" + config.field("port") + path;
    }

    /// What `/pods` says of the static pod of this manifest; empty if it is not there.
    public Json pod(Manifest manifest) {
        return Json.parse(NodeClient.read(url("/pods"))).items("items").stream()
                .filter(pod -> pod.text("metadata", "name").equals(podName(manifest)))
                .findFirst()
                .orElse(new Json(Optional.empty()));
    }

    /// Waits until the pod is in this phase, and answers it.
    public Json awaitPhase(Manifest manifest, String phase) {
        return Await.that(
                "pod %s to be %s".formatted(manifest.name(), phase),
                () -> pod(manifest),
                pod -> pod.text("status", "phase").equals(phase));
    }

    /// Waits until every container of the pod runs, and answers the pod.
    public Json awaitRunning(Manifest manifest) {
        return Await.that(
                "pod %s to run and be ready".formatted(manifest.name()),
                () -> pod(manifest),
                pod -> pod.text("status", "phase").equals("Running") && allReady(pod));
    }

    private static boolean allReady(Json pod) {
        return pod.items("status", "containerStatuses").stream()
                .allMatch(container -> container.text("ready").equals("true"));
    }

    /// All that the agent says it waits for, as it says it.
    public String waits() {
        return NodeClient.read(url("/jubelet/waits"));
    }

    public static String podName(Manifest manifest) {
        return manifest.name() + "-" + NODE;
    }

    /// Where the links to containers' logs are made: not in the machine's own folder.
    public Path logLinks() {
        return home.resolve("log-links");
    }

    public Path log() {
        return home.resolve("kubelet.log");
    }

    private String logTail() {
        try {
            var lines = Files.exists(log()) ? Files.readAllLines(log()) : List.<String>of();
            return String.join(
                    "\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
        } catch (IOException failure) {
            return "no log: " + failure;
        }
    }
}
