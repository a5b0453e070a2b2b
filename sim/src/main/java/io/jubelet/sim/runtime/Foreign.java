package io.jubelet.sim.runtime;

import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.ContainerSpec.ResourceLimits;
import io.jubelet.core.runtime.ContainerSpec.Terminal;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.core.runtime.SandboxSpec.Namespaces;
import java.util.List;
import java.util.Map;

/// What somebody else runs on the same runtime: no kubelet's labels are on it.
final class Foreign {
    static final String IMAGE = "foreign:1";

    static final SandboxSpec SANDBOX =
            new SandboxSpec(
                    new PodIdentity("elsewhere", "foreign", new PodUid("foreign")),
                    0,
                    "foreign",
                    "/var/log/foreign",
                    List.of(),
                    Map.of(),
                    Map.of(),
                    new Namespaces(false, false, false, false),
                    ProcessIdentity.DEFAULT,
                    "");

    static final ContainerSpec CONTAINER =
            new ContainerSpec(
                    "foreign",
                    0,
                    IMAGE,
                    IMAGE,
                    List.of("serve"),
                    List.of(),
                    "",
                    Map.of(),
                    List.of(),
                    Map.of(),
                    Map.of(),
                    "foreign.log",
                    new Terminal(false, false, false),
                    new ResourceLimits(0, 0, 0, 0, 0),
                    ProcessIdentity.DEFAULT);

    private Foreign() {}
}
