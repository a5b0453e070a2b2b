package io.jubelet.config.validation;

import static io.jubelet.log.GoText.quote;

import io.jubelet.api.kubeletconfig.DurationOrNanos;
import io.jubelet.api.kubeletconfig.LoggingConfiguration;
import io.jubelet.api.kubeletconfig.OutputRoutingOptions;
import io.jubelet.api.kubeletconfig.VModuleItem;
import io.jubelet.model.quantity.Quantity;
import java.util.function.Predicate;

/// The rules of the `logging` section.
///
/// Thread: any; pure.
///
/// Upstream: component-base logs/api/v1/options.go Validate.
final class LoggingRules {
    private static final String ALPHA = "LoggingAlphaOptions";
    private static final String BETA = "LoggingBetaOptions";

    private LoggingRules() {}

    static void check(LoggingConfiguration logging, Predicate<String> gates, Findings findings) {
        DurationOrNanos flush = logging.getFlushFrequency();
        if (flush.getNanos() <= 0) {
            String value =
                    flush.getNumber()
                            ? Long.toString(flush.getNanos())
                            : quote(GoFormat.span(flush.getNanos()));
            findings.add(
                    "logging.flushFrequency: Invalid value: "
                            + value
                            + ": Must be greater than zero");
        }
        format(logging, gates, findings);
        verbosity("logging.verbosity", logging.getVerbosity(), findings);
        modules(logging, findings);
        routing("logging.options.text", logging.getOptions().getText(), gates, findings);
        routing("logging.options.json", logging.getOptions().getJson(), gates, findings);
    }

    private static void format(
            LoggingConfiguration logging, Predicate<String> gates, Findings findings) {
        String format = logging.getFormat();
        if (format.equals("json") && !gates.test(BETA)) {
            findings.add(
                    "logging.format: Forbidden: Log format json is disabled, see "
                            + BETA
                            + " feature");
        } else if (!format.equals("json") && !format.equals("text")) {
            findings.add(
                    "logging.format: Invalid value: " + quote(format) + ": Unsupported log format");
        }
    }

    private static void verbosity(String path, int unsigned, Findings findings) {
        if (unsigned < 0) {
            findings.add(
                    path
                            + ": Invalid value: "
                            + Integer.toUnsignedString(unsigned)
                            + ": Must be <= "
                            + Integer.MAX_VALUE);
        }
    }

    private static void modules(LoggingConfiguration logging, Findings findings) {
        String format = logging.getFormat();
        if (logging.getVmoduleCount() > 0 && !format.isEmpty() && !format.equals("text")) {
            findings.add("logging.vmodule: Forbidden: Only supported for text log format");
        }
        for (int i = 0; i < logging.getVmoduleCount(); i++) {
            VModuleItem item = logging.getVmodule(i);
            String path = "logging.vmodule[" + i + "]";
            String pattern = item.getFilePattern();
            if (pattern.isEmpty()) {
                findings.add(path + ": Required value: File pattern must not be empty");
            }
            if (pattern.contains("=") || pattern.contains(",")) {
                findings.add(
                        path
                                + ": Invalid value: "
                                + quote(pattern)
                                + ": File pattern must not contain equal sign or comma");
            }
            verbosity(path, item.getVerbosity(), findings);
        }
    }

    private static void routing(
            String path, OutputRoutingOptions options, Predicate<String> gates, Findings findings) {
        if (gates.test(ALPHA)) {
            return;
        }
        if (options.getSplitStream()) {
            findings.add(path + ".splitStream: Forbidden: Feature " + ALPHA + " is disabled");
        }
        if (!Quantity.tryParse(options.getInfoBufferSize().getString())
                .orElse(Quantity.ZERO)
                .isZero()) {
            findings.add(path + ".infoBufferSize: Forbidden: Feature " + ALPHA + " is disabled");
        }
    }
}
