package io.jubelet.e2e;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import io.jubelet.sim.contract.ContainerRuntimeContract;
import io.jubelet.sim.contract.RuntimeWorld;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// The real runtime keeps the contract that the simulated one keeps.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.class)
final class ContainerdContractTest extends ContainerRuntimeContract {
    private final Rig rig;

    ContainerdContractTest(Rig rig) {
        this.rig = rig;
    }

    @Override
    protected RuntimeWorld open() {
        return new Real(rig, rig.state().resolve("contract-logs/" + UUID.randomUUID()));
    }

    @Override
    protected void close() {
        rig.clear();
    }

    private record Real(Rig rig, Path logs) implements RuntimeWorld {
        @Override
        public ContainerRuntime runtime() {
            return rig.runtime();
        }

        @Override
        public ImageService images() {
            return rig.images();
        }

        @Override
        public Execution execution() {
            return new SystemExecution();
        }

        @Override
        public String image() {
            return Rig.BUSYBOX;
        }

        /// Nobody listens on that port of this machine.
        @Override
        public String unpullableImage() {
            return "127.0.0.1:9/nobody/has-it:1";
        }

        @Override
        public String logDirectory() {
            try {
                return Files.createDirectories(logs).toString();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        @Override
        public void awaitOutput(String logPath, String word) {
            var file = logs.resolve(logPath);
            Await.that(word + " in " + file, () -> Folders.text(file), t -> t.contains(word));
        }

        @Override
        public String uniqueWord() {
            return UUID.randomUUID().toString();
        }

        @Override
        public <T> T await(
                String what, Duration atMost, Supplier<T> question, Predicate<T> wanted) {
            return Await.that(what, atMost, question, wanted);
        }
    }
}
