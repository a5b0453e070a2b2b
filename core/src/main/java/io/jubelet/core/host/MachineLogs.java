package io.jubelet.core.host;

import java.util.List;

/// The machine's own logs, as people read them from afar.
///
/// Every method blocks and throws [HostCallException].
///
/// Thread: any; implementations are safe for concurrent use.
public interface MachineLogs {
    /// What is at that path below the folder of logs. A link that leads out of the folder leads
    /// nowhere.
    ///
    /// @param path without a slash at its beginning or end; empty for the folder itself
    Found find(String path);

    /// What was found.
    sealed interface Found {
        record Missing() implements Found {}

        /// @param names by name; those of folders end in a slash
        record Folder(List<String> names) implements Found {
            public Folder {
                names = List.copyOf(names);
            }
        }

        /// A file, open.
        record File(ContainerLogFiles.LogFile file) implements Found {}
    }
}
