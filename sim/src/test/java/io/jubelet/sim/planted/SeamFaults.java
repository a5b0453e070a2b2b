package io.jubelet.sim.planted;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.ManifestFolder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The faults that sit between the agent and its clock, its threads and its files.
final class SeamFaults {
    private SeamFaults() {}

    /// A raise that comes while nobody waits is forgotten.
    record LostWakeUp(Execution honest) implements Execution {
        @Override
        public Instant now() {
            return honest.now();
        }

        @Override
        public Tick tick() {
            return honest.tick();
        }

        @Override
        public double random() {
            return honest.random();
        }

        @Override
        public Signal signal(String name) {
            return new ForgetfulSignal(honest.signal(name));
        }

        @Override
        public void start(ThreadKind kind, String name, Runnable body) {
            honest.start(kind, name, body);
        }
    }

    private static final class ForgetfulSignal implements Signal {
        private final Signal honest;
        private boolean waiting;

        ForgetfulSignal(Signal honest) {
            this.honest = honest;
        }

        @Override
        public void raise() {
            if (waiting) {
                honest.raise();
            }
        }

        @Override
        public void await() {
            waiting = true;
            honest.await();
            waiting = false;
        }

        @Override
        public boolean await(Duration atMost) {
            waiting = true;
            var raised = honest.await(atMost);
            waiting = false;
            return raised;
        }
    }

    /// A file that was once there is there for ever.
    static final class ForgottenDelete implements ManifestFolder {
        private final ManifestFolder honest;
        private final Map<String, ManifestFile> seen = new LinkedHashMap<>();

        ForgottenDelete(ManifestFolder honest) {
            this.honest = honest;
        }

        @Override
        public List<ManifestFile> read() {
            honest.read().forEach(file -> seen.put(file.path(), file));
            return new ArrayList<>(seen.values());
        }

        @Override
        public Set<String> takeGone() {
            return Set.of();
        }

        @Override
        public void notifyOnChange(Signal changed) {
            honest.notifyOnChange(changed);
        }
    }

    /// A file that is edited is read as it was first.
    static final class ForgottenEdit implements ManifestFolder {
        private final ManifestFolder honest;
        private final Map<String, ManifestFile> seen = new LinkedHashMap<>();

        ForgottenEdit(ManifestFolder honest) {
            this.honest = honest;
        }

        @Override
        public List<ManifestFile> read() {
            return honest.read().stream()
                    .map(file -> seen.computeIfAbsent(file.path(), _ -> file))
                    .toList();
        }

        @Override
        public Set<String> takeGone() {
            return honest.takeGone();
        }

        @Override
        public void notifyOnChange(Signal changed) {
            honest.notifyOnChange(changed);
        }
    }
}
