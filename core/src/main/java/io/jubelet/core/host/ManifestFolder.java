package io.jubelet.core.host;

import io.jubelet.core.execution.Signal;
import java.util.List;
import java.util.Set;

/// The place that static pod manifests are read from: a folder, or a single file.
///
/// Thread: any; implementations are safe for concurrent use.
public interface ManifestFolder {
    /// Every manifest file that is there now, by name. A folder that does not exist is empty.
    /// Throws [HostCallException] when it cannot be read.
    List<ManifestFile> read();

    /// The paths that went since this was last asked, also of files that are back since. Best
    /// effort, and only while somebody is notified of changes.
    Set<String> takeGone();

    /// Raises `changed` whenever something in the folder may have changed. Best effort: the reader
    /// rescans from time to time.
    void notifyOnChange(Signal changed);

    /// One file, read whole or not at all.
    sealed interface ManifestFile {
        String path();

        /// @param text the file's content
        record Content(String path, String text) implements ManifestFile {}

        /// @param reason one line that says what is wrong
        record Unreadable(String path, String reason) implements ManifestFile {}
    }
}
