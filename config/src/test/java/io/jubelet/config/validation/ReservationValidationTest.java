package io.jubelet.config.validation;

import static io.jubelet.config.validation.ValidConfig.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.api.kubeletconfig.MemoryReservation;
import io.jubelet.api.meta.Quantity;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Upstream's cases about node allocatable and reserved CPUs and memory, under upstream's names.
class ReservationValidationTest {
    private static final String FIELD = "enforceNodeAllocatable (--enforce-node-allocatable)";

    @ParameterizedTest(name = "{0}")
    @MethodSource({"reservedCgroups", "enforcements", "cpus", "memory"})
    void findsExactly(
            String name, Consumer<KubeletConfiguration.Builder> change, List<String> expected) {
        assertThat(ValidConfig.findings(change)).as(name).isEqualTo(expected);
    }

    static Stream<Arguments> reservedCgroups() {
        String system =
                "invalid configuration: systemReservedCgroup (--system-reserved-cgroup) must be"
                        + " specified when \"system-reserved\" or \"system-reserved-compressible\""
                        + " included in "
                        + FIELD;
        String kube =
                "invalid configuration: kubeReservedCgroup (--kube-reserved-cgroup) must be"
                        + " specified when \"kube-reserved\" or \"kube-reserved-compressible\""
                        + " included in "
                        + FIELD;
        return Stream.of(
                row(
                        "specify SystemReservedEnforcementKey without specifying"
                                + " SystemReservedCgroup",
                        c -> enforce(c, "system-reserved").clearSystemReservedCgroup(),
                        system),
                row(
                        "specify SystemReservedCompressibleEnforcementKey without specifying"
                                + " SystemReservedCgroup",
                        c -> enforce(c, "system-reserved-compressible").clearSystemReservedCgroup(),
                        system),
                row(
                        "specify KubeReservedCompressibleEnforcementKey without specifying"
                                + " KubeReservedCgroup",
                        c -> enforce(c, "kube-reserved-compressible").clearKubeReservedCgroup(),
                        kube),
                row(
                        "specify KubeReservedEnforcementKey without specifying KubeReservedCgroup",
                        c -> enforce(c, "kube-reserved").clearKubeReservedCgroup(),
                        kube),
                row(
                        "specify SystemReservedCompressibleEnforcementKey with"
                                + " SystemReservedEnforcementKey",
                        c -> enforce(c, "system-reserved-compressible", "system-reserved"),
                        "invalid configuration: both \"system-reserved\" and"
                                + " \"system-reserved-compressible\" cannot be specified together"
                                + " in "
                                + FIELD),
                row(
                        "specify KubeReservedCompressibleEnforcementKey with"
                                + " KubeReservedEnforcementKey",
                        c -> enforce(c, "kube-reserved-compressible", "kube-reserved"),
                        "invalid configuration: both \"kube-reserved\" and"
                                + " \"kube-reserved-compressible\" cannot be specified together in "
                                + FIELD));
    }

    static Stream<Arguments> enforcements() {
        String none =
                "invalid configuration: "
                        + FIELD
                        + " may not contain additional enforcements when \"none\" is specified";
        return Stream.of(
                row(
                        "specify EnforceNodeAllocatable without enabling CgroupsPerQOS",
                        c -> enforce(c, "pods").setCgroupsPerQOS(false),
                        "invalid configuration: cgroupsPerQOS (--cgroups-per-qos) must be set to"
                                + " true when \"pods\" contained in "
                                + FIELD),
                row("none needs no cgroups", c -> enforce(c, "none").setCgroupsPerQOS(false)),
                row(
                        "specify NodeAllocatableNoneKey with additional enforcements",
                        c -> enforce(c, "none", "kube-reserved"),
                        none),
                row(
                        "duplicated EnforceNodeAllocatable",
                        c -> enforce(c, "none", "none"),
                        none,
                        "invalid configuration: duplicated enforcements \"none\" in " + FIELD),
                row(
                        "invalid EnforceNodeAllocatable",
                        c -> enforce(c, "invalid-enforce-node-allocatable"),
                        "invalid configuration: option \"invalid-enforce-node-allocatable\""
                                + " specified for "
                                + FIELD
                                + ". Valid options are \"pods\", \"system-reserved\","
                                + " \"system-reserved-compressible\", \"kube-reserved\","
                                + " \"kube-reserved-compressible\" or \"none\""));
    }

