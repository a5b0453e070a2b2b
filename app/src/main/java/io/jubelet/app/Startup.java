package io.jubelet.app;

import io.jubelet.config.file.ConfigFileException;
import io.jubelet.config.file.KubeletConfigLoader;
import io.jubelet.config.flag.CommandLine;
import io.jubelet.config.flag.FlagException;
import io.jubelet.config.gate.GateException;
import io.jubelet.config.validation.ConfigValidator;
import io.jubelet.config.validation.HostFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// From the command line to checked options: flags, files, flags again, gates, validation.
///
/// Thread: main.
/// Upstream: cmd/kubelet/app/server.go NewKubeletCommand.
public final class Startup {
    private Startup() {}

    /// What the command line asks for.
    public sealed interface Request {
        record Print(String text) implements Request {}

        record Run(StartOptions options) implements Request {}
    }

    /// Throws [StartException] with the one line to show.
    public static Request read(List<String> arguments, HostFacts host) {
        try {
            var line = CommandLine.parse(arguments, System.err::println);
            return switch (line.request()) {
                case CommandLine.Request.Print print -> new Request.Print(print.text());
                case CommandLine.Request.Run _ -> new Request.Run(options(line, host));
            };
        } catch (FlagException | ConfigFileException | GateException problem) {
            throw new StartException(String.valueOf(problem.getMessage()), problem);
        }
    }

    private static StartOptions options(CommandLine line, HostFacts host) {
        CommandLine.gates(line.featureGates());
        line.checkFlags();
        var sources = line.flags().sources();
        var loaded =
                KubeletConfigLoader.load(
                        path(sources.config()),
                        path(sources.configDirectory()),
                        List.of(line::applyTo),
                        line.featureGates());
        var gates = CommandLine.gates(loaded.config().getFeatureGatesMap());
        var logFindings = ConfigValidator.validateLogging(loaded.config(), gates::enabled);
        if (!logFindings.isEmpty()) {
            throw new StartException(
                    "initialize logging: " + ConfigValidator.aggregate(logFindings));
        }
        var findings = ConfigValidator.validate(loaded.config(), gates::enabled, host);
        if (!findings.isEmpty()) {
            throw new StartException(
                    "failed to validate kubelet configuration, error: "
                            + ConfigValidator.aggregate(findings)
                            + ", path: "
                            + sources.config());
        }
        ConfigValidator.startFault(loaded.config(), host)
                .ifPresent(
                        fault -> {
                            throw new StartException(fault);
                        });
        var notes = new ArrayList<>(loaded.warnings());
        loaded.skippedFiles()
                .forEach(file -> notes.add("ignored, it does not end in .conf: " + file));
        return new StartOptions(loaded.config(), line.flags(), gates, notes, line.values());
    }

    private static Optional<Path> path(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    }
}
