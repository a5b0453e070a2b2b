package io.jubelet.app.up;

import io.jubelet.app.KubeletMain;
import io.jubelet.app.NodeProcess;
import io.jubelet.app.StartException;
import io.jubelet.app.Startup;
import io.jubelet.core.host.ManifestFolder;
import io.jubelet.log.LogSettings;
import io.jubelet.log.Logging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// Starts a node of our own on this machine: a real one on a containerd, or a simulated one where
/// that cannot be.
///
/// Thread: main.
final class NodeStart {
    private final UpOptions options;
    private final Path home;

    NodeStart(UpOptions options, Path home) {
        this.options = options;
        this.home = home;
    }

    RunningNode start() {
        return whySimulated().map(this::startSimulated).orElseGet(this::startReal);
    }

    private Optional<String> whySimulated() {
        if (options.simulate()) {
            return Optional.of("Simulated runtime, as asked for.");
        }
        if (!System.getProperty("os.name").equals("Linux")) {
            return Optional.of("Not Linux: running on the simulated runtime.");
        }
        return System.getProperty("user.name").equals("root")
                ? Optional.empty()
                : Optional.of("Not root: running on the simulated runtime.");
    }

    private RunningNode startSimulated(String why) {
        logToFile(LogSettings.defaults());
        return SimulatedNode.start(options, why);
    }

    private RunningNode startReal() {
        var containerd = new PrivateContainerd(home, options);
        var endpoint = options.endpoint().orElseGet(containerd::start);
        var cgroups = new UpCgroups(options.state());
        var cgroupRoot = cgroups.make();
        var arguments = UpConfig.write(options, endpoint, cgroupRoot);
        if (!(Startup.read(arguments, KubeletMain.hostFacts())
                instanceof Startup.Request.Run request)) {
            throw new StartException("the configuration asks for something else than to run");
        }
        logToFile(request.options().logSettings());
        var manifests = new AtomicReference<DrainableManifests>();
        var process =
                NodeProcess.start(
                        request.options().asTrial(UpConfig.logLinks(options)),
                        NodeProcess.Patience.WAIT_FOR_RUNTIME,
                        (ManifestFolder folder) -> {
                            manifests.set(new DrainableManifests(folder));
                            return manifests.get();
                        });
        return new RunningNode(
                process.agent(),
                "Node up on %s. Log: %s. Manifests: %s.%s"
                        .formatted(
                                endpoint,
                                UpConfig.log(options),
                                options.manifests(),
                                cgroupRoot.isPresent()
                                        ? ""
                                        : " Cgroups are read-only here: only containers are held"
                                                + " to limits, not whole pods."),
                () -> manifests.get().drain(),
                () -> {
                    if (options.endpoint().isEmpty()) {
                        containerd.stop();
                    }
                    cgroups.remove();
                });
    }

    /// The table owns the terminal; the log goes to a file.
    private void logToFile(LogSettings settings) {
        try {
            Logging.apply(settings, Files.newOutputStream(UpConfig.log(options)));
        } catch (IOException failure) {
            throw new StartException("cannot write the log: " + failure, failure);
        }
    }
}
