package io.jubelet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelTunablesTest {
    private static final Map<String, String> SETTLED =
            new TreeMap<>(
                    Map.of(
                            "vm/overcommit_memory", "1",
                            "vm/panic_on_oom", "0",
                            "kernel/panic", "10",
                            "kernel/panic_on_oops", "1",
                            "kernel/keys/root_maxkeys", "1000000",
                            "kernel/keys/root_maxbytes", "25000000"));

    @TempDir private Path settings;

    @BeforeEach
    void machine() throws IOException {
        for (var setting : SETTLED.entrySet()) {
            var file = settings.resolve(setting.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, setting.getValue() + "\n");
        }
    }

    private Map<String, String> now() throws IOException {
        var found = new TreeMap<String, String>();
        for (var name : SETTLED.keySet()) {
            found.put(name, Files.readString(settings.resolve(name)).strip());
        }
        return found;
    }

    @Test
    void whatIsNotAsItHasToBeIsSet() throws IOException {
        Files.writeString(settings.resolve("vm/overcommit_memory"), "0\n");
        Files.writeString(settings.resolve("kernel/panic"), "1\n");

        KernelTunables.settle(settings, false);

        assertThat(now()).isEqualTo(SETTLED);
    }

    @Test
    void whatIsToBeLeftAloneEndsTheStart() throws IOException {
        Files.writeString(settings.resolve("vm/overcommit_memory"), "0\n");

        assertThatThrownBy(() -> KernelTunables.settle(settings, true))
                .isInstanceOf(StartException.class)
                .hasMessageEndingWith(
                        "invalid kernel flag: vm/overcommit_memory, expected value: 1,"
                                + " actual value: 0");
        assertThat(now()).containsEntry("vm/overcommit_memory", "0");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() throws IOException {
        Files.writeString(settings.resolve("vm/overcommit_memory"), "2");
        Files.writeString(settings.resolve("kernel/panic"), "0");

        assertThatThrownBy(() -> KernelTunables.settle(settings, true))
                .hasMessageContaining("overcommit_memory, expected value: 1, actual value: 2, ")
                .hasMessageEndingWith("kernel/panic, expected value: 10, actual value: 0]");
    }

    @Test
    void aKernelThatIsSetIsLeftAlone() throws IOException {
        KernelTunables.settle(settings, true);

        assertThat(now()).isEqualTo(SETTLED);
    }

    @Test
    void aNumberOfTheRealKernelIsReadWhole() throws IOException {
        var most = Path.of("/proc/sys/kernel/threads-max");

        assertThat(KernelNumber.read(most))
                .hasToString(Files.readAllLines(most).getFirst())
                .isGreaterThan(9);
    }

    @Test
    void oneThatCannotBeSetHoldsUpNoOther() throws IOException {
        Files.delete(settings.resolve("vm/overcommit_memory"));
        Files.writeString(settings.resolve("kernel/panic"), "1\n");

        KernelTunables.settle(settings, false);

        assertThat(settings.resolve("kernel/panic")).hasContent("10");
    }
}
