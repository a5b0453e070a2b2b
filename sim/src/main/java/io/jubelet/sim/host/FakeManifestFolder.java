package io.jubelet.sim.host;

import io.jubelet.core.execution.Signal;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.ManifestFolder;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// A folder of manifests in memory. Files change whole, as by a rename; news of a change takes a
/// moment and may get lost.
///
/// Thread: whoever holds the baton.
public final class FakeManifestFolder implements ManifestFolder {
    private static final Duration NEWS_AT_MOST = Duration.ofMillis(20);

    private final Timeline timeline;
    private final Seeded random;
    private final Map<String, ManifestFile> files = new TreeMap<>();
    private final List<Signal> listeners = new ArrayList<>();
    private final Set<String> gone = new TreeSet<>();
    private int newsLostOneIn;
    private int unreadableOneIn;

    public FakeManifestFolder(Timeline timeline, Seeded random) {
        this.timeline = timeline;
        this.random = random;
    }

    /// From now on news of changes is lost, and reading fails, so often; zero for never.
    public void faults(int newsLostOneIn, int unreadableOneIn) {
        this.newsLostOneIn = newsLostOneIn;
        this.unreadableOneIn = unreadableOneIn;
    }

    /// Puts a file there, in place of an older one of the same name.
    public void write(String file, String text) {
        files.put(file, new ManifestFile.Content(path(file), text));
        changed("write " + file);
    }

    /// Puts a file there that cannot be read.
    public void writeUnreadable(String file, String reason) {
        files.put(file, new ManifestFile.Unreadable(path(file), reason));
        changed("write unreadable " + file);
    }

    public void delete(String file) {
        files.remove(file);
        changed("delete " + file, Set.of(path(file)));
    }

    private void changed(String what) {
        changed(what, Set.of());
    }

    private void changed(String what, Set<String> went) {
        timeline.note("manifests: " + what);
        if (random.oneIn(newsLostOneIn)) {
            return;
        }
        var news = List.copyOf(listeners);
        timeline.after(
                random.between(Duration.ofMillis(1), NEWS_AT_MOST),
                "manifest news",
                () -> {
                    gone.addAll(went);
                    news.forEach(Signal::raise);
                });
    }

    @Override
    public List<ManifestFile> read() {
        timeline.point("read manifests");
        if (random.oneIn(unreadableOneIn)) {
            throw new HostCallException("cannot read " + path("") + ": simulated failure");
        }
        return List.copyOf(files.values());
    }

    @Override
    public Set<String> takeGone() {
        var taken = new TreeSet<>(gone);
        gone.clear();
        return taken;
    }

    @Override
    public void notifyOnChange(Signal changed) {
        timeline.point("watch manifests");
        listeners.add(changed);
    }

    /// Where a file of this folder lies.
    public static String path(String file) {
        return "/etc/kubernetes/manifests/" + file;
    }
}
