package io.jubelet.app.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The stand-ins of the runtime and of the API server as a process of its own, so that nothing of
/// it is learned as part of a start. Ends with whoever started it: when its standard input does.
///
/// Thread: main.
public final class StandInMain {
    private StandInMain() {}

    public static void main(String[] arguments) throws IOException {
        var tls = new StandInTls();
        try (var _ = StandInServer.listen(Path.of(arguments[0]));
                var api = new StandInApi(tls)) {
            Files.writeString(Path.of(arguments[1]), tls.kubeconfig(api.address()));
            System.out.println("listening");
            while (System.in.read() >= 0) {
                // Nothing is ever said; only the end counts.
            }
        }
    }
}
