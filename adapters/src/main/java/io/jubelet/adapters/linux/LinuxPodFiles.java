package io.jubelet.adapters.linux;

import io.jubelet.core.host.LogStore;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.host.UserIdFiles;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The pod folders on this machine's disks.
///
/// Thread: any; the work is done by [HostCalls].
///
/// Upstream: kubelet_pods.go makePodDataDirs, kuberuntime/helpers.go BuildPodLogsDirectory.
public final class LinuxPodFiles implements PodFiles {
    private static final FileAttribute<Set<PosixFilePermission>> POD_MODE = mode("rwxr-x---");
    private static final FileAttribute<Set<PosixFilePermission>> LOG_MODE = mode("rwxr-xr-x");

    private final Path pods;
    private final Path logs;
    private final HostCalls calls;
    private final LinuxLogStore store;
    private final LinuxUserIdFiles userIds;

    /// @param root the kubelet's root directory
    /// @param podLogs where the folders of the pods' logs lie
    /// @param logLinks where the links to all logs lie
    public LinuxPodFiles(Path root, Path podLogs, Path logLinks, HostCalls calls) {
        this.pods = root.resolve("pods");
        this.logs = podLogs;
        this.calls = calls;
        this.store = new LinuxLogStore(podLogs, logLinks, calls);
        this.userIds = new LinuxUserIdFiles(pods, calls);
    }

    @Override
    public LogStore logs() {
        return store;
    }

    @Override
    public UserIdFiles userIds() {
        return userIds;
    }

    private static FileAttribute<Set<PosixFilePermission>> mode(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }

    @Override
    public String logDirectory(PodIdentity pod) {
        return logs.resolve(logName(pod)).toString();
    }

    static String logName(PodIdentity pod) {
        var name = pod.namespace() + "_" + pod.name() + "_" + pod.uid();
        return PathPart.checked("pod", name);
    }

    private static String uidName(PodIdentity pod) {
        return PathPart.checked("pod uid", pod.uid().value());
    }

    @Override
    public void makePodDirectories(PodIdentity pod) {
        var folder = pods.resolve(uidName(pod));
        var logFolder = logs.resolve(logName(pod));
        run(
                pod.uid(),
                "make the folders of pod " + pod,
                () -> {
                    make(folder, POD_MODE);
                    make(folder.resolve("volumes"), POD_MODE);
                    make(folder.resolve("plugins"), POD_MODE);
                    make(logFolder, LOG_MODE);
                });
    }

    @Override
    public boolean makeContainerLogDirectory(PodIdentity pod, String container) {
        var logFolder = logs.resolve(logName(pod));
        var folder = logFolder.resolve(PathPart.checked("container", container));
        return calls.call(
                pod.uid().value(),
                "make the log folder of container " + container,
                () -> {
                    make(logFolder, LOG_MODE);
                    return make(folder, LOG_MODE);
                });
    }

    /// The parent is trusted; the folder itself must be one, for a link could lead anywhere.
    /// Answers whether it was not there.
    private static boolean make(Path folder, FileAttribute<Set<PosixFilePermission>> mode)
            throws IOException {
        try {
            Files.createDirectories(folder.getParent(), mode);
            Files.createDirectory(folder, mode);
            return true;
        } catch (FileAlreadyExistsException exists) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw exists;
            }
            return false;
        }
    }

    @Override
    public void removePodDirectories(PodUid pod) {
        var folder = PathPart.checked("pod uid", pod.value());
        run(
                pod,
                "remove the folders of pod " + pod,
                () -> {
                    removeFolder(folder);
                    for (var logFolder : folders(logs)) {
                        if (uidOfLogs(logFolder).equals(Optional.of(pod))) {
                            TreeRemoval.remove(logs, logFolder);
                        }
                    }
                });
    }

    @Override
    public void removePodFolder(PodUid pod) {
        var folder = PathPart.checked("pod uid", pod.value());
        run(pod, "remove the folder of pod " + pod, () -> removeFolder(folder));
    }

    private void removeFolder(String folder) throws IOException {
        // A volume that lies elsewhere on the node was not torn down with its parts.
        SubPathMounts.unmountBelow(pods.resolve(folder).resolve(SubPathMounts.FOLDER));
        TreeRemoval.remove(pods, folder);
    }

    @Override
    public Set<PodUid> podsWithDirectories() {
        return calls.call("", "list the folders of all pods", this::list);
    }

    private Set<PodUid> list() throws IOException {
        var found = new TreeSet<PodUid>();
        folders(pods).forEach(name -> found.add(new PodUid(name)));
        folders(logs).forEach(name -> uidOfLogs(name).ifPresent(found::add));
        return Collections.unmodifiableSet(found);
    }

    /// The uid is what follows the last underscore, which none can contain.
    private static Optional<PodUid> uidOfLogs(String folder) {
        var underscore = folder.lastIndexOf('_');
        var uid = folder.substring(underscore + 1);
        return underscore < 0 || uid.isEmpty() ? Optional.empty() : Optional.of(new PodUid(uid));
    }

    private static List<String> folders(Path parent) throws IOException {
        var names = new ArrayList<String>();
        try (var entries = Files.newDirectoryStream(parent)) {
            for (var entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    names.add(String.valueOf(entry.getFileName()));
                }
            }
        } catch (NoSuchFileException notYet) {
            return List.of();
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        return names;
    }

    private void run(PodUid pod, String what, Effect effect) {
        calls.call(
                pod.value(),
                what,
                () -> {
                    effect.run();
                    return true;
                });
    }

    @FunctionalInterface
    private interface Effect {
        void run() throws IOException;
    }
}
