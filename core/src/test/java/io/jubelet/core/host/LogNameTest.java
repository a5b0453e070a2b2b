package io.jubelet.core.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Upstream: kuberuntime/legacy_test.go.
class LogNameTest {
    private static final ContainerId ID =
            new ContainerId("c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00");

    @ParameterizedTest(name = "{0} is of instance {1}")
    @CsvSource({
        "0.log, 0",
        "12.log, 12",
        "3.log.20260304-050607, 3",
        "3.log.20260304-050607.gz, 3",
        "007.log, 7",
        "999999999.log, 999999999",
        "9999999999.log, -1",
        ".log, -1",
        "x.log, -1",
        "-1.log, -1",
        "1x.log, -1",
        "1.txt, -1",
    })
    void aFileTellsItsInstance(String file, int attempt) {
        assertThat(LogName.attemptOf(file).orElse(-1)).isEqualTo(attempt);
    }

    @Test
    void aLinkNamesPodNamespaceContainerAndId() {
        var log = new LogName(new PodIdentity("shop", "web", new PodUid("1")), "app", 3);
        assertThat(log.link(ID)).isEqualTo("web_shop_app-" + ID + ".log");
        assertThat(log.file()).isEqualTo("3.log");
    }

    @Test
    void aLinkThatWouldBeTooLongIsCutBeforeItsSuffix() {
        var pod = new PodIdentity("n".repeat(60), "p".repeat(200), new PodUid("1"));
        var link = new LogName(pod, "app", 0).link(ID);
        assertThat(link).hasSize(255).endsWith("n.log").startsWith("p".repeat(200) + "_nnn");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "unable to find separator, dummy.log, ''",
        "invalid suffix, dummy-container-id.log1, ''",
        "container ID too short, dummy-abc.log, ''",
        "valid path, web_shop_app-4a3c8f2b0d.log, 4a3c8f2b0d",
    })
    void aLinkTellsWhoseLogItIs(String name, String link, String expected) {
        assertThat(LogName.containerOf(link).map(ContainerId::value).orElse(""))
                .isEqualTo(expected);
    }
}
