package io.jubelet.config.flag;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// What only the command line can say; everything else is a field of the configuration.
///
/// Thread: immutable. Upstream: `KubeletFlags` of cmd/kubelet/app/options and the flags that come
/// with libraries.
public record KubeletFlags(
        Sources sources,
        Identity identity,
        Places places,
        RuntimeOptions runtime,
        DeadContainers deadContainers,
        Cadvisor cadvisor) {

    /// Where the configuration comes from; empty means not given.
    public record Sources(
            String config, String configDirectory, String kubeconfig, String bootstrapKubeconfig) {}

    /// Who this node is. `reportedVersion` is the release that it tells others.
    public record Identity(
            String hostnameOverride,
            String nodeIp,
            String cloudProvider,
            SequencedMap<String, String> nodeLabels,
            String reportedVersion) {
        public Identity {
            nodeLabels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(nodeLabels));
        }
    }

    /// Where this agent keeps its files.
    public record Places(
            String rootDirectory,
            String certDirectory,
            String lockFile,
            boolean exitOnLockContention,
            String mounterPath) {}

    /// How the container runtime is used. `seccompDefault` adds to the field of the same name.
    public record RuntimeOptions(
            String runtimeCgroups,
            String imageCredentialProviderConfig,
            String imageCredentialProviderBinDirectory,
            boolean seccompDefault,
            boolean allocatableIgnoresEviction) {}

    /// How many finished containers stay; a negative number means no limit.
    public record DeadContainers(Duration minimumAge, int perContainer, int total) {}

    /// What upstream hands to cAdvisor. Only the interval means something here; the others are
    /// accepted and kept as they were written.
    public record Cadvisor(Duration housekeepingInterval, SequencedMap<String, String> others) {
        public Cadvisor {
            others = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(others));
        }
    }

    /// The flags of an empty command line.
    public static KubeletFlags defaults() {
        return new Builder().build();
    }

    /// Gathers what the command line says.
    ///
    /// Thread: confined to one parse.
    static final class Builder {
        String config = "";
        String configDirectory = "";
        String kubeconfig = "";
        String bootstrapKubeconfig = "";
        String hostnameOverride = "";
        String nodeIp = "";
        String cloudProvider = "";
        SequencedMap<String, String> nodeLabels = new LinkedHashMap<>();
        String rootDirectory = "/var/lib/kubelet";
        String certDirectory = "/var/lib/kubelet/pki";
        String lockFile = "";
        boolean exitOnLockContention;
        String mounterPath = "";
        String runtimeCgroups = "";
        String imageCredentialProviderConfig = "";
        String imageCredentialProviderBinDirectory = "";
        boolean seccompDefault;
        boolean allocatableIgnoresEviction;
        Duration minimumAge = Duration.ZERO;
        int deadPerContainer = 1;
        int deadTotal = -1;
        Duration housekeepingInterval = Duration.ofSeconds(10);
        final SequencedMap<String, String> cadvisor = new LinkedHashMap<>();
        boolean help;
        String version = VersionText.FALSE;
        String reportedVersion = VersionText.KUBERNETES;

        KubeletFlags build() {
            return new KubeletFlags(
                    new Sources(config, configDirectory, kubeconfig, bootstrapKubeconfig),
                    new Identity(
                            hostnameOverride, nodeIp, cloudProvider, nodeLabels, reportedVersion),
                    new Places(
                            rootDirectory,
                            certDirectory,
                            lockFile,
                            exitOnLockContention,
                            mounterPath),
                    new RuntimeOptions(
                            runtimeCgroups,
                            imageCredentialProviderConfig,
                            imageCredentialProviderBinDirectory,
                            seccompDefault,
                            allocatableIgnoresEviction),
                    new DeadContainers(minimumAge, deadPerContainer, deadTotal),
                    new Cadvisor(housekeepingInterval, cadvisor));
        }
    }
}
