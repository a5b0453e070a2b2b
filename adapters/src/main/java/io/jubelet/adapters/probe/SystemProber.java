package io.jubelet.adapters.probe;

import io.jubelet.core.probe.HttpCheck;
import io.jubelet.core.probe.ProbeOutcome;
import io.jubelet.core.probe.Prober;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.StreamingRuntime;
import io.jubelet.model.codec.GoDuration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// Asks real containers, through the runtime and over the network.
///
/// Thread: any; blocks as the port says.
/// Upstream: pkg/probe.
public final class SystemProber implements Prober {
    private static final int MOST_OUTPUT_BYTES = 10 << 10;

    private final StreamingRuntime runtime;

    public SystemProber(StreamingRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public ProbeOutcome exec(ContainerId container, List<String> command, Duration timeout) {
        try {
            var result = runtime.execSync(container, command, timeout);
            var output = shortened(result.output() + result.error());
            return result.exitCode() == 0
                    ? new ProbeOutcome.Success(output)
                    : new ProbeOutcome.Failure(output);
        } catch (RuntimeCallException failure) {
            return switch (failure.code()) {
                case DEADLINE_EXCEEDED ->
                        new ProbeOutcome.Failure(
                                "command timed out: \"%s\" timed out after %s"
                                        .formatted(
                                                String.join(" ", command),
                                                GoDuration.print(timeout)));
                case UNAVAILABLE, NOT_FOUND, UNIMPLEMENTED, FAILED ->
                        new ProbeOutcome.Unknown(failure.reason());
            };
        }
    }

    private static String shortened(String output) {
        var bytes = output.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MOST_OUTPUT_BYTES
                ? output
                : new String(bytes, 0, MOST_OUTPUT_BYTES, StandardCharsets.UTF_8);
    }

    @Override
    public ProbeOutcome http(HttpCheck check, Duration timeout) {
        return HttpProbe.probe(check, timeout);
    }

    @Override
    public ProbeOutcome tcp(String host, int port, Duration timeout) {
        try (var _ = ProbeSockets.connect(host, port, Deadline.after(timeout))) {
            return new ProbeOutcome.Success("");
        } catch (IOException failure) {
            return new ProbeOutcome.Failure(GoErrors.plain(failure));
        }
    }

    @Override
    public ProbeOutcome grpc(String host, int port, String service, Duration timeout) {
        return GrpcProbe.probe(host, port, service, timeout);
    }

    @Override
    public ProbeOutcome hook(HttpCheck check, Duration timeout) {
        return HttpProbe.hook(check, timeout);
    }
}
