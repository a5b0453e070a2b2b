package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.ContainerFiles;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.sync.EnvironmentFiles.Name;
import io.jubelet.core.sync.EnvironmentFiles.State;
import io.jubelet.core.volume.PodVolumes.Placed;
import io.jubelet.log.Log;
import java.util.HashMap;
import java.util.Map;

/// Reads the files that variables of a container come from, each once.
///
/// Thread: the pod's worker; blocks on host calls.
final class EnvironmentFileReader {
    private static final Log LOG = Log.of(EnvironmentFileReader.class);

    /// Of all files of one container: more than the kernel takes as a process' environment.
    private static final int MOST_BYTES = 4 << 20;

    private final ContainerFiles files;
    private final boolean known;

    /// @param known whether the node knows such variables
    EnvironmentFileReader(ContainerFiles files, boolean known) {
        this.files = files;
        this.known = known;
    }

    EnvironmentFiles read(DesiredPod pod, Container container, Map<String, Placed> volumes) {
        var states = new HashMap<Name, State>();
        var left = MOST_BYTES;
        for (var variable : container.getEnvList()) {
            var source = variable.getValueFrom();
            if (!known || !source.hasFileKeyRef()) {
                continue;
            }
            var name = Name.of(source.getFileKeyRef());
            var volume = volumes.get(name.volume());
            if (volume != null && !states.containsKey(name)) {
                var state = read(pod, container, name, volume, left);
                left -= state.bytes();
                states.put(name, state);
            }
        }
        return new EnvironmentFiles(known, states);
    }

    private State read(DesiredPod pod, Container container, Name name, Placed volume, int most) {
        var path = relative(name.path());
        try {
            return files.readInVolume(pod.uid(), volume.path(), path, most)
                    .<State>map(content -> new State.Read(volume.path() + "/" + path, content))
                    .orElseGet(State.Absent::new);
        } catch (HostCallException failure) {
            LOG.warning(
                    "Failed to read env file",
                    "pod",
                    pod.identity(),
                    "container",
                    container.getName(),
                    "volume",
                    name.volume(),
                    "path",
                    name.path(),
                    "reason",
                    failure.reason());
            return new State.Unreadable();
        }
    }

    /// A path that begins at the root begins at the volume's.
    private static String relative(String path) {
        var from = 0;
        while (from < path.length() && path.charAt(from) == '/') {
            from++;
        }
        return path.substring(from);
    }
}
