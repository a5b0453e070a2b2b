package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.HostResolver;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.runtime.SandboxSpec;

/// Puts together what a pod's sandbox is made of: its own words, the node's settings, and how this
/// machine looks up names.
///
/// Thread: the pod's worker.
public final class SandboxSetup {
    private final PodFiles files;
    private final HostResolver resolver;
    private final PodSettings settings;

    public SandboxSetup(PodFiles files, HostResolver resolver, PodSettings settings) {
        this.files = files;
        this.resolver = resolver;
        this.settings = settings;
    }

    PodSettings settings() {
        return settings;
    }

    /// Throws [io.jubelet.core.host.HostCallException] when the machine cannot be asked, and
    /// [IllegalArgumentException] when the pod's name does not fit.
    SandboxSpec prepare(DesiredPod desired, int attempt, PodEvents events) {
        var dns = PodDnsCalculator.calculate(desired.pod(), resolver.read(), settings);
        dns.notices().forEach(notice -> events.warn(desired, notice.reason(), notice.message()));
        return SandboxSpecs.of(
                desired,
                attempt,
                files.logDirectory(desired.identity()),
                dns.dns(),
                settings.clusterDomain());
    }
}
