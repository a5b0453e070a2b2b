package io.jubelet.sim.planted;

import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedContainer.Exit;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.SandboxState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Records with one thing wrong.
final class Specs {
    private Specs() {}

    static ContainerSpec withAttempt(ContainerSpec spec, int attempt) {
        return changed(spec, attempt, spec.labels());
    }

    static ContainerSpec withLabels(ContainerSpec spec, Map<String, String> labels) {
        return changed(spec, spec.attempt(), labels);
    }

    private static ContainerSpec changed(
            ContainerSpec spec, int attempt, Map<String, String> labels) {
        return new ContainerSpec(
                spec.name(),
                attempt,
                spec.image(),
                spec.requestedImage(),
                spec.command(),
                spec.args(),
                spec.workingDirectory(),
                spec.environment(),
                spec.mounts(),
                labels,
                spec.annotations(),
                spec.logPath(),
                spec.terminal(),
                spec.resources(),
                spec.identity());
    }

    static ObservedContainer withHash(ObservedContainer seen, String hash) {
        return changed(seen, seen.exit(), Optional.of(hash));
    }

    static ObservedContainer withExitCode(ObservedContainer seen, int code) {
        var exit = seen.exit().map(e -> new Exit(code, e.reason(), e.message(), e.finishedAt()));
        return changed(seen, exit, seen.hash());
    }

    static ObservedContainer withExitAt(ObservedContainer seen, Instant at) {
        var exit = seen.exit().map(e -> new Exit(e.code(), e.reason(), e.message(), at));
        return changed(seen, exit, seen.hash());
    }

    private static ObservedContainer changed(
            ObservedContainer seen, Optional<Exit> exit, Optional<String> hash) {
        return new ObservedContainer(
                seen.id(),
                seen.sandbox(),
                seen.name(),
                seen.attempt(),
                seen.state(),
                seen.createdAt(),
                seen.startedAt(),
                exit,
                seen.image(),
                seen.imageRef(),
                hash,
                seen.terminationGrace(),
                seen.user(),
                seen.stopSignal());
    }

    static ObservedSandbox ready(ObservedSandbox seen) {
        return new ObservedSandbox(
                seen.id(),
                seen.attempt(),
                SandboxState.READY,
                seen.createdAt(),
                seen.hostNetwork(),
                seen.ips().isEmpty() ? List.of("10.88.9.9") : seen.ips());
    }
}
