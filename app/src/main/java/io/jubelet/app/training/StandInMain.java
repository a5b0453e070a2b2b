package io.jubelet.app.training;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/// The stand-ins of the runtime and of the API server as a process of its own, so that nothing of
/// it is learned as part of a start. Each byte of its standard input asks the pod to end; it ends
/// with whoever started it, when its standard input does.
///
/// Thread: main.
public final class StandInMain {
    private StandInMain() {}

    /// @param arguments the socket to listen on, the kubeconfig to write, and an address that says
    ///     200, which the pod is probed by
    public static void main(String[] arguments) throws IOException {
        var pod = StandInPod.bound(URI.create(arguments[2]));
        var tls = new StandInTls();
        try (var _ = StandInServer.listen(Path.of(arguments[0]));
                var api = new StandInApi(tls, pod)) {
            Files.writeString(Path.of(arguments[1]), tls.kubeconfig(api.address()));
            System.out.println("listening");
            while (System.in.read() >= 0) {
                api.askThePodToEnd();
            }
        }
    }
}
