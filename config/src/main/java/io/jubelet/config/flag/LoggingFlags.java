package io.jubelet.config.flag;

import static io.jubelet.config.flag.FlagTypes.BOOL;
import static io.jubelet.config.flag.FlagTypes.DURATION;
import static io.jubelet.config.flag.FlagTypes.LEVEL;
import static io.jubelet.config.flag.FlagTypes.MODULES;
import static io.jubelet.config.flag.FlagTypes.QUANTITY;
import static io.jubelet.config.flag.FlagTypes.TEXT;

import io.jubelet.api.kubeletconfig.FormatOptions;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.api.meta.Quantity;

/// The flags of the agent's own log.
///
/// Thread: stateless. Upstream: component-base logs/api/v1 `AddFlags`.
final class LoggingFlags {
    private LoggingFlags() {}

    static void addTo(FlagTable table) {
        table.config("logging-format", TEXT, "text", (c, v) -> c.getLoggingBuilder().setFormat(v));
        table.config(
                "log-flush-frequency",
                DURATION,
                "5s",
                (c, v) -> c.getLoggingBuilder().getFlushFrequencyBuilder().setNanos(v.toNanos()));
        table.config("v", "v", LEVEL, "0", (c, v) -> c.getLoggingBuilder().setVerbosity(v));
        // A configuration file's patterns stay; the flag's are added behind them.
        table.config("vmodule", MODULES, "", (c, v) -> c.getLoggingBuilder().addAllVmodule(v));
        table.config(
                "log-text-split-stream",
                BOOL,
                "false",
                (c, v) -> options(c).getTextBuilder().setSplitStream(v));
        table.config(
                "log-text-info-buffer-size",
                QUANTITY,
                "0",
                (c, v) -> options(c).getTextBuilder().setInfoBufferSize(quantity(v)));
        table.config(
                "log-json-split-stream",
                BOOL,
                "false",
                (c, v) -> options(c).getJsonBuilder().setSplitStream(v));
        table.config(
                "log-json-info-buffer-size",
                QUANTITY,
                "0",
                (c, v) -> options(c).getJsonBuilder().setInfoBufferSize(quantity(v)));
    }

    private static FormatOptions.Builder options(KubeletConfiguration.Builder config) {
        return config.getLoggingBuilder().getOptionsBuilder();
    }

    private static Quantity quantity(String text) {
        return Quantity.newBuilder().setString(text).build();
    }
}
