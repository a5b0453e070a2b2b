package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.VolumeFiles;
import io.jubelet.core.runtime.PodUid;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The volumes of pods on this machine's disks and in its memory.
///
/// Thread: any; the work is done by [HostCalls].
/// Upstream: pkg/volume emptydir, hostpath, configmap, secret, projected, downwardapi.
public final class LinuxVolumeFiles implements VolumeFiles {
    private static final String EMPTY_DIR = "kubernetes.io~empty-dir";
    private static final int ANYBODY = 0777;
    private static final int GROUP_WRITES = 0770;
    private static final int GROUP_ENTERS = 0550;
    private static final int MOST_MOUNTS_ON_EACH_OTHER = 16;
    private static final FileAttribute<Set<PosixFilePermission>> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---"));

    private final Path pods;
    private final HostCalls calls;
    private final InstantSource clock;

    /// @param root the kubelet's root directory
    public LinuxVolumeFiles(Path root, HostCalls calls) {
        this.pods = root.resolve("pods");
        this.calls = calls;
        this.clock = InstantSource.system();
    }

    @Override
    public String path(PodUid pod, Place place) {
        return folder(pod, place).toString();
    }

    private Path pod(PodUid pod) {
        return pods.resolve(PathPart.checked("pod uid", pod.value()));
    }

    private Path ofPlugin(PodUid pod, Place place) {
        var plugin = PathPart.checked("volume plugin", escaped(place.plugin()));
        return pod(pod).resolve("volumes").resolve(plugin);
    }

    private Path folder(PodUid pod, Place place) {
        return ofPlugin(pod, place).resolve(PathPart.checked("volume", place.name()));
    }

    private static String escaped(String plugin) {
        return plugin.replace('/', '~');
    }

    @Override
    public List<Found> find(PodUid pod) {
        var volumes = pod(pod).resolve("volumes");
        return calls.call(
                pod.value(),
                "look for volumes in " + volumes,
                () -> {
                    var found = new ArrayList<Found>();
                    for (var plugin : HostFolders.names(volumes)) {
                        for (var name : HostFolders.names(volumes.resolve(plugin))) {
                            var place = new Place(plugin.replace('~', '/'), name);
                            found.add(new Found(place, isComplete(pod, place)));
                        }
                    }
                    return List.copyOf(found);
                });
    }

    /// An empty folder is ready when its mark is there, and is mounted if it lay in memory; a
    /// filled one when it was written once.
    private boolean isComplete(PodUid pod, Place place) throws IOException {
        var folder = folder(pod, place);
        if (!escaped(place.plugin()).equals(EMPTY_DIR)) {
            return AtomicWriter.wrote(folder);
        }
        var mark = mark(pod, place);
        return Files.exists(mark.resolve("ready"), LinkOption.NOFOLLOW_LINKS)
                && (!Files.exists(mark.resolve("memory"), LinkOption.NOFOLLOW_LINKS)
                        || isMounted(folder));
    }

    /// Where upstream notes that an empty folder is ready; filled volumes are wrapped ones to it.
    private Path mark(PodUid pod, Place place) {
        return marks(pod).resolve(markName(place));
    }

    private Path marks(PodUid pod) {
        return pod(pod).resolve("plugins").resolve(EMPTY_DIR);
    }

    private static String markName(Place place) {
        var own = escaped(place.plugin()).equals(EMPTY_DIR);
        return own ? place.name() : "wrapped_" + place.name();
    }

    private static boolean isMounted(Path folder) throws IOException {
        return MountPoint.isMounted(folder.toRealPath());
    }

    @Override
    public void setUp(PodUid pod, Order order) {
        var folder = folder(pod, order.place());
        calls.call(
                pod.value(),
                "set up " + folder,
                () -> {
                    setUp(pod, folder, order);
                    return true;
                });
    }

    private void setUp(PodUid pod, Path folder, Order order) throws IOException {
        Files.createDirectories(ofPlugin(pod, order.place()), FOLDER);
        var fresh = makeFolder(folder);
        if (order.memory().isPresent() && (fresh || !isMounted(folder))) {
            Tmpfs.mount(folder.toRealPath(), order.memory().getAsLong());
            fresh = true;
        }
        try (var open = OpenFolder.at(folder)) {
            if (fresh) {
                var rights = order.files().isPresent() ? GROUP_ENTERS : GROUP_WRITES;
                UnixAttributes.giveFolder(open.path(), order.group(), rights);
            }
            for (var nested : order.folders()) {
                HostFolders.makeBelow(open, nested, 0755);
            }
            if (order.files().isPresent()) {
                var files = order.files().get();
                AtomicWriter.write(
                        folder.toRealPath(), open, files, order.group(), clock.instant());
            }
        }
        setReady(mark(pod, order.place()), order.memory().isPresent());
    }

    /// Answers whether it was not there before.
    private static boolean makeFolder(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
            UnixAttributes.setMode(folder, ANYBODY);
            return true;
        } catch (FileAlreadyExistsException exists) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw exists;
            }
            return false;
        }
    }

    private static void setReady(Path mark, boolean memory) throws IOException {
        Files.createDirectories(mark, FOLDER);
        touch(mark.resolve("ready"));
        if (memory) {
            touch(mark.resolve("memory"));
        }
    }

    private static void touch(Path file) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException there) {
            // As wanted.
        }
    }

    @Override
    public void tearDown(PodUid pod, Place place) {
        var folder = folder(pod, place);
        calls.call(
                pod.value(),
                "tear down " + folder,
                () -> {
                    var subPaths = pod(pod).resolve(SubPathMounts.FOLDER);
                    SubPathMounts.unmountBelow(
                            subPaths.resolve(PathPart.checked("volume", place.name())));
                    TreeRemoval.remove(subPaths, place.name());
                    TreeRemoval.remove(marks(pod), markName(place));
                    unmount(folder);
                    TreeRemoval.remove(ofPlugin(pod, place), place.name());
                    return true;
                });
    }

    private static void unmount(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        for (var count = 0; isMounted(folder); count++) {
            if (count == MOST_MOUNTS_ON_EACH_OTHER) {
                throw new HostCallException(folder + " does not become unmounted");
            }
            NativeCalls.unmount(folder.toRealPath());
        }
    }

    @Override
    public void checkHostPath(PodUid pod, String path, String type) {
        if (type.isEmpty()) {
            return;
        }
        calls.call(
                pod.value(),
                "look at " + path,
                () -> {
                    HostPathCheck.run(Path.of(path), type);
                    return true;
                });
    }
}
