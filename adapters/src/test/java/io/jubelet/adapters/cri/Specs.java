package io.jubelet.adapters.cri;

import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.SandboxSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Specifications for tests: a pod `default/web` and its container `app`.
///
/// Thread: any.
final class Specs {
    static final PodIdentity POD = new PodIdentity("default", "web", new PodUid("uid-1"));
    static final Map<String, String> POD_LABELS =
            Map.of(
                    "io.kubernetes.pod.name", "web",
                    "io.kubernetes.pod.namespace", "default",
                    "io.kubernetes.pod.uid", "uid-1");
    static final Map<String, String> CONTAINER_LABELS =
            Map.of(
                    "io.kubernetes.pod.name", "web",
                    "io.kubernetes.pod.namespace", "default",
                    "io.kubernetes.pod.uid", "uid-1",
                    "io.kubernetes.container.name", "app");
    static final SandboxSpec.Namespaces OWN_NAMESPACES =
            new SandboxSpec.Namespaces(false, false, false, false);

    private Specs() {}

    static SandboxSpec sandbox() {
        return sandbox(OWN_NAMESPACES, ProcessIdentity.DEFAULT);
    }

    static SandboxSpec sandbox(SandboxSpec.Namespaces namespaces, ProcessIdentity identity) {
        return new SandboxSpec(
                POD,
                3,
                "web",
                "/logs/default_web_uid-1",
                List.of(),
                POD_LABELS,
                Map.of("a", "b"),
                namespaces,
                identity,
                "test-handler");
    }

    static ContainerSpec container(ProcessIdentity identity) {
        return container(identity, new ContainerSpec.Mount("/host", "/in", true));
    }

    static ContainerSpec container(ProcessIdentity identity, ContainerSpec.Mount mount) {
        return container(identity, mount, Optional.empty());
    }

    static ContainerSpec container(
            ProcessIdentity identity, ContainerSpec.Mount mount, Optional<String> stopSignal) {
        return new ContainerSpec(
                "app",
                2,
                "sha256:abc",
                "registry.example/app:1",
                List.of("/bin/app"),
                List.of("--fast"),
                "/work",
                Map.of("KEY", "välue"),
                List.of(mount),
                CONTAINER_LABELS,
                Map.of("io.kubernetes.container.hash", "11a6d6d6"),
                "app/2.log",
                new ContainerSpec.Terminal(true, false, true),
                new ContainerSpec.ResourceLimits(512, 50_000, 100_000, 64 << 20, 999),
                identity,
                Optional.empty(),
                stopSignal);
    }
}
