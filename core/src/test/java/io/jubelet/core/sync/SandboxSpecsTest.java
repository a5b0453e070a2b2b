package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.jubelet.api.core.Pod;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.KubeletLabels;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.core.runtime.SandboxSpec.Namespaces;
import io.jubelet.core.runtime.SandboxSpec.PortMapping;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SandboxSpecsTest {
    private static final String TEN = "abcdefghij";
    private static final String SIXTY = TEN + TEN + TEN + TEN + TEN + TEN;

    @Test
    void namesThePodItsAttemptAndItsLogs() {
        var spec =
                SandboxSpecs.of(
                        pod("web").containers("app").build(),
                        3,
                        "/logs/web",
                        DnsSettings.NONE,
                        "",
                        "",
                        Optional.empty(),
                        SandboxSpec.Resources.NONE);

        assertThat(spec.pod().toString()).isEqualTo("default/web");
        assertThat(spec.attempt()).isEqualTo(3);
        assertThat(spec.logDirectory()).isEqualTo("/logs/web");
        assertThat(spec.runtimeHandler()).isEmpty();
    }

    @Test
    void carriesThePodsLabelsAndThoseByWhichItIsKnownAgain() {
        var spec =
                of(
                        p ->
                                p.getMetadataBuilder()
                                        .putLabels("tier", "front")
                                        .putLabels("app", "web")
                                        .putLabels(KubeletLabels.POD_NAME, "a lie")
                                        .putAnnotations("note", "here"));

        assertThat(spec.labels())
                .containsExactly(
                        entry("app", "web"),
                        entry("io.kubernetes.pod.name", "web"),
                        entry("tier", "front"),
                        entry("io.kubernetes.pod.namespace", "default"),
                        entry("io.kubernetes.pod.uid", "web-uid"));
        assertThat(spec.annotations()).containsExactly(entry("note", "here"));
    }

    @Test
    void leavesTheHostnameToTheNodeWithItsNetwork() {
        var pod = pod("web").containers("app").with(p -> p.getSpecBuilder().setHostNetwork(true));

        assertThat(
                        SandboxSpecs.of(
                                        pod.build(),
                                        0,
                                        "/logs",
                                        DnsSettings.NONE,
                                        "",
                                        "",
                                        Optional.empty(),
                                        SandboxSpec.Resources.NONE)
                                .hostname())
                .isEmpty();
    }

    @ParameterizedTest(name = "hostname {0}, pod {1}: {2}")
    @CsvSource({
        "'', web, web",
        "front, web, front",
        "'', " + SIXTY + "123, " + SIXTY + "123",
        "'', " + SIXTY + "1234, " + SIXTY + "123",
        "'', " + SIXTY + "1-.4, " + SIXTY + "1",
    })
    void givesAHostnameThatAKernelTakes(String hostname, String name, String expected) {
        var spec =
                of(
                        p -> {
                            p.getMetadataBuilder().setName(name);
                            p.getSpecBuilder().setHostname(hostname);
                        });

        assertThat(spec.hostname()).isEqualTo(expected);
    }

    @Test
    void mapsThePortsOfAllContainers() {
        var spec =
                of(
                        p -> {
                            p.getSpecBuilder()
                                    .getContainersBuilder(0)
                                    .addPortsBuilder()
                                    .setProtocol("TCP")
                                    .setContainerPort(80)
                                    .setHostPort(8080)
                                    .setHostIP("127.0.0.1");
                            p.getSpecBuilder()
                                    .addContainersBuilder()
                                    .addPortsBuilder()
                                    .setProtocol("UDP")
                                    .setContainerPort(53);
                        });

        assertThat(spec.ports())
                .containsExactly(
                        new PortMapping("TCP", 80, 8080, "127.0.0.1"),
                        new PortMapping("UDP", 53, 0, ""));
    }

    @Test
    void tunesTheKernelUnderNamesWithDots() {
        var spec =
                of(
                        p -> {
                            var context = p.getSpecBuilder().getSecurityContextBuilder();
                            context.addSysctlsBuilder()
                                    .setName("kernel.shm_rmid_forced")
                                    .setValue("1");
                            context.addSysctlsBuilder()
                                    .setName("net/ipv4/conf/eth0.100/arp_ignore")
                                    .setValue("2");
                        });

        assertThat(spec.sysctls())
                .containsExactly(
                        entry("kernel.shm_rmid_forced", "1"),
                        entry("net.ipv4.conf.eth0/100.arp_ignore", "2"));
    }

    @Test
    void sharesNamespacesOnlyWhereAsked() {
        assertThat(of(_ -> {}).namespaces()).isEqualTo(new Namespaces(false, false, false, false));
        assertThat(of(p -> p.getSpecBuilder().setHostNetwork(true)).namespaces())
                .isEqualTo(new Namespaces(true, false, false, false));
        assertThat(of(p -> p.getSpecBuilder().setHostPID(true)).namespaces())
                .isEqualTo(new Namespaces(false, true, false, false));
        assertThat(of(p -> p.getSpecBuilder().setHostIPC(true)).namespaces())
                .isEqualTo(new Namespaces(false, false, true, false));
        assertThat(of(p -> p.getSpecBuilder().setShareProcessNamespace(true)).namespaces())
                .isEqualTo(new Namespaces(false, false, false, true));
    }

    private static SandboxSpec of(Consumer<Pod.Builder> change) {
        var pod = pod("web").containers("app").with(change).build();
        return SandboxSpecs.of(
                pod,
                0,
                "/logs",
                DnsSettings.NONE,
                "",
                "",
                Optional.empty(),
                SandboxSpec.Resources.NONE);
    }
}
