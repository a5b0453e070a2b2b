package io.jubelet.app.up;

import io.jubelet.core.execution.Signal;
import io.jubelet.core.host.ManifestFolder;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A manifest folder that can be made to look empty, which ends every pod in the ordinary way.
///
/// Thread: any.
final class DrainableManifests implements ManifestFolder {
    private final ManifestFolder folder;
    private volatile boolean drained;
    private volatile @Nullable Signal changed;

    DrainableManifests(ManifestFolder folder) {
        this.folder = folder;
    }

    void drain() {
        drained = true;
        var signal = changed;
        if (signal != null) {
            signal.raise();
        }
    }

    @Override
    public List<ManifestFile> read() {
        return drained ? List.of() : folder.read();
    }

    @Override
    public Set<String> takeGone() {
        return folder.takeGone();
    }

    @Override
    public void notifyOnChange(Signal signal) {
        changed = signal;
        folder.notifyOnChange(signal);
    }
}
