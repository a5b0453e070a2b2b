package io.jubelet.sim.planted;

import io.jubelet.core.execution.Cancellation;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.runtime.RuntimeCallException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The faults of what happens to a pod between its start and its end.
final class LifecycleFaults {
    private static final Set<String> SIDECARS = Set.of("mesh", "tail");

    private LifecycleFaults() {}

    /// Whatever is stopped, the sidecars of its pod are stopped before.
    static final class SidecarsFirst extends ForwardingRuntime {
        SidecarsFirst(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public void stopContainer(ContainerId id, Duration grace) {
            var all = listContainers(Optional.empty());
            all.stream()
                    .filter(it -> it.id().equals(id))
                    .flatMap(
                            it ->
                                    all.stream()
                                            .filter(other -> other.sandbox().equals(it.sandbox())))
                    .filter(it -> SIDECARS.contains(it.name()) && !it.id().equals(id))
                    .forEach(it -> super.stopContainer(it.id(), grace));
            super.stopContainer(id, grace);
        }
    }

    /// An init container's success is taken for a failure.
    static final class InitAgain extends ForwardingRuntime {
        InitAgain(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public ObservedContainer containerStatus(ContainerId id) {
            var seen = super.containerStatus(id);
            return seen.name().equals("init") ? Specs.withExitCode(seen, 1) : seen;
        }
    }

    /// A container is said to have ended long ago, so that its back-off is over.
    static final class EndedLongAgo extends ForwardingRuntime {
        EndedLongAgo(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public ObservedContainer containerStatus(ContainerId id) {
            return Specs.withExitAt(super.containerStatus(id), Instant.EPOCH);
        }
    }

    /// Whatever a container ended with, it is taken for a success.
    static final class ExitLost extends ForwardingRuntime {
        ExitLost(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public ObservedContainer containerStatus(ContainerId id) {
            return Specs.withExitCode(super.containerStatus(id), 0);
        }
    }

    /// Every pull is made twice at once.
    record PulledTwice(ImageService honest, Execution execution) implements ImageService {
        @Override
        public Optional<LocalImage> find(String image) {
            return honest.find(image);
        }

        @Override
        public List<ListedImage> list() {
            return honest.list();
        }

        @Override
        public void remove(String id) {
            honest.remove(id);
        }

        @Override
        public Space space() {
            return honest.space();
        }

        @Override
        public String pull(
                String image, Optional<RegistryCredential> credential, Cancellation cancellation) {
            execution.start(
                    ThreadKind.POD, "pull again", () -> quietly(image, credential, cancellation));
            return honest.pull(image, credential, cancellation);
        }

        private void quietly(
                String image, Optional<RegistryCredential> credential, Cancellation cancellation) {
            try {
                var _ = honest.pull(image, credential, cancellation);
            } catch (RuntimeCallException failure) {
                // The other one tells.
            }
        }
    }
}
