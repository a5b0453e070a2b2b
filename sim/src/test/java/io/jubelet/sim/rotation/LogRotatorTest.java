package io.jubelet.sim.rotation;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.host.LogName;
import io.jubelet.core.rotation.LogRotator;
import io.jubelet.core.rotation.RotationSettings;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.log.LogCapture;
import io.jubelet.log.LogSettings;
import io.jubelet.sim.contract.PodFixture;
import io.jubelet.sim.host.FakePodFiles;
import io.jubelet.sim.runtime.FakeRuntime;
import io.jubelet.sim.runtime.Faults;
import io.jubelet.sim.runtime.FaultyRuntime;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Incarnation;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Logs that are put aside while they are written, on a machine and a runtime that fail.
class LogRotatorTest {
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final int LINES = 1500;

    private Optional<World> world = Optional.empty();

    @AfterEach
    void end() {
        world.ifPresent(World::close);
    }

    @Test
    void aLongLogIsPutAsideAndTheOneBeforeItIsCompressed() {
        var it = world(1, 5);
        it.rotator();
        it.write(35, Duration.ofSeconds(1));
        assertThat(it.files())
                .containsExactly(
                        "0.log",
                        "0.log.20260101-000010.gz",
                        "0.log.20260101-000020.gz",
                        "0.log.20260101-000030");
    }

    @Test
    void noMoreFilesAreKeptThanAllowed() {
        var it = world(1, 3);
        it.rotator();
        it.write(200, Duration.ofSeconds(1));
        assertThat(it.files()).hasSize(3);
        assertThat(it.lines()).endsWith(200).isSorted();
    }

    @Test
    void aShortLogStaysAsItIs() {
        var it = world(1, 5);
        it.rotator();
        it.write(4, Duration.ofSeconds(20));
        assertThat(it.files()).containsExactly("0.log");
    }

    @Test
    void aLogThatSomebodyRemovedBeginsAnew() {
        var it = world(1, 5);
        it.rotator();
        it.write(1, Duration.ofSeconds(1));
        it.files.logs().remove(it.log, "0.log");
        it.scheduler.advance(PERIOD);
        it.write(1, Duration.ofSeconds(1));
        assertThat(it.files()).containsExactly("0.log");
    }

    @Test
    void theLogOfAContainerThatEndedSinceTheListingStaysAsItIs() {
        var it = world(1, 5);
        it.write(30, Duration.ofMillis(1));
        it.runtime.stopContainer(it.id, Duration.ZERO);
        it.rotator();
        it.scheduler.advance(PERIOD.multipliedBy(3));
        assertThat(it.files()).containsExactly("0.log");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 40, 80, 120, 160})
    void noLineIsLostOrDoubledWhateverFails(int from) {
        for (var seed = from; seed < from + 40; seed++) {
            var it = world(seed, 100_000);
            it.weather();
            assertThat(it.lines())
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, LINES).boxed().toList());
            it.close();
            world = Optional.empty();
        }
    }

    @Test
    void aLinkToALogThatIsGoneGoesWhenItsContainerIsDead() {
        var it = world(1, 5);
        var logs = it.files.logs();
        logs.link(it.log, it.id);
        var gone = new LogName(it.log.pod(), "gone", 0);
        logs.opened(gone);
        logs.link(gone, new ContainerId("0123456789"));
        logs.remove(gone, gone.file());
        logs.remove(it.log, it.log.file());
        it.runtime.goDown();
        it.rotator();
        it.scheduler.advance(Duration.ofSeconds(90));
        assertThat(logs.links()).as("the runtime is away").hasSize(2);

        it.runtime.comeBack();
        it.scheduler.advance(Duration.ofSeconds(90));
        assertThat(logs.links()).containsOnlyKeys(it.log.link(it.id));
    }

    private World world(long seed, int maxFiles) {
        var it = new World(seed, maxFiles);
        world = Optional.of(it);
        return it;
    }

    /// A running container, its log, and what goes wrong around it.
    private static final class World {
        private final SimScheduler scheduler;
        private final SimScheduler.Session session;
        private final LogCapture capture;
        private final Seeded random;
        private final FakeRuntime runtime;
        private final FaultyRuntime faulty;
        private final FakePodFiles files;
        private final RotationSettings settings;
        private final ContainerId id;
        private final LogName log;
        private final List<ListedContainer> listed;
        private int written;

        World(long seed, int maxFiles) {
            this.scheduler = new SimScheduler(seed, Pace.STEADY);
            this.session = scheduler.attach("test");
            this.capture = LogCapture.start(LogSettings.defaults(), scheduler::now);
            this.random = Seeded.of(seed, "test");
            this.runtime = new FakeRuntime(scheduler, Seeded.of(seed, "runtime"), Latency.NORMAL);
            this.faulty = new FaultyRuntime(runtime, runtime, scheduler, Seeded.of(seed, "faults"));
            this.files = new FakePodFiles(scheduler, Seeded.of(seed, "files"));
            this.settings = new RotationSettings(5, maxFiles, 2, PERIOD, ZoneOffset.UTC);
            var pod = PodFixture.of("web", "example/image:1", "/logs");
            runtime.images().add("example/image:1");
            var sandbox = runtime.runSandbox(pod.sandbox(0));
            var spec = pod.container("app", 0, List.of("sleep", "36000"));
            this.id = runtime.createContainer(sandbox, spec, pod.sandbox(0));
            runtime.startContainer(id);
            this.log = new LogName(pod.pod(), "app", 0);
            files.logs().opened(log);
            this.listed = runtime.listContainers(Optional.empty());
            runtime.onReopen(_ -> files.logs().opened(log));
        }

        Incarnation rotator() {
            var process = scheduler.incarnation();
            var rotator = new LogRotator(process, faulty, files.logs(), () -> listed, settings);
            rotator.start();
            return process;
        }

        void write(int lines, Duration apart) {
            for (var i = 0; i < lines; i++) {
                files.logs().write(log, ++written);
                scheduler.advance(apart);
            }
        }

        /// Everything fails now and then, the agent is killed again and again; in the end all is
        /// well.
        void weather() {
            var process = rotator();
            while (written < LINES - 10) {
                faulty.faults(random.pick(List.of(Faults.NONE, Faults.SOME, Faults.MANY)));
                files.faults(random.pick(List.of(0, 5, 15)));
                if (random.oneIn(3)) {
                    process.crashAfter(random.between(1, 40));
                }
                if (random.oneIn(4)) {
                    scheduler.jumpWallClock(Duration.ofSeconds(random.between(-3600, 3600)));
                }
                write(Math.min(50, LINES - 10 - written), Duration.ofMillis(random.below(1500)));
                if (process.crashed()) {
                    process = rotator();
                }
            }
            faulty.faults(Faults.NONE);
            files.faults(0);
            scheduler.advance(PERIOD.multipliedBy(2));
            write(10, Duration.ofMillis(1));
        }

        List<String> files() {
            return List.copyOf(files.logs().content(log).keySet());
        }

        /// What somebody reads who takes the files in the order of their names.
        List<Integer> lines() {
            var content = files.logs().content(log);
            var lines = new ArrayList<Integer>();
            content.forEach(
                    (name, part) -> {
                        if (!name.equals(log.file())
                                && !name.endsWith(".tmp")
                                && !content.containsKey(name + ".gz")) {
                            lines.addAll(part);
                        }
                    });
            lines.addAll(content.getOrDefault(log.file(), List.of()));
            return lines;
        }

        void close() {
            capture.close();
            session.close();
        }
    }
}
