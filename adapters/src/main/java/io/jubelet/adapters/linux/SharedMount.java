package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import io.jubelet.log.Log;
import java.io.IOException;
import java.nio.file.Path;

/// Makes the root folder a mount that hands on what is mounted below it, so that a container which
/// asks for it sees later mounts.
///
/// It must be there before the first volume is: whoever binds the folder to itself later, as the Go
/// kubelet does, hides the mounts below it, mounts them once more, and can never remove their
/// folders.
///
/// Thread: the one that starts the agent.
///
/// Upstream: hostutil MakeRShared, which kubelet.go setupDataDirs calls. Intended difference: where
/// there are mounts below already, the folder stays as it is.
public final class SharedMount {
    private static final Log LOG = Log.of(SharedMount.class);

    private SharedMount() {}

    /// Does nothing where `root` lies on a shared mount, as it does on most machines. Throws
    /// [HostCallException] with one line.
    public static void make(Path root) {
        try {
            var folder = root.toRealPath();
            var mounts = MountTable.read();
            if (mounts.isShared(folder)) {
                return;
            }
            var below = mounts.firstBelow(folder);
            if (below.isPresent()) {
                LOG.warning(
                        "Root directory stays unshared, as something is mounted below it",
                        "path",
                        folder,
                        "mount",
                        below.get());
                return;
            }
            share(folder, mounts.typeAt(folder).isPresent());
        } catch (IOException failure) {
            throw new HostCallException(
                    "error configuring root directory: " + HostErrors.line(failure), failure);
        }
    }

    private static void share(Path folder, boolean mounted) throws IOException {
        if (!mounted) {
            NativeCalls.mount(folder.toString(), folder, "", NativeCalls.MS_BIND, "");
        }
        NativeCalls.mount("", folder, "", NativeCalls.MS_SHARED | NativeCalls.MS_REC, "");
    }
}
