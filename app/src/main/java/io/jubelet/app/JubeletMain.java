package io.jubelet.app;

import io.jubelet.app.explain.ExplainCommand;
import io.jubelet.app.explain.ExplainOptions;
import io.jubelet.app.up.RunOnceCommand;
import io.jubelet.app.up.RunOnceOptions;
import io.jubelet.app.up.UpCommand;
import io.jubelet.app.up.UpOptions;
import io.jubelet.log.Logging;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The same program with sub-commands of its own.
///
/// Thread: main.
public final class JubeletMain {
    private static final String HELP =
            """
            jubelet — the Kubernetes kubelet, built anew in Java

              jubelet up        run a node on this machine and watch its pods (jubelet up --help)
              jubelet run-once  start the pods of a folder and say how it went (run-once --help)
              jubelet explain   say why a pod is not ready, not gone or not started (explain --help)
              jubelet kubelet   run the kubelet itself, with the kubelet's own flags
              jubelet version   print the version
              jubelet help      print this
            """;

    private JubeletMain() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments)));
    }

    private static int run(List<String> arguments) {
        var command = arguments.isEmpty() ? "help" : arguments.getFirst();
        var rest = arguments.stream().skip(1).toList();
        try {
            return switch (command) {
                case "up" -> up(rest);
                case "run-once" -> runOnce(rest);
                case "explain" -> explain(rest);
                case "kubelet" -> KubeletMain.run(rest);
                case "train" -> Training.run();
                case "version" -> print("jubelet 0.1.0 (kubelet v1.36.4)\n");
                case "help", "-h", "--help" -> print(HELP);
                default ->
                        throw new StartException(
                                "unknown command \"%s\"; jubelet help lists them"
                                        .formatted(command));
            };
        } catch (StartException | IllegalArgumentException problem) {
            Logging.flush();
            System.err.println("jubelet: " + problem.getMessage());
            return 1;
        }
    }

    private static int up(List<String> arguments) {
        return helpWanted(arguments)
                ? print(UpOptions.HELP)
                : new UpCommand(UpOptions.parse(arguments, home()), home()).run();
    }

    private static int runOnce(List<String> arguments) {
        return helpWanted(arguments)
                ? print(RunOnceOptions.HELP)
                : new RunOnceCommand(RunOnceOptions.parse(arguments), home(), System.out).run();
    }

    private static int explain(List<String> arguments) {
        return helpWanted(arguments)
                ? print(ExplainOptions.HELP)
                : new ExplainCommand(ExplainOptions.parse(arguments), System.out).run();
    }

    private static boolean helpWanted(List<String> arguments) {
        return arguments.stream().anyMatch(Arrays.asList("-h", "--help")::contains);
    }

    private static Path home() {
        return Path.of(System.getProperty("jubelet.home", ".")).toAbsolutePath();
    }

    private static int print(String text) {
        System.out.print(text);
        System.out.flush();
        return 0;
    }
}
