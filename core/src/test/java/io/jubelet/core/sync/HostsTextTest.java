package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class HostsTextTest {
    @Test
    void hostsFileWithAliasesIsUpstreamsToTheByte() {
        var desired =
                pod("web")
                        .containers("app")
                        .with(
                                p ->
                                        p.getSpecBuilder()
                                                .addHostAliasesBuilder()
                                                .setIp("123.45.67.89")
                                                .addHostnames("foo")
                                                .addHostnames("bar"))
                        .build();

        assertThat(HostsText.of(desired.pod(), List.of("203.0.113.1", "fd00::6"), ""))
                .isEqualTo(
                        """
                        # Kubernetes-managed hosts file.
                        127.0.0.1\tlocalhost
                        ::1\tlocalhost ip6-localhost ip6-loopback
                        fe00::0\tip6-localnet
                        fe00::0\tip6-mcastprefix
                        fe00::1\tip6-allnodes
                        fe00::2\tip6-allrouters
                        203.0.113.1\tweb
                        fd00::6\tweb

                        # Entries added by HostAliases.
                        123.45.67.89\tfoo\tbar
                        """);
    }

    @Test
    void onTheHostsNetworkTheNodesFileIsKept() {
        assertThat(
                        HostsText.onHostNetwork(
                                pod("web").containers("app").build().pod(), "10.0.0.1\tnode\n"))
                .isEqualTo("# Kubernetes-managed hosts file (host network).\n10.0.0.1\tnode\n");
    }
}
