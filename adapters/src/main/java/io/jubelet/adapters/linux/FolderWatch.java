package io.jubelet.adapters.linux;

import static io.jubelet.adapters.linux.Inotify.IN_ATTRIB;
import static io.jubelet.adapters.linux.Inotify.IN_CLOSE_WRITE;
import static io.jubelet.adapters.linux.Inotify.IN_CREATE;
import static io.jubelet.adapters.linux.Inotify.IN_DELETE;
import static io.jubelet.adapters.linux.Inotify.IN_DELETE_SELF;
import static io.jubelet.adapters.linux.Inotify.IN_IGNORED;
import static io.jubelet.adapters.linux.Inotify.IN_MOVED_FROM;
import static io.jubelet.adapters.linux.Inotify.IN_MOVED_TO;
import static io.jubelet.adapters.linux.Inotify.IN_MOVE_SELF;
import static io.jubelet.adapters.linux.Inotify.IN_Q_OVERFLOW;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.log.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Raises a signal whenever something in a folder, or a single file, may have changed.
///
/// While the path does not exist, or is a file, the nearest folder above it is watched for the
/// entry that leads to it. Every change of what is watched begins anew with a fresh watch and a
/// raised signal, so that nothing in between is lost.
///
/// Thread: its own, a platform thread, until [#close].
///
/// Upstream: config/file_linux.go, which looks once a second for a path that is missing.
final class FolderWatch implements AutoCloseable {
    private static final Log LOG = Log.of(FolderWatch.class);

    private static final int MASK =
            IN_CLOSE_WRITE
                    | IN_ATTRIB
                    | IN_MOVED_FROM
                    | IN_MOVED_TO
                    | IN_CREATE
                    | IN_DELETE
                    | IN_DELETE_SELF
                    | IN_MOVE_SELF;
    private static final int WATCH_IS_VOID =
            IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_Q_OVERFLOW;

    /// More than anybody reads at once; whoever is forgotten is found by reading.
    private static final int MOST_GONE = 10_000;

    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final Duration LAST_RETRY = Duration.ofSeconds(20);

    private final Path path;
    private final Signal changed;
    private final Signal retry;

    /// Guards the fields below. A watch is either woken by close or never begun.
    private final Object lock = new Object();

    private Optional<Inotify> current = Optional.empty();
    private final Set<String> gone = new TreeSet<>();
    private boolean closed;

    FolderWatch(Execution execution, Path path, Signal changed) {
        this.path = path.toAbsolutePath().normalize();
        this.changed = changed;
        this.retry = execution.signal("manifest-watch-retry");
    }

    /// Watches until closed.
    void run() {
        if (!NativeCalls.AVAILABLE) {
            return;
        }
        var wait = FIRST_RETRY;
        while (!isClosed()) {
            try {
                watchOnce();
                wait = FIRST_RETRY;
            } catch (IOException noWatch) {
                // Best effort: the reader rescans from time to time, and this is tried again.
                LOG.warning(
                        "Manifests cannot be watched and are only read from time to time",
                        "path",
                        path,
                        "reason",
                        HostErrors.line(noWatch),
                        "retryIn",
                        wait);
                retry.await(wait);
                var doubled = wait.multipliedBy(2);
                wait = doubled.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : doubled;
            }
        }
    }

    private void watchOnce() throws IOException {
        var place = Place.of(path);
        try (var inotify = Inotify.watch(place.folder(), MASK)) {
            if (!begin(inotify)) {
                return;
            }
            try {
                // Whoever wrote before the watch stood is seen by this reading.
                changed.raise();
                var stands = place.equals(Place.of(path));
                while (stands) {
                    stands = follow(place, inotify);
                }
            } finally {
                end();
            }
        }
    }

    /// Answers whether the watch still stands where it should.
    private boolean follow(Place place, Inotify inotify) throws IOException {
        var stands = true;
        var relevant = false;
        for (var event : inotify.next()) {
            if (event.is(WATCH_IS_VOID)) {
                relevant = true;
                stands = false;
            } else if (place.concerns(event)) {
                relevant = true;
                noteGone(place, event);
                // What leads to the path has changed: look again where to watch.
                stands &= place.isThePath();
            }
        }
        if (relevant) {
            changed.raise();
        }
        return stands;
    }

    private void noteGone(Place place, Inotify.Event event) {
        var went = place.folder().resolve(event.name());
        if (!event.is(IN_DELETE | IN_MOVED_FROM) || !(place.isThePath() || went.equals(path))) {
            return;
        }
        synchronized (lock) {
            if (gone.size() < MOST_GONE) {
                gone.add(place.isThePath() ? event.name() : "");
            }
        }
    }

    /// The names of files that went since this was last asked; empty for the path itself.
    Set<String> takeGone() {
        synchronized (lock) {
            var taken = new TreeSet<>(gone);
            gone.clear();
            return taken;
        }
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    private boolean begin(Inotify inotify) {
        synchronized (lock) {
            current = closed ? Optional.empty() : Optional.of(inotify);
            return !closed;
        }
    }

    private void end() {
        synchronized (lock) {
            current = Optional.empty();
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            current.ifPresent(Inotify::wake);
        }
        retry.raise();
    }

    /// Where to watch, and for what.
    ///
    /// @param entry the one entry that matters, or empty for all
    private record Place(Path folder, String entry) {
        static Place of(Path path) {
            if (Files.isDirectory(path)) {
                return new Place(path, "");
            }
            var below = path;
            while (below.getParent() != null && !Files.isDirectory(below.getParent())) {
                below = below.getParent();
            }
            var folder = below.getParent() == null ? below : below.getParent();
            return new Place(folder, String.valueOf(below.getFileName()));
        }

        boolean isThePath() {
            return entry.isEmpty();
        }

        boolean concerns(Inotify.Event event) {
            if (!isThePath()) {
                return event.name().equals(entry);
            }
            return !event.name().startsWith(".") && !isBeingWritten(event);
        }

        /// A file that was just made says so again when its writer closes it. A link does not.
        private boolean isBeingWritten(Inotify.Event event) {
            var made = folder.resolve(event.name());
            return event.is(IN_CREATE)
                    && Files.isRegularFile(made, LinkOption.NOFOLLOW_LINKS)
                    && !hasOtherNames(made);
        }

        private static boolean hasOtherNames(Path file) {
            try {
                return !Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS).equals(1);
            } catch (IOException gone) {
                return false;
            }
        }
    }
}
