package io.jubelet.sim.runtime;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.sim.contract.ContainerRuntimeContract;
import io.jubelet.sim.contract.RuntimeWorld;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The simulated runtime keeps the contract.
@SuppressWarnings("NullAway.Init") // `open` fills the fields before each test.
class FakeRuntimeContractTest extends ContainerRuntimeContract {
    private SimScheduler scheduler;
    private SimScheduler.Session session;

    @Override
    protected RuntimeWorld open() {
        scheduler = new SimScheduler(7, Pace.STEADY);
        session = scheduler.attach("test");
        var runtime = new FakeRuntime(scheduler, new Seeded(7), Latency.NORMAL);
        runtime.images().add("busybox:1");
        runtime.images().unpullable("nobody/has-it:1");
        return new Simulated(scheduler, runtime);
    }

    @Override
    protected void close() {
        session.close();
    }

    private record Simulated(SimScheduler scheduler, FakeRuntime fake) implements RuntimeWorld {
        @Override
        public ContainerRuntime runtime() {
            return fake;
        }

        @Override
        public ImageService images() {
            return fake;
        }

        @Override
        public Execution execution() {
            return scheduler;
        }

        @Override
        public String image() {
            return "busybox:1";
        }

        @Override
        public String unpullableImage() {
            return "nobody/has-it:1";
        }

        @Override
        public String logDirectory() {
            return "/var/log/pods/contract";
        }

        @Override
        public String uniqueWord() {
            return "sim";
        }

        @Override
        public <T> T await(
                String what, Duration atMost, Supplier<T> question, Predicate<T> wanted) {
            var end = scheduler.tick().plus(atMost);
            while (true) {
                var answer = question.get();
                if (wanted.test(answer)) {
                    return answer;
                }
                if (end.isBefore(scheduler.tick())) {
                    throw new AssertionError("waited in vain for " + what + ": " + answer);
                }
                scheduler.advance(Duration.ofMillis(100));
            }
        }
    }
}
