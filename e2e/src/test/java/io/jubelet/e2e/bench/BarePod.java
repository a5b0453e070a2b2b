package io.jubelet.e2e.bench;

import io.jubelet.core.runtime.Confinement;
import io.jubelet.core.runtime.Confinement.Seccomp;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.ContainerSpec.Mount;
import io.jubelet.core.runtime.ContainerSpec.ResourceLimits;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Machine;
import io.jubelet.sim.contract.PodFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What any kubelet asks the runtime for when it starts a [BenchPods#server]. The filter of system
/// calls that every sandbox gets takes the runtime some 20 ms: without it the bare calls would be
/// those of another pod.
///
/// @param sandbox in a cgroup of its own, with names to look up
/// @param container with its hosts file, its last words and its token
record BarePod(SandboxSpec sandbox, ContainerSpec container) {
    private static final DnsSettings DNS =
            new DnsSettings(
                    List.of(MeasuredKubelet.DNS_SERVER),
                    List.of("bench.svc.cluster.local", "svc.cluster.local", "cluster.local"),
                    List.of("ndots:5"));
    private static final ProcessIdentity CONFINED =
            ProcessIdentity.confinedBy(Confinement.by(new Seccomp.RuntimeDefault()));

    /// Of a container without requests and limits.
    private static final ResourceLimits BEST_EFFORT = new ResourceLimits(2, 0, 100_000, 0, 1000);

    /// Makes the files that are mounted, too.
    static BarePod make(String name, Path folder) {
        var logs = folder.resolve("logs").toString();
        var fixture = PodFixture.of(name, BenchPods.SERVER_IMAGE, logs);
        return new BarePod(sandbox(fixture), container(fixture, folder.resolve(name)));
    }

    private static SandboxSpec sandbox(PodFixture fixture) {
        var plain = fixture.sandbox(0);
        return new SandboxSpec(
                plain.pod(),
                plain.attempt(),
                plain.hostname(),
                plain.logDirectory(),
                plain.ports(),
                plain.labels(),
                plain.annotations(),
                plain.namespaces(),
                CONFINED,
                plain.runtimeHandler(),
                DNS,
                Map.of(),
                new SandboxSpec.Resources(
                        "/%s/bare/pod%s".formatted(Machine.CGROUP, plain.pod().uid().value()),
                        BEST_EFFORT,
                        ResourceLimits.NONE));
    }

    private static ContainerSpec container(PodFixture fixture, Path folder) {
        var plain = fixture.container("main", 0, List.of());
        return new ContainerSpec(
                plain.name(),
                plain.attempt(),
                plain.image(),
                plain.requestedImage(),
                plain.command(),
                plain.args(),
                plain.workingDirectory(),
                plain.environment(),
                mounts(folder),
                plain.labels(),
                plain.annotations(),
                plain.logPath(),
                plain.terminal(),
                BEST_EFFORT,
                plain.identity());
    }

    private static List<Mount> mounts(Path folder) {
        var hosts = folder.resolve("hosts");
        var lastWords = folder.resolve("last-words");
        var token = folder.resolve("token");
        try {
            Files.createDirectories(token);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        Folders.write(hosts, "127.0.0.1 localhost\n");
        Folders.write(lastWords, "");
        Folders.write(token.resolve("token"), "none");
        return List.of(
                new Mount(hosts.toString(), "/etc/hosts", false),
                new Mount(lastWords.toString(), "/dev/termination-log", false),
                new Mount(token.toString(), "/var/run/secrets/kubernetes.io/serviceaccount", true));
    }
}
