package io.jubelet.log;

import java.math.BigDecimal;
import java.time.Instant;

/// One JSON object per line with the keys `ts`, `caller`, `msg`, `v`, the pairs, and `err`.
///
/// Thread: stateless. Upstream: component-base `logs/json`.
final class JsonEncoder implements LogEncoder {
    @Override
    public String encode(LogEvent event) {
        var out = new StringBuilder(256);
        LogEvent.Caller caller = event.caller();
        out.append("{\"ts\":").append(millis(event.time()));
        out.append(",\"caller\":\"");
        if (!caller.folder().isEmpty()) {
            out.append(caller.folder()).append('/');
        }
        out.append(caller.file()).append(':').append(caller.line()).append("\",\"msg\":");
        JsonText.appendString(out, event.message());
        if (event.severity() != Severity.ERROR) {
            out.append(",\"v\":").append(event.level());
        }
        for (LogEvent.Pair pair : event.mergedPairs()) {
            appendKey(out, pair.key());
            JsonText.append(out, pair.value());
        }
        event.cause().ifPresent(failure -> appendFailure(out, failure));
        return out.append("}\n").toString();
    }

    private static void appendFailure(StringBuilder out, Throwable failure) {
        appendKey(out, "err");
        JsonText.append(out, failure);
        if (Failures.isBug(failure)) {
            appendKey(out, "stack");
            JsonText.append(out, Failures.stack(failure));
        }
    }

    private static void appendKey(StringBuilder out, String key) {
        out.append(',');
        JsonText.appendString(out, key);
        out.append(':');
    }

    /// Milliseconds since the epoch as the shortest decimal of a double, never in exponent form.
    static String millis(Instant time) {
        double millis = (time.getEpochSecond() * 1e9 + time.getNano()) / 1e6;
        return new BigDecimal(Double.toString(millis)).stripTrailingZeros().toPlainString();
    }
}
