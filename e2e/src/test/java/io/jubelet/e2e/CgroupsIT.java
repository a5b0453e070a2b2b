package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Machine;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Pods on a real containerd lie in cgroups of their own and are held to their limits by them.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.class)
final class CgroupsIT {
    private static final Path TOP = Path.of("/sys/fs/cgroup");
    private static final boolean UNIFIED = Files.exists(TOP.resolve("cgroup.controllers"));
    private static final Manifest GUARANTEED = serving("guaranteed");
    private static final Manifest BURSTABLE = serving("burstable");
    private static final Manifest BEST_EFFORT = serving("besteffort");

    @RegisterExtension final KubeletUnderTest kubelet;

    CgroupsIT(Rig rig) {
        kubelet = new KubeletUnderTest(rig);
    }

    private static Manifest serving(String name) {
        return Manifest.of(name, Manifest.serve("held-" + name));
    }

    /// @param resources of its container, which is the last thing in its manifest
    private void put(Manifest manifest, String resources) {
        kubelet.put(
                manifest.name() + ".yaml", manifest.yaml() + "    resources: " + resources + "\n");
    }

    private void putAll() {
        put(GUARANTEED, "{limits: {cpu: 200m, memory: 64Mi}}");
        put(BURSTABLE, "{requests: {cpu: 100m}, limits: {memory: 128Mi}}");
        put(BEST_EFFORT, "{}");
        List.of(GUARANTEED, BURSTABLE, BEST_EFFORT).forEach(kubelet::awaitRunning);
    }

    @Test
    void eachClassOfServiceHasItsLimits() {
        kubelet.configure(kubelet.config().with("podPidsLimit", "321"));
        kubelet.start();
        putAll();

        var guaranteed = "kubepods/pod" + uid(GUARANTEED);
        var burstable = "kubepods/burstable/pod" + uid(BURSTABLE);
        var bestEffort = "kubepods/besteffort/pod" + uid(BEST_EFFORT);
        if (UNIFIED) {
            assertThat(read("", guaranteed, "cpu.max")).isEqualTo("20000 100000");
            assertThat(read("", guaranteed, "memory.max")).isEqualTo("67108864");
            assertThat(read("", burstable, "memory.max")).isEqualTo("134217728");
            assertThat(read("", burstable, "cpu.max")).isEqualTo("max 100000");
            assertThat(read("", bestEffort, "cpu.weight")).isEqualTo("1");
            assertThat(read("", bestEffort, "pids.max")).isEqualTo("321");
            return;
        }
        assertThat(read("cpu", guaranteed, "cpu.shares")).isEqualTo("204");
        assertThat(read("cpu", guaranteed, "cpu.cfs_quota_us")).isEqualTo("20000");
        assertThat(read("memory", guaranteed, "memory.limit_in_bytes")).isEqualTo("67108864");
        assertThat(read("cpu", burstable, "cpu.shares")).isEqualTo("102");
        assertThat(read("cpu", burstable, "cpu.cfs_quota_us")).isEqualTo("-1");
        assertThat(read("memory", burstable, "memory.limit_in_bytes")).isEqualTo("134217728");
        assertThat(read("cpu", bestEffort, "cpu.shares")).isEqualTo("2");
        assertThat(read("pids", bestEffort, "pids.max")).isEqualTo("321");
        Await.that(
                "the burstable pods' shares",
                () -> read("cpu", "kubepods/burstable", "cpu.shares"),
                "102"::equals);
        assertThat(read("cpu", "kubepods/besteffort", "cpu.shares")).isEqualTo("2");
        assertThat(Long.parseLong(read("pids", "kubepods", "pids.max"))).isGreaterThan(1000);
        assertThat(Folders.text(folder("memory", guaranteed).resolve("cgroup.procs")))
                .as("processes lie in their containers' cgroups")
                .isEmpty();
    }

    @Test
    void aPodThatWantsTooMuchMemoryIsKilledForIt() {
        kubelet.start();
        var hog =
                Manifest.of("hog", "x=much; while true; do x=$x$x; done")
                        .spec("restartPolicy: Never");
        put(hog, "{limits: {memory: 32Mi}}");

        var pod = kubelet.awaitPhase(hog, "Failed");

        var ended = pod.items("status", "containerStatuses").getFirst();
        assertThat(ended.text("state", "terminated", "reason")).isEqualTo("OOMKilled");
        assertThat(ended.text("state", "terminated", "exitCode")).isEqualTo("137");
    }

    @Test
    void cgroupsGoWithTheirPodsEvenIfTheAgentIsKilledMeanwhile() {
        kubelet.start();
        putAll();
        var first = folder("memory", "kubepods/pod" + uid(GUARANTEED));
        var second = folder("memory", "kubepods/besteffort/pod" + uid(BEST_EFFORT));
        assertThat(first).isDirectory();

        kubelet.remove(GUARANTEED);
        Await.until("the first cgroup to go", () -> !Files.exists(first));
        assertThat(second).isDirectory();

        kubelet.remove(BEST_EFFORT);
        kubelet.kill();
        assertThat(second).isDirectory();
        kubelet.start();
        Await.until("the second cgroup to go", () -> !Files.exists(second));
    }

    private String uid(Manifest manifest) {
        var pod = kubelet.pod(manifest);
        return pod.text("metadata", "uid");
    }

    private static Path folder(String controller, String name) {
        return TOP.resolve(UNIFIED ? "" : controller).resolve(Machine.CGROUP).resolve(name);
    }

    private static String read(String controller, String name, String file) {
        return Folders.text(folder(controller, name).resolve(file)).strip();
    }
}
