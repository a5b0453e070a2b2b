package io.jubelet.app;

import io.jubelet.adapters.linux.CgroupVersion;
import io.jubelet.config.validation.HostFacts;
import io.jubelet.log.Log;
import io.jubelet.log.Logging;
import java.util.List;

/// The drop-in: same flags and exit codes as the kubelet it replaces.
///
/// Thread: main.
public final class KubeletMain {
    private static final Log LOG = Log.of(KubeletMain.class);

    private KubeletMain() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments)));
    }

    /// Runs until the process is told to end; answers the exit code.
    static int run(List<String> arguments) {
        try {
            return switch (Startup.read(arguments, hostFacts())) {
                case Startup.Request.Print print -> {
                    System.out.print(print.text());
                    System.out.flush();
                    yield 0;
                }
                case Startup.Request.Run run -> {
                    Logging.apply(run.options().logSettings());
                    KernelTunables.settle(
                            KernelTunables.SETTINGS,
                            run.options().config().getProtectKernelDefaults());
                    NodeProcess.start(run.options(), NodeProcess.Patience.EXIT_WITHOUT_RUNTIME)
                            .awaitEnd();
                    yield 0;
                }
            };
        } catch (StartException problem) {
            // The message says it all to a person; the chain of causes would only be Java's.
            LOG.error(new StartException(String.valueOf(problem.getMessage())), "command failed");
            Logging.flush();
            return 1;
        }
    }

    public static HostFacts hostFacts() {
        return new HostFacts(
                switch (CgroupVersion.detect()) {
                    case V1 -> HostFacts.CgroupVersion.V1;
                    case V2 -> HostFacts.CgroupVersion.V2;
                });
    }
}
