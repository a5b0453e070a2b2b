package io.jubelet.app.up;

import io.jubelet.app.FreePort;
import io.jubelet.app.StartException;
import io.jubelet.core.host.CgroupName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The configuration file that `up` writes and the kubelet flags that go with it: everything under
/// the state folder, on loopback, on ports that are free.
final class UpConfig {
    private UpConfig() {}

    /// Writes the file and answers the flags to start with.
    ///
    /// @param cgroupRoot where pods have their cgroups; if nowhere, they get none of their own
    static List<String> write(UpOptions options, String endpoint, Optional<CgroupName> cgroupRoot) {
        var state = options.state();
        try {
            Files.createDirectories(state);
            var file = state.resolve("kubelet.yaml");
            Files.writeString(file, text(options, endpoint, cgroupRoot));
            return List.of(
                    "--config",
                    file.toString(),
                    "--root-dir",
                    state.resolve("kubelet").toString(),
                    "--cert-dir",
                    state.resolve("kubelet/pki").toString());
        } catch (IOException failure) {
            throw new StartException("cannot write to " + state + ": " + failure, failure);
        }
    }

    private static String text(UpOptions options, String endpoint, Optional<CgroupName> cgroupRoot)
            throws IOException {
        return """
        # Written by `jubelet up` at each start.
        apiVersion: kubelet.config.k8s.io/v1beta1
        kind: KubeletConfiguration
        containerRuntimeEndpoint: "%s"
        staticPodPath: "%s"
        podLogsDir: "%s"
        address: 127.0.0.1
        port: %d
        healthzBindAddress: 127.0.0.1
        healthzPort: %d
        # A demonstration on loopback: whoever can log in to this machine may look.
        authentication:
          anonymous: {enabled: true}
          webhook: {enabled: false}
        authorization: {mode: AlwaysAllow}
        failCgroupV1: false
        %s
        """
                .formatted(
                        endpoint,
                        options.manifests(),
                        options.state().resolve("logs/pods"),
                        FreePort.find(),
                        FreePort.find(),
                        cgroupRoot
                                .map(root -> "cgroupRoot: " + root.cgroupfs())
                                .orElse("cgroupsPerQOS: false\nenforceNodeAllocatable: [none]"));
    }

    static Path logLinks(UpOptions options) {
        return options.state().resolve("logs/containers");
    }

    static Path log(UpOptions options) {
        return options.state().resolve("jubelet.log");
    }
}
