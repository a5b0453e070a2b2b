package io.jubelet.core.host;

import java.util.List;
import java.util.Optional;

/// What kubelets of this machine wrote down about their pulls, one small file each. A file is
/// replaced as a whole.
///
/// Thread: any; blocks for the disk and throws [HostCallException].
public interface PullRecordFiles {
    /// Where a file lies.
    enum Folder {
        /// What is being pulled.
        PULLING,
        /// What was pulled.
        PULLED
    }

    /// The contents of all that can be read, in no order.
    List<String> all(Folder folder);

    Optional<String> read(Folder folder, String name);

    void write(Folder folder, String name, String text);

    /// Idempotent.
    void delete(Folder folder, String name);
}
