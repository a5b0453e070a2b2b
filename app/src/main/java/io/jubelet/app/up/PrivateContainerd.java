package io.jubelet.app.up;

import io.jubelet.app.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A containerd of our own with the images of the examples, by the rig's scripts.
///
/// Thread: `up`'s own; waits for the scripts.
final class PrivateContainerd {
    private final Path home;
    private final UpOptions options;

    PrivateContainerd(Path home, UpOptions options) {
        this.home = home;
        this.options = options;
    }

    /// Starts it and answers its endpoint.
    String start() {
        run("containerd", "up", "--version", options.containerdVersion());
        run("images", "--only", "pause,busybox");
        return "unix://" + options.state().resolve("containerd.sock");
    }

    void stop() {
        run("containerd", "down");
    }

    private void run(String script, String... arguments) {
        var command = new ArrayList<String>();
        command.add(home.resolve("rig").resolve(script).toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("--state", options.state().toString()));
        try {
            var code = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (code != 0) {
                throw new StartException(
                        "rig/%s failed; its last lines above say why".formatted(script));
            }
        } catch (IOException failure) {
            throw new StartException("cannot run rig/" + script + ": " + failure, failure);
        } catch (InterruptedException interrupted) {
            throw new StartException("interrupted while rig/" + script + " ran", interrupted);
        }
    }
}
