package io.jubelet.config.validation;

import static io.jubelet.log.GoText.quote;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.api.kubeletconfig.TracingConfiguration;
import java.util.Set;

/// The rules of the `tracing` section.
///
/// Thread: any; pure.
///
/// Upstream: component-base tracing/api/v1/config.go.
final class TracingRules {
    private static final int MOST_PER_MILLION = 1_000_000;
    private static final Set<String> SCHEMES = Set.of("dns", "unix", "unix-abstract");

    private TracingRules() {}

    static void check(KubeletConfiguration config, Findings findings) {
        TracingConfiguration tracing = config.getTracing();
        if (tracing.hasSamplingRatePerMillion()) {
            samplingRate(tracing.getSamplingRatePerMillion(), findings);
        }
        if (tracing.hasEndpoint()) {
            endpoint(tracing.getEndpoint(), findings);
        }
    }

    private static void samplingRate(int rate, Findings findings) {
        String path = "tracing.samplingRatePerMillion: Invalid value: " + rate + ": ";
        if (rate < 0) {
            findings.add(path + "sampling rate must be positive");
        }
        if (rate > MOST_PER_MILLION) {
            findings.add(
                    path + "sampling rate per million must be less than or equal to one million");
        }
    }

    private static void endpoint(String written, Findings findings) {
        String endpoint = written.contains("//") ? written : "dns://" + written;
        String path = "tracing.endpoint: Invalid value: " + quote(endpoint) + ": ";
        switch (GoUrl.parse(endpoint)) {
            case GoUrl.Fault(String reason) ->
                    findings.add(path + "parse " + quote(endpoint) + ": " + reason);
            case GoUrl.Scheme(String scheme) -> {
                if (!SCHEMES.contains(scheme)) {
                    findings.add(
                            path
                                    + "unsupported scheme: "
                                    + scheme
                                    + ".  Options are none, dns, unix, or unix-abstract.  See"
                                    + " https://github.com/grpc/grpc/blob/master/doc/naming.md");
                }
            }
        }
    }
}
