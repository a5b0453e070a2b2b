package io.jubelet.config.validation;

import static io.jubelet.log.GoText.quote;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.nio.file.Path;
import java.util.function.Predicate;

/// The rules about container logs, the machine's logs and the runtime's address.
///
/// Thread: any; pure.
final class LogRules {
    private static final long THREE_SECONDS = 3_000_000_000L;

    private LogRules() {}

    static void check(KubeletConfiguration config, Predicate<String> gates, Findings findings) {
        findings.invalidIf(
                config.getContainerRuntimeEndpoint().isEmpty(),
                "the containerRuntimeEndpoint was not specified or empty");
        boolean query = config.getEnableSystemLogQuery();
        findings.invalidIf(
                query && !gates.test("NodeLogQuery"),
                "NodeLogQuery feature gate is required for enableSystemLogQuery");
        findings.invalidIf(
                query && !config.getEnableSystemLogHandler(),
                "enableSystemLogHandler is required for enableSystemLogQuery");
        findings.invalidIf(
                config.getContainerLogMaxWorkers() < 1,
                "containerLogMaxWorkers must be greater than or equal to 1");
        findings.invalidIf(
                config.getContainerLogMonitorInterval().getNanos() < THREE_SECONDS,
                "containerLogMonitorInterval must be a positive time duration greater than or equal"
                        + " to 3s");
        findings.invalidIf(
                config.getContainerLogMaxFiles() <= 1,
                "containerLogMaxFiles must be greater than 1");
        podLogs(config.getPodLogsDir(), findings);
    }

    private static void podLogs(String folder, Findings findings) {
        String subject = "pod logs path " + quote(folder);
        findings.invalidIf(folder.isEmpty(), "podLogsDir was not specified");
        findings.invalidIf(!folder.startsWith("/"), subject + " must be absolute path");
        findings.invalidIf(!isNormal(folder), subject + " must be normalized");
        // The path becomes a metric's label.
        findings.invalidIf(
                folder.chars().anyMatch(c -> c > 0x7f),
                subject + " mut contains ASCII characters only");
    }

    private static boolean isNormal(String folder) {
        // An empty path is the current folder, which has another normal form.
        return !folder.isEmpty()
                && folder.indexOf('\0') < 0
                && Path.of(folder).normalize().toString().equals(folder);
    }
}
