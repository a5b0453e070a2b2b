package io.jubelet.sim.runtime;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.sim.contract.ContainerRuntimeContract;
import io.jubelet.sim.contract.RuntimeWorld;
import io.jubelet.sim.schedule.RealTimeline;
import io.jubelet.sim.schedule.Seeded;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The simulated runtime keeps the contract on the real clock too, as demos and hollow nodes use
/// it.
class RealTimeContractTest extends ContainerRuntimeContract {
    @Override
    protected RuntimeWorld open() {
        var execution = new SystemExecution();
        var runtime = new FakeRuntime(new RealTimeline(execution), new Seeded(7), Latency.NORMAL);
        runtime.images().add("busybox:1");
        runtime.images().unpullable("nobody/has-it:1");
        return new RealTime(execution, runtime);
    }

    @Override
    protected void close() {}

    private record RealTime(Execution execution, FakeRuntime fake) implements RuntimeWorld {
        @Override
        public ContainerRuntime runtime() {
            return fake;
        }

        @Override
        public ImageService images() {
            return fake;
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
            return "real-time";
        }

        @Override
        public <T> T await(
                String what, Duration atMost, Supplier<T> question, Predicate<T> wanted) {
            var end = execution.tick().plus(atMost);
            while (true) {
                var answer = question.get();
                if (wanted.test(answer)) {
                    return answer;
                }
                if (end.isBefore(execution.tick())) {
                    throw new AssertionError("waited in vain for " + what + ": " + answer);
                }
                execution.signal("poll").await(Duration.ofMillis(20));
            }
        }
    }
}
