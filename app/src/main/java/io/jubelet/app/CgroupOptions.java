package io.jubelet.app;

import io.jubelet.adapters.linux.CgroupVersion;
import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxCgroups;
import io.jubelet.adapters.linux.LinuxMachine;
import io.jubelet.adapters.linux.SwapLimits;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.core.cgroup.CgroupLayout;
import io.jubelet.core.cgroup.CgroupPart;
import io.jubelet.core.cgroup.NodeLimitsCalculator;
import io.jubelet.core.cgroup.ResourceSettings;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.MachineFacts;
import io.jubelet.core.node.NodeSettings;
import io.jubelet.log.Log;
import io.jubelet.model.quantity.Quantity;
import io.jubelet.model.quantity.QuantityFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How this machine holds pods to their resources, from its configuration and its kernel.
///
/// Thread: main, once.
/// Upstream: container_manager_linux.go NewContainerManager, setupNode.
final class CgroupOptions {
    private static final Log LOG = Log.of(CgroupOptions.class);
    private static final List<Path> MOST_PROCESSES =
            List.of(Path.of("/proc/sys/kernel/pid_max"), Path.of("/proc/sys/kernel/threads-max"));

    private final KubeletConfiguration config;
    private final NodeSettings.Shares shares;
    private final HostCalls calls;
    private final MachineFacts facts;

    /// @param config the one in force
    CgroupOptions(KubeletConfiguration config, NodeSettings.Shares shares, Path root) {
        this.config = config;
        this.shares = shares;
        this.calls = new HostCalls(HostCalls.Limits.DEFAULT);
        this.facts = new LinuxMachine(root, calls).facts();
    }

    ResourceSettings settings() {
        var unified = CgroupVersion.detect() == CgroupVersion.V2;
        return new ResourceSettings(
                config.getCpuCFSQuota(),
                Spans.toJava(config.getCpuCFSQuotaPeriod()).toNanos() / 1000,
                config.getPodPidsLimit(),
                unified,
                SwapLimits.available(unified),
                unified && !(config.hasSingleProcessOOMKill() && config.getSingleProcessOOMKill()),
                hugePageBytes());
    }

    private List<Long> hugePageBytes() {
        return facts.hugePages().stream().map(MachineFacts.HugePages::pageBytes).toList();
    }

    /// Makes the cgroups above those of pods. Empty where pods are to have none.
    ///
    /// @throws StartException when the machine does not let us
    Optional<CgroupPart> open(Execution execution) {
        if (!config.getCgroupsPerQOS()) {
            return Optional.empty();
        }
        if (config.getCgroupDriver().equals("systemd")) {
            LOG.warning(
                    "The cgroup driver systemd is not there yet: pods get no cgroups of theirs");
            return Optional.empty();
        }
        try {
            var root = CgroupName.parse(config.getCgroupRoot());
            var cgroups = LinuxCgroups.open(hugePageBytes(), calls);
            if (!cgroups.exists(root)) {
                throw new StartException(
                        ("failed to run Kubelet: invalid configuration:"
                                        + " cgroup-root %s does not exist")
                                .formatted(root));
            }
            var limits = NodeLimitsCalculator.pods(capacity(), reserved());
            var part = new CgroupPart(cgroups, new CgroupLayout(root), limits);
            part.tiers(execution).setUp();
            return Optional.of(part);
        } catch (HostCallException | IllegalArgumentException failure) {
            throw new StartException(
                    "failed to run Kubelet: failed to start ContainerManager: "
                            + failure.getMessage(),
                    failure);
        }
    }

    private Map<String, Quantity> capacity() {
        var capacity = new TreeMap<String, Quantity>();
        capacity.put("cpu", Quantity.of(facts.cores(), QuantityFormat.DECIMAL_SI));
        capacity.put("memory", bytes(facts.memoryBytes()));
        for (var pages : facts.hugePages()) {
            capacity.put(
                    "hugepages-" + bytes(pages.pageBytes()),
                    bytes(pages.pageBytes() * pages.count()));
        }
        mostProcesses()
                .ifPresent(
                        most -> capacity.put("pid", Quantity.of(most, QuantityFormat.DECIMAL_SI)));
        return capacity;
    }

    private static Quantity bytes(long amount) {
        return Quantity.of(amount, QuantityFormat.BINARY_SI);
    }

    private static Optional<Long> mostProcesses() {
        var least = Optional.<Long>empty();
        for (var file : MOST_PROCESSES) {
            try {
                var most = KernelNumber.read(file);
                least = Optional.of(Math.min(least.orElse(most), most));
            } catch (IOException | NumberFormatException unknown) {
                LOG.v(4).info("Cannot tell how many processes there may be", "file", file);
            }
        }
        return least;
    }

    /// Kept from pods only where that is to be enforced.
    private Map<String, Quantity> reserved() {
        var reserved = new TreeMap<String, Quantity>();
        if (config.getEnforceNodeAllocatableList().contains("pods")) {
            reserved.putAll(shares.kubeReserved());
            shares.systemReserved()
                    .forEach((name, amount) -> reserved.merge(name, amount, Quantity::add));
        }
        return reserved;
    }
}