    private static KubeletConfiguration.Builder enforce(
            KubeletConfiguration.Builder builder, String... keys) {
        return builder.clearEnforceNodeAllocatable().addAllEnforceNodeAllocatable(List.of(keys));
    }

    static Stream<Arguments> cpus() {
        String clash =
                "invalid configuration: can't use reservedSystemCPUs (--reserved-cpus) with"
                        + " systemReservedCgroup (--system-reserved-cgroup) or kubeReservedCgroup"
                        + " (--kube-reserved-cgroup)";
        return Stream.of(
                row(
                        "specify ReservedSystemCPUs with SystemReservedCgroup",
                        c ->
                                c.setReservedSystemCPUs("0-3")
                                        .setSystemReservedCgroup("/system.slice"),
                        clash),
                row(
                        "specify ReservedSystemCPUs with KubeReservedCgroup",
                        c -> c.setReservedSystemCPUs("0-3").setKubeReservedCgroup("/system.slice"),
                        clash),
                badCpus(
                        "invalid ReservedSystemCPUs",
                        "invalid-reserved-system-cpus",
                        "strconv.Atoi: parsing \"invalid\": invalid syntax"),
                badCpus("a range that runs backwards", "1,4-2", "invalid range \"4-2\" (4 > 2)"),
                badCpus(
                        "a processor number out of range",
                        "99999999999999999999",
                        "strconv.Atoi: parsing \"99999999999999999999\": value out of range"),
                row("a list and a range", c -> alone(c).setReservedSystemCPUs("0,2-3")));
    }

    private static Arguments badCpus(String name, String cpus, String fault) {
        return row(
                name,
                c -> alone(c).setReservedSystemCPUs(cpus),
                "invalid configuration: unable to parse reservedSystemCPUs (--reserved-cpus) "
                        + cpus
                        + ", error: "
                        + fault);
    }

    private static KubeletConfiguration.Builder alone(KubeletConfiguration.Builder builder) {
        return enforce(builder, "pods").clearSystemReservedCgroup().clearKubeReservedCgroup();
    }

    static Stream<Arguments> memory() {
        return Stream.of(
                row(
                        "The kubelet configuration does not have reserved memory parameter",
                        KubeletConfiguration.Builder::clearReservedMemory),
                row(
                        "The kubelet configuration has valid reserved memory parameter",
                        c -> c.addReservedMemory(reserve("memory", "128"))),
                row(
                        "The reserved memory has duplications for the NUMA node and limit type",
                        c ->
                                c.addReservedMemory(reserve("memory", "128"))
                                        .addReservedMemory(reserve("memory", "64")),
                        "invalid configuration: the reserved memory has a duplicate value for NUMA"
                                + " node 0 and resource \"memory\""),
                row(
                        "The reserved memory has unsupported limit type",
                        c -> c.addReservedMemory(reserve("blabla", "128")),
                        "invalid configuration: the limit type \"blabla\" for NUMA node 0 is not"
                                + " supported, only [memory hugepages-<HugePageSize>] is accepted"),
                row(
                        "The reserved memory has limit type with zero value",
                        c -> c.addReservedMemory(reserve("memory", "0")),
                        "invalid configuration: reserved memory may not be zero for NUMA node 0 and"
                                + " resource \"memory\""));
    }

    private static MemoryReservation reserve(String resource, String amount) {
        return MemoryReservation.newBuilder()
                .setNumaNode(0)
                .putLimits(resource, Quantity.newBuilder().setString(amount).build())
                .build();
    }
}
