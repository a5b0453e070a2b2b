package io.jubelet.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SysctlPolicyTest {
    private final SysctlPolicy policy =
            SysctlPolicy.of("6.1.0", List.of("kernel.msg*", "kernel.sem", "net.b.*"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kernel.shm_rmid_forced",
                "kernel/shm_rmid_forced",
                "net.ipv4.ip_local_port_range",
                "kernel.msgmax",
                "kernel.sem",
                "kernel/sem",
                "net.b.c",
            })
    void allows(String name) {
        assertThat(policy.problem(SysctlPolicy.normalised(name), false, false)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "kernel.shm_rmid_forced,       ipc, '\"kernel.shm_rmid_forced\" not allowed with"
                        + " host IPC enabled'",
                "net.ipv4.ip_local_port_range, net, '\"net.ipv4.ip_local_port_range\" not allowed"
                        + " with host Net enabled'",
                "foo,                          '',  '\"foo\" not allowlisted'",
                "net.a.b.c,                    '',  '\"net.a.b.c\" not allowlisted'",
                "net.ipv4.ip_local_port_range.a.b.c, '',"
                        + " '\"net.ipv4.ip_local_port_range.a.b.c\" not allowlisted'",
                "kernel.msgmax,                ipc, '\"kernel.msgmax\" not allowed with host IPC"
                        + " enabled'",
                "kernel.sem,                   ipc, '\"kernel.sem\" not allowed with host IPC"
                        + " enabled'",
                "net.b.c,                      net, '\"net.b.c\" not allowed with host Net"
                        + " enabled'",
            })
    void refuses(String name, String shared, String problem) {
        assertThat(policy.problem(name, shared.equals("net"), shared.equals("ipc")))
                .contains(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kernel.msg* ", "net.-", "net.*.foo", "net.*/foo", "foo", "foo*"})
    void doesNotTakeAListWith(String pattern) {
        assertThatThrownBy(() -> SysctlPolicy.of(List.of(pattern)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kernel.msg*", "kernel.sem", "kernel/msg*", "kernel/sem"})
    void takesAListWith(String pattern) {
        assertThat(SysctlPolicy.of(List.of(pattern)).problem("foo", false, false)).isPresent();
    }

    @ParameterizedTest(name = "kernel {0} has {1} safe ones")
    @CsvSource({"'', 5", "3.10, 5", "3.16, 6", "4.5.0-generic, 9", "4.6, 10", "4.15.1, 12"})
    void someAreSafeOnNewerKernelsOnly(String kernel, int count) {
        assertThat(SysctlPolicy.safe(kernel)).hasSize(count);
    }

    @Test
    void swapsDotsAndSlashes() {
        assertThat(SysctlPolicy.normalised("net/ipv4/conf/eno2.100/rp_filter"))
                .isEqualTo("net.ipv4.conf.eno2/100.rp_filter");
        assertThat(SysctlPolicy.normalised("net.ipv4.conf.eno2/100.rp_filter"))
                .isEqualTo("net.ipv4.conf.eno2/100.rp_filter");
    }
}
