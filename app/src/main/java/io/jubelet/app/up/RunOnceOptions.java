package io.jubelet.app.up;

import io.jubelet.model.codec.GoDuration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// What `jubelet run-once` was asked for.
///
/// @param timeout how long the pods have to run or to end
/// @param node how the node is started
public record RunOnceOptions(Duration timeout, UpOptions node) {
    static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

    public static final String HELP =
            """
            jubelet run-once — start the pods of a folder and say how it went

              jubelet run-once DIR [--timeout 5m] [--state DIR] [--endpoint unix:///SOCKET]

              DIR               the pods to run
              --timeout T       how long they have to become ready or to end (default: 5m)
              --state DIR       holds everything it makes (default: /var/tmp/jubelet-up-USER)
              --endpoint E      use this container runtime instead of a private containerd
              --containerd 1|2  the distribution's containerd, or 2.x built from source (default: 1)
              --simulate        use the built-in simulated runtime; no root, no containerd

            Waits until each pod is ready, has succeeded or has failed, prints a table and exits: 0
            if all are ready or succeeded, else 1. The pods go on running.
            """;

    /// Throws [IllegalArgumentException] with one line.
    public static RunOnceOptions parse(List<String> arguments) {
        var state = Path.of("/var/tmp/jubelet-up-" + System.getProperty("user.name"));
        var folder = Optional.<Path>empty();
        var endpoint = Optional.<String>empty();
        var simulate = false;
        var version = "1";
        var timeout = DEFAULT_TIMEOUT;
        var rest = arguments.iterator();
        while (rest.hasNext()) {
            var argument = rest.next();
            switch (argument) {
                case "--timeout" -> timeout = GoDuration.parse(value(argument, rest));
                case "--state" -> state = Path.of(value(argument, rest));
                case "--endpoint" -> endpoint = Optional.of(value(argument, rest));
                case "--containerd" -> version = value(argument, rest);
                case "--simulate" -> simulate = true;
                default -> {
                    if (argument.startsWith("-") || folder.isPresent()) {
                        throw new IllegalArgumentException("unknown option " + argument);
                    }
                    folder = Optional.of(Path.of(argument));
                }
            }
        }
        var manifests =
                folder.orElseThrow(
                        () -> new IllegalArgumentException("run-once needs a folder of pods"));
        return new RunOnceOptions(
                timeout,
                new UpOptions(
                        state.toAbsolutePath(),
                        manifests.toAbsolutePath(),
                        endpoint,
                        true,
                        simulate,
                        version));
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return rest.next();
    }
}
