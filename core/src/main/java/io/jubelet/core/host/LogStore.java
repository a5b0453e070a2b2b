package io.jubelet.core.host;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodIdentity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The files of containers' logs, those put aside among them, and the links in one folder by which
/// log shippers find them.
///
/// Every method blocks and throws [HostCallException]. No link in the way to a log is followed.
///
/// Thread: any; implementations are safe for concurrent use.
public interface LogStore {
    /// A file that belongs to a log.
    record Entry(String name, long bytes) {}

    /// How long the file is that the runtime writes to; empty when there is none.
    Optional<Long> size(LogName log);

    /// The file that the runtime writes to and all whose name continues that one's, by name.
    List<Entry> files(LogName log);

    /// Removes one file of the log. Idempotent.
    void remove(LogName log, String file);

    /// Replaces a file by a compressed one, whose name says so. Until that is whole, the file
    /// stays.
    void compress(LogName log, String file);

    /// Gives the runtime's file another name, under which it goes on being written to.
    void putAside(LogName log, String as);

    /// Takes [#putAside] back, unless the runtime has a new file already; answers whether it did.
    boolean putBack(LogName log, String from);

    /// The highest number of an instance of this container that has a file of a log.
    OptionalInt newest(PodIdentity pod, String container);

    /// Removes the files of all instances of the container before this one. Idempotent.
    void removeBefore(LogName log);

    /// Links to the log of a container that was started, if there is one. Idempotent.
    void link(LogName log, ContainerId id);

    /// Removes all files of the log and the link to it. Idempotent.
    void removeAll(LogName log, ContainerId id);

    /// The links whose log is gone.
    List<String> danglingLinks();

    /// Removes a link, unless its log is back. Idempotent.
    void removeLink(String name);
}
