package io.jubelet.core.source;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.ManifestFolder;
import io.jubelet.core.host.ManifestFolder.ManifestFile;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.source.ManifestProblems.Problem;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Static pods from manifest files: read when something changes, and from time to time.
///
/// A file that is there but wrong keeps the pod it had: a slip of the pen stops nothing that runs.
///
/// Thread: its own, `file-source`.
/// Upstream: config/file.go, which drops the pod of a wrong file at its next full scan.
public final class FileSource {
    public static final String NAME = "file";

    private static final Log LOG = Log.of(FileSource.class);

    private final Execution execution;
    private final ManifestFolder folder;
    private final Manifests manifests;
    private final SourceChanges changes;
    private final ManifestProblems problems;
    private final Duration rescan;
    private final Signal changed;

    /// By path, so that which of two files wins does not hang on which was seen first.
    private final Map<String, Known> known = new TreeMap<>();

    /// Files that went since they were last read, whether they are back or not.
    private final Set<String> gone = new TreeSet<>();

    private Optional<List<DesiredPod>> told = Optional.empty();

    /// The last text read from a file, and the pods of its last good one.
    private record Known(String text, List<DesiredPod> pods, Optional<String> problem) {}

    public FileSource(
            Execution execution,
            ManifestFolder folder,
            Manifests manifests,
            SourceChanges changes,
            ManifestProblems problems,
            Duration rescan) {
        this.execution = execution;
        this.folder = folder;
        this.manifests = manifests;
        this.changes = changes;
        this.problems = problems;
        this.rescan = rescan;
        this.changed = execution.signal("file-source");
    }

    public void start() {
        folder.notifyOnChange(changed);
        execution.start(ThreadKind.SERVICE, "file-source", this::run);
    }

    private void run() {
        while (true) {
            scan();
            changed.await(rescan);
        }
    }

    private void scan() {
        // First who went, then who is there: whoever goes in between is told of next time.
        gone.addAll(folder.takeGone());
        Set<PodUid> interrupted;
        try {
            var files = folder.read();
            interrupted = forgetGone();
            learn(files);
        } catch (HostCallException failure) {
            // Nothing is known of the folder now, so what was known of it stands.
            LOG.error(failure, "Cannot read the static pod path", "reason", failure.reason());
            problems.replace(NAME, List.of(new Problem(NAME, failure.reason())));
            return;
        }
        var pods = uniquePods();
        if (!told.equals(Optional.of(pods)) || !interrupted.isEmpty()) {
            told = Optional.of(pods);
            changes.sourceInterrupted(NAME, pods, interrupted);
        }
    }

    /// A file that went and came back is another file, though it may say the same.
    private Set<PodUid> forgetGone() {
        var pods = new TreeSet<PodUid>();
        for (var path : gone) {
            var file = known.remove(path);
            if (file != null) {
                file.pods().forEach(pod -> pods.add(pod.uid()));
            }
        }
        gone.clear();
        return pods;
    }

    private void learn(List<ManifestFile> files) {
        var present = new LinkedHashSet<String>();
        for (var file : files) {
            present.add(file.path());
            switch (file) {
                case ManifestFile.Content content -> learn(content);
                case ManifestFile.Unreadable unreadable ->
                        blame(unreadable.path(), "", unreadable.reason());
            }
        }
        known.keySet().retainAll(present);
    }

    private void learn(ManifestFile.Content content) {
        var before = known.get(content.path());
        if (before != null && before.text().equals(content.text())) {
            return;
        }
        var decoded = manifests.decode(content.path(), content.text());
        if (decoded.problem().isPresent()) {
            blame(content.path(), content.text(), decoded.problem().get());
        } else {
            known.put(content.path(), new Known(content.text(), decoded.pods(), Optional.empty()));
        }
    }

    private void blame(String path, String text, String reason) {
        var before = known.get(path);
        if (before == null || !before.problem().equals(Optional.of(reason))) {
            LOG.error(null, "Cannot use a manifest", "path", path, "reason", reason);
        }
        var pods = before == null ? List.<DesiredPod>of() : before.pods();
        known.put(path, new Known(text, pods, Optional.of(reason)));
    }

    /// All pods by the order of their files; of two with one full name the first counts.
    private List<DesiredPod> uniquePods() {
        var found = new ArrayList<Problem>();
        var leftOut = new ArrayList<DesiredPod>();
        var byName = new LinkedHashMap<String, DesiredPod>();
        known.forEach(
                (path, file) -> {
                    file.problem().ifPresent(reason -> found.add(new Problem(path, reason)));
                    for (var pod : file.pods()) {
                        var name = pod.identity().fullName();
                        if (byName.putIfAbsent(name, pod) != null) {
                            found.add(new Problem(path, "another file has a pod " + name));
                            leftOut.add(pod);
                        }
                    }
                });
        problems.replace(NAME, found);
        problems.leaveOut(NAME, leftOut);
        return List.copyOf(byName.values());
    }
}
