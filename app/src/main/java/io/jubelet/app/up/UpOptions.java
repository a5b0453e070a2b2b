package io.jubelet.app.up;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// What `jubelet up` was asked for.
///
/// @param state the folder that holds all that it makes
/// @param manifests the folder of pods to run
/// @param endpoint a runtime that is there already
/// @param keep whether pods and containerd go on running afterwards
/// @param simulate whether the built-in simulated runtime is wanted
/// @param containerdVersion 1 for the distribution's, 2 for 2.x
public record UpOptions(
        Path state,
        Path manifests,
        Optional<String> endpoint,
        boolean keep,
        boolean simulate,
        String containerdVersion) {
    public static final String HELP =
            """
            jubelet up — run a node on this machine and watch its pods

              jubelet up [--manifests DIR] [--state DIR] [--endpoint unix:///SOCKET] [--keep]

              --manifests DIR   the pods to run (default: examples/)
              --state DIR       holds everything it makes (default: /var/tmp/jubelet-up-USER)
              --endpoint E      use this container runtime instead of a private containerd
              --containerd 1|2  the distribution's containerd, or 2.x built from source (default: 1)
              --keep            on Ctrl-C leave pods and containerd running
              --simulate        use the built-in simulated runtime; no root, no containerd

            Edit, add or remove files in the manifest folder while it runs. Ctrl-C stops everything.
            """;

    /// Throws [IllegalArgumentException] with one line.
    public static UpOptions parse(List<String> arguments, Path home) {
        var state = Path.of("/var/tmp/jubelet-up-" + System.getProperty("user.name"));
        var manifests = home.resolve("examples");
        var endpoint = Optional.<String>empty();
        var keep = false;
        var simulate = false;
        var version = "1";
        var rest = arguments.iterator();
        while (rest.hasNext()) {
            var argument = rest.next();
            switch (argument) {
                case "--state" -> state = Path.of(value(argument, rest));
                case "--manifests" -> manifests = Path.of(value(argument, rest));
                case "--endpoint" -> endpoint = Optional.of(value(argument, rest));
                case "--containerd" -> version = value(argument, rest);
                case "--keep" -> keep = true;
                case "--simulate" -> simulate = true;
                default -> throw new IllegalArgumentException("unknown option " + argument);
            }
        }
        return new UpOptions(
                state.toAbsolutePath(),
                manifests.toAbsolutePath(),
                endpoint,
                keep,
                simulate,
                version);
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return rest.next();
    }
}
