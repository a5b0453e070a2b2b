package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.host.MachineFacts.HugePages;
import io.jubelet.core.host.NetworkFacts.DefaultRoute;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MachineFilesTest {
    @TempDir Path root;

    @BeforeEach
    void aMachine() throws IOException {
        write("proc/meminfo", "MemTotal:        2031616 kB\nSwapTotal:             0 kB\n");
        write("sys/devices/system/cpu/online", "0-2,5\n");
        write("etc/machine-id", "0123456789abcdef\n");
        write("proc/sys/kernel/random/boot_id", "b-o-o-t\n");
        write("proc/sys/kernel/osrelease", "6.1.0-9-amd64\n");
        write("etc/os-release", "NAME=x\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void readsWhatAMachineIs() throws IOException {
        write("sys/class/dmi/id/product_uuid", "u-u-i-d\n");

        var facts = new MachineFiles(root).facts(OptionalLong.of(7));

        assertThat(facts.cores()).isEqualTo(4);
        assertThat(facts.memoryBytes()).isEqualTo(2031616L * 1024);
        assertThat(facts.swapBytes()).isZero();
        assertThat(facts.rootDiskBytes()).hasValue(7);
        assertThat(facts.identity().machineId()).isEqualTo("0123456789abcdef");
        assertThat(facts.identity().systemUuid()).isEqualTo("u-u-i-d");
        assertThat(facts.identity().bootId()).isEqualTo("b-o-o-t");
        assertThat(facts.identity().kernelVersion()).isEqualTo("6.1.0-9-amd64");
        assertThat(facts.identity().osImage()).isEqualTo("Debian GNU/Linux 12 (bookworm)");
    }

    @Test
    void aMachineWithoutDmiHasNoSystemUuid() throws IOException {
        var facts = new MachineFiles(root).facts(OptionalLong.empty());

        assertThat(facts.identity().systemUuid()).isEmpty();
    }

    @Test
    void hugePagesComeSmallestFirst() throws IOException {
        write("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "3\n");
        write("sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages", "0\n");

        var facts = new MachineFiles(root).facts(OptionalLong.empty());

        assertThat(facts.hugePages())
                .containsExactly(new HugePages(2L << 20, 3), new HugePages(1L << 30, 0));
    }

    @Test
    void withoutMemoryThereAreNoFacts() throws IOException {
        write("proc/meminfo", "Nothing: 1 kB\n");

        assertThatThrownBy(() -> new MachineFiles(root).facts(OptionalLong.empty()))
                .hasMessage("/proc/meminfo has no MemTotal");
    }

    @Test
    void processorsAreCountedWhereSysfsDoesNotTell() throws IOException {
        Files.delete(root.resolve("sys/devices/system/cpu/online"));
        write("proc/cpuinfo", "processor\t: 0\nmodel\t: x\n\nprocessor\t: 1\n");

        assertThat(new MachineFiles(root).facts(OptionalLong.empty()).cores()).isEqualTo(2);
    }

    @Test
    void defaultRoutesAreThoseToEverywhereThroughAGateway() throws IOException {
        write(
                "proc/net/route",
                """
                Iface\tDestination\tGateway\tFlags
                eth0\t00000000\t010200C0\t0003
                eth1\t0030580A\t00000000\t0001
                """);
        var zero = "0".repeat(32);
        var line = "%s 00 %s 00 %s 00000400 00000001 00000000 00000003 %s\n";
        write(
                "proc/net/ipv6_route",
                line.formatted(zero, zero, "fe80" + "0".repeat(28), "eth2")
                        + line.formatted(zero, zero, zero, "lo"));

        assertThat(new MachineFiles(root).defaultRoutes())
                .containsExactly(new DefaultRoute("eth0", true), new DefaultRoute("eth2", false));
    }

    @Test
    void aMachineWithoutRoutesHasNone() {
        assertThat(new MachineFiles(root).defaultRoutes()).isEmpty();
    }
}
