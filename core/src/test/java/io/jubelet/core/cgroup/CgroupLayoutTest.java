package io.jubelet.core.cgroup;

import static io.jubelet.core.cgroup.SizedPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.host.CgroupName;
import io.jubelet.core.runtime.PodUid;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Upstream's TestGetPodContainerName, TestIsCgroupPod, TestCgroupNameToSystemd,
/// TestCgroupNameToSystemdBasename, TestCgroupNameToCgroupfs and TestParseSystemdToCgroupName.
final class CgroupLayoutTest {
    @ParameterizedTest(name = "pod with qos {0}")
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    guaranteed; 1,1G|1,1G; /kubepods/pod1234-abcd; \
                    /kubepods.slice/kubepods-pod1234_abcd.slice
                    burstable; 1,1G; /kubepods/burstable/pod1234-abcd; \
                    /kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod1234_abcd.slice
                    besteffort; ''; /kubepods/besteffort/pod1234-abcd; \
                    /kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod1234_abcd.slice
                    """)
    void namesAPodsCgroup(String qos, String amounts, String cgroupfs, String systemd) {
        var name = new CgroupLayout(CgroupName.ROOT).of(pod(amounts));

        assertThat(name.cgroupfs()).as(qos).isEqualTo(cgroupfs);
        assertThat(name.systemd()).as(qos).isEqualTo(systemd);
        assertThat(CgroupName.parse(cgroupfs)).isEqualTo(name);
        assertThat(CgroupName.parseSystemd(systemd)).isEqualTo(name);
    }

    @Test
    void liesBelowTheConfiguredRoot() {
        var layout = new CgroupLayout(CgroupName.parse("/nodes/one/"));

        assertThat(layout.of(pod("")).cgroupfs())
                .isEqualTo("/nodes/one/kubepods/besteffort/pod1234-abcd");
    }

    @Test
    void findsAPodOfUnknownClass() {
        assertThat(new CgroupLayout(CgroupName.ROOT).anyOf(new PodUid("7")))
                .extracting(CgroupName::cgroupfs)
                .containsExactly(
                        "/kubepods/besteffort/pod7", "/kubepods/burstable/pod7", "/kubepods/pod7");
    }

    @ParameterizedTest(name = "{0} is of pod {1}")
    @CsvSource({"pod123, 123", "pod1-2-3, 1-2-3", "podpod, pod"})
    void tellsWhosePodItIs(String name, String uid) {
        assertThat(CgroupLayout.podOf(name)).contains(new PodUid(uid));
    }

    @ParameterizedTest(name = "{0} is no pod's")
    @CsvSource({"pod", "burstable", "besteffort", "container.scope", "system", "xpod1"})
    void tellsWhatIsNoPods(String name) {
        assertThat(CgroupLayout.podOf(name)).isEmpty();
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "/, /",
        "/system, /system.slice",
        "/Burstable/pod-123, /Burstable.slice/Burstable-pod_123.slice",
        "/test/a/b, /test.slice/test-a.slice/test-a-b.slice"
    })
    void translatesForSystemd(String cgroupfs, String systemd) {
        assertThat(CgroupName.parse(cgroupfs).systemd()).isEqualTo(systemd);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"/test", "/test.slice"})
    void readsSystemdsNames(String name) {
        assertThat(CgroupName.parseSystemd(name).parts()).isEqualTo(List.of("test"));
    }

    @Test
    void noUidLeadsOutOfTheTier() {
        var layout = new CgroupLayout(CgroupName.ROOT);

        assertThatThrownBy(() -> layout.anyOf(new PodUid("../../x")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
