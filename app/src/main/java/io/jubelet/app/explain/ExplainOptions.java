package io.jubelet.app.explain;

import io.jubelet.adapters.linux.RootDirectory;
import io.jubelet.server.LocalServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// What `jubelet explain` was asked for.
///
/// @param pod which one; empty for all
/// @param sockets where the node may be listening, the first that is there counts
public record ExplainOptions(Optional<String> pod, boolean json, List<Path> sockets) {
    public static final String HELP =
            """
            jubelet explain — why a pod is not ready, not gone or not started

              jubelet explain [POD] [--json] [--root-dir DIR | --state DIR]

              POD               a pod's name, namespace/name or uid; of a static pod the name in its
                                manifest will do; without it all pods are explained
              --json            the same for programs
              --root-dir DIR    the root folder of the kubelet to ask (default: /var/lib/kubelet,
                                else that of a jubelet up)
              --state DIR       the state folder of a jubelet up

            Asks the running node over a socket that root alone may use; neither the API server nor
            a certificate is needed. Exits with 0 if all is well, 2 if something is waited for or
            has failed, 3 if there is no such pod, 1 if the node cannot be asked.
            """;

    public ExplainOptions {
        sockets = List.copyOf(sockets);
    }

    /// Throws [IllegalArgumentException] with one line.
    public static ExplainOptions parse(List<String> arguments) {
        var pod = Optional.<String>empty();
        var json = false;
        var roots = new ArrayList<Path>();
        var rest = arguments.iterator();
        while (rest.hasNext()) {
            var argument = rest.next();
            switch (argument) {
                case "--json" -> json = true;
                case "--root-dir" -> roots.add(Path.of(value(argument, rest)));
                case "--state" -> roots.add(rootOf(Path.of(value(argument, rest))));
                default -> {
                    if (argument.startsWith("-") || pod.isPresent()) {
                        throw new IllegalArgumentException("unknown option " + argument);
                    }
                    pod = Optional.of(argument);
                }
            }
        }
        if (roots.isEmpty()) {
            roots.add(Path.of("/var/lib/kubelet"));
            roots.add(rootOf(Path.of("/var/tmp/jubelet-up-" + System.getProperty("user.name"))));
        }
        return new ExplainOptions(pod, json, roots.stream().map(ExplainOptions::socket).toList());
    }

    private static Path rootOf(Path state) {
        return state.resolve("kubelet");
    }

    private static Path socket(Path root) {
        return LocalServer.socket(RootDirectory.state(root.toAbsolutePath()));
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return rest.next();
    }
}
