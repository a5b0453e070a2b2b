package io.jubelet.config.logging;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.flag.CommandLine;
import io.jubelet.config.kubelet.KubeletDefaults;
import io.jubelet.log.LogFormat;
import io.jubelet.log.LogSettings;
import io.jubelet.log.ModuleVerbosity;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LogConfigurationTest {
    private static LogSettings settings(String... flags) {
        KubeletConfiguration.Builder config = KubeletDefaults.legacy().toBuilder();
        CommandLine.parse(List.of(flags), _ -> {}).applyTo(config);
        return LogConfiguration.settings(config.getLogging());
    }

    @Test
    void defaultConfigurationIsTheLogsOwnDefault() {
        assertThat(settings()).isEqualTo(LogSettings.defaults());
    }

    @Test
    void optionsOfTheChosenFormatCount() {
        assertThat(
                        settings(
                                "--logging-format=json",
                                "--log-json-split-stream",
                                "--log-json-info-buffer-size=4Ki",
                                "--log-text-info-buffer-size=8Ki",
                                "--log-flush-frequency=1s",
                                "-v=3"))
                .isEqualTo(
                        new LogSettings(
                                LogFormat.JSON, 3, List.of(), Duration.ofSeconds(1), true, 4096));
    }

    @Test
    void patternsKeepTheirOrder() {
        assertThat(settings("--vmodule=Pod*=4,Relister=5").modules())
                .containsExactly(
                        new ModuleVerbosity("Pod*", 4), new ModuleVerbosity("Relister", 5));
    }
}
