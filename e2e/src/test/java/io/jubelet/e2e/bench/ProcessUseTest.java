package io.jubelet.e2e.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What the kernel says of a process.
final class ProcessUseTest {
    private static final String STATUS =
            """
            Name:\tkubelet
            VmHWM:\t  300000 kB
            VmRSS:\t  204800 kB
            RssAnon:\t  102400 kB
            """;

    @Test
    void theTimesOfEndedChildrenCount() {
        var stat = "42 (kubelet) S 1 42 42 0 -1 4194560 9 8 7 6 150 50 30 20 20 0 12 0 99 1 2";

        assertThat(ProcessUse.parse(stat, STATUS)).isEqualTo(new ProcessUse(2.5, 200, 100));
    }

    @Test
    void aNameMayHoldBracketsAndSpaces() {
        var stat = "42 (a ) S 1) R 1 42 42 0 -1 4194560 9 8 7 6 100 0 0 0 20 0 12 0 99 1 2";

        assertThat(ProcessUse.parse(stat, STATUS).cpuSeconds()).isEqualTo(1);
    }

    @Test
    void thisVeryProcessUsesSomething() {
        var use = ProcessUse.of(ProcessHandle.current().pid());

        assertThat(use.cpuSeconds()).isPositive();
        assertThat(use.rssMb()).isGreaterThan(use.rssAnonMb()).isPositive();
    }
}
