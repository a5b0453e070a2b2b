package io.jubelet.e2e;

import io.jubelet.adapters.linux.CgroupVersion;
import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxCgroups;
import io.jubelet.core.cgroup.CpuCalculator;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupLimits.HugePages;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.Cgroups;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.sim.contract.CgroupsContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The real cgroups keep the contract that the simulated ones keep, below a root of this test.
class LinuxCgroupsContractTest extends CgroupsContract {
    private static final Path TOP = Path.of("/sys/fs/cgroup");
    private static final boolean UNIFIED = CgroupVersion.detect() == CgroupVersion.V2;
    private static final CgroupName ROOT =
            CgroupName.ROOT.child("jubelet-contract-" + ProcessHandle.current().pid());

    private final LinuxCgroups cgroups =
            LinuxCgroups.open(List.of(), new HostCalls(HostCalls.Limits.DEFAULT));

    @Override
    protected Tree open() {
        cgroups.make(ROOT, CgroupLimits.ofShares(0));
        return new RealTree(cgroups);
    }

    @Override
    protected void close() {
        var tries = 0;
        while (cgroups.remove(ROOT).isPresent() && tries < 10_000) {
            tries++;
        }
    }

    private record RealTree(Cgroups cgroups) implements Tree {
        @Override
        public CgroupName root() {
            return ROOT;
        }

        @Override
        public CgroupLimits read(CgroupName name) {
            if (UNIFIED) {
                var cpu = List.of(text("", name, "cpu.max").split(" ", -1));
                return limits(
                        nearestShares(number("", name, "cpu.weight")),
                        Long.parseLong(cpu.getFirst()),
                        Long.parseLong(cpu.getLast()),
                        number("", name, "memory.max"),
                        number("", name, "pids.max"));
            }
            return limits(
                    number("cpu", name, "cpu.shares"),
                    number("cpu", name, "cpu.cfs_quota_us"),
                    number("cpu", name, "cpu.cfs_period_us"),
                    number("memory", name, "memory.limit_in_bytes"),
                    number("pids", name, "pids.max"));
        }

        /// Weights are coarser than shares: the test's own 512 and 2 are told apart by them.
        private static long nearestShares(long weight) {
            return weight == CpuCalculator.weight(512) ? 512 : CpuCalculator.sharesOfWeight(weight);
        }

        private static CgroupLimits limits(
                long shares, long quota, long period, long memory, long pids) {
            return new CgroupLimits(
                    shares, quota, period, memory, pids, HugePages.AtMost.NONE, Map.of());
        }

        private static long number(String controller, CgroupName name, String file) {
            return Long.parseLong(text(controller, name, file));
        }

        private static String text(String controller, CgroupName name, String file) {
            return Folders.text(
                            TOP.resolve(controller)
                                    .resolve(name.cgroupfs().substring(1))
                                    .resolve(file))
                    .strip();
        }

        @Override
        public void occupy(CgroupName name) {
            try {
                var sleeper = new ProcessBuilder("sleep", "600").start();
                var pid = Long.toString(sleeper.pid());
                var controllers = UNIFIED ? List.of("") : List.of("cpu", "memory", "pids");
                for (var controller : controllers) {
                    Files.writeString(
                            TOP.resolve(controller)
                                    .resolve(name.cgroupfs().substring(1))
                                    .resolve("cgroup.procs"),
                            pid);
                }
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
