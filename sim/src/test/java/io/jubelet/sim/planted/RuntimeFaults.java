package io.jubelet.sim.planted;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The faults that sit between the agent and the runtime, one class each.
final class RuntimeFaults {
    private RuntimeFaults() {}

    /// A dead sandbox is taken for a ready one, so containers are started without theirs.
    static final class StartWithoutSandbox extends ForwardingRuntime {
        StartWithoutSandbox(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public ObservedSandbox sandboxStatus(SandboxId id) {
            return Specs.ready(super.sandboxStatus(id));
        }
    }

    /// Every fifth start starts a second instance beside the first.
    static final class DoubleStart extends ForwardingRuntime {
        private final Map<ContainerId, Runnable> twins = new LinkedHashMap<>();
        private int starts;

        DoubleStart(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public ContainerId createContainer(
                SandboxId sandbox, ContainerSpec spec, SandboxSpec sandboxSpec) {
            var id = super.createContainer(sandbox, spec, sandboxSpec);
            var twin = Specs.withAttempt(spec, spec.attempt() + 1);
            twins.put(
                    id,
                    () -> super.startContainer(super.createContainer(sandbox, twin, sandboxSpec)));
            return id;
        }

        @Override
        public void startContainer(ContainerId id) {
            super.startContainer(id);
            starts++;
            if (starts % 5 == 0) {
                twins.getOrDefault(id, () -> {}).run();
            }
        }
    }

    /// A container of one pod lands in the sandbox of another.
    static final class WrongSandbox extends ForwardingRuntime {
        private int creations;

        WrongSandbox(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public ContainerId createContainer(
                SandboxId sandbox, ContainerSpec spec, SandboxSpec sandboxSpec) {
            creations++;
            var target =
                    creations % 4 == 0 ? listSandboxes(Optional.empty()).getFirst().id() : sandbox;
            return super.createContainer(target, spec, sandboxSpec);
        }
    }

    /// Stopping is answered, not done.
    static final class StopSkipped extends ForwardingRuntime {
        StopSkipped(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public void stopContainer(ContainerId id, Duration grace) {}
    }

    /// Everything is killed at once, whatever grace it has.
    static final class NoGrace extends ForwardingRuntime {
        NoGrace(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public void stopContainer(ContainerId id, Duration grace) {
            super.stopContainer(id, Duration.ZERO);
        }
    }

    /// What was read once is served again for half a minute.
    static final class StaleObservation extends ForwardingRuntime {
        private static final Duration KEPT = Duration.ofSeconds(30);

        private final Execution execution;
        private final Map<ContainerId, ObservedContainer> answers = new LinkedHashMap<>();
        private final Map<ContainerId, Tick> readAt = new LinkedHashMap<>();

        StaleObservation(ContainerRuntime honest, Execution execution) {
            super(honest);
            this.execution = execution;
        }

        @Override
        public ObservedContainer containerStatus(ContainerId id) {
            var now = execution.tick();
            var read = readAt.get(id);
            if (read == null || read.plus(KEPT).isBefore(now)) {
                answers.put(id, super.containerStatus(id));
                readAt.put(id, now);
            }
            return answers.getOrDefault(id, super.containerStatus(id));
        }
    }

    /// Removing a sandbox is answered, not done.
    static final class RemoveNotDone extends ForwardingRuntime {
        RemoveNotDone(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public void removeSandbox(SandboxId id) {}
    }

    /// Every restart is numbered as if it were the first start.
    static final class AttemptReused extends ForwardingRuntime {
        AttemptReused(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public ContainerId createContainer(
                SandboxId sandbox, ContainerSpec spec, SandboxSpec sandboxSpec) {
            return super.createContainer(sandbox, Specs.withAttempt(spec, 0), sandboxSpec);
        }
    }

    /// Events name another pod, and the listing that would make up for it never changes.
    static final class WrongEventsWithoutRelist extends ForwardingRuntime {
        private final List<ListedSandbox> sandboxes = new ArrayList<>();
        private final List<ListedContainer> containers = new ArrayList<>();
        private boolean listedSandboxes;
        private boolean listedContainers;

        WrongEventsWithoutRelist(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public void streamEvents(Consumer<RuntimeEvent> sink) {
            super.streamEvents(
                    event ->
                            sink.accept(
                                    new RuntimeEvent(
                                            new PodUid("somebody-else"),
                                            event.subject(),
                                            event.kind())));
        }

        @Override
        public List<ListedSandbox> listSandboxes(Optional<PodUid> pod) {
            if (pod.isPresent()) {
                return super.listSandboxes(pod);
            }
            if (!listedSandboxes) {
                sandboxes.addAll(super.listSandboxes(pod));
                listedSandboxes = true;
            }
            return List.copyOf(sandboxes);
        }

        @Override
        public List<ListedContainer> listContainers(Optional<PodUid> pod) {
            if (pod.isPresent()) {
                return super.listContainers(pod);
            }
            if (!listedContainers) {
                containers.addAll(super.listContainers(pod));
                listedContainers = true;
            }
            return List.copyOf(containers);
        }
    }

    /// The agent that comes after a crash reads other hashes than its predecessor wrote.
    static final class AdoptionLost extends ForwardingRuntime {
        private final boolean first;

        AdoptionLost(ContainerRuntime honest, boolean first) {
            super(honest);
            this.first = first;
        }

        @Override
        public ObservedContainer containerStatus(ContainerId id) {
            var seen = super.containerStatus(id);
            return first ? seen : Specs.withHash(seen, "deadbeef");
        }
    }

    /// One container in three is made without the labels that say whose it is.
    static final class LabelsLost extends ForwardingRuntime {
        private int creations;

        LabelsLost(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public ContainerId createContainer(
                SandboxId sandbox, ContainerSpec spec, SandboxSpec sandboxSpec) {
            creations++;
            var labelled =
                    creations % 3 == 0 ? Specs.withLabels(spec, new LinkedHashMap<>()) : spec;
            return super.createContainer(sandbox, labelled, sandboxSpec);
        }
    }

    /// Every end looks like a failure.
    static final class ExitMisread extends ForwardingRuntime {
        ExitMisread(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public ObservedContainer containerStatus(ContainerId id) {
            return Specs.withExitCode(super.containerStatus(id), 1);
        }
    }
}
