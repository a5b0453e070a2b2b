package io.jubelet.sim.host;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.host.UserIdFiles;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.Timeline;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;

/// Pod folders in memory. Every call is done whole or not at all; it may fail either way.
///
/// Thread: any; the set is under its own monitor, for demos on the real clock.
public final class FakePodFiles implements PodFiles {
    private final Timeline timeline;
    private final Seeded random;
    private final Set<PodUid> pods = new TreeSet<>();
    private final Map<PodUid, String> userIds = new TreeMap<>();
    private final Map<PodUid, Set<String>> logFolders = new TreeMap<>();
    private final FakeLogStore logs;
    private volatile int failsOneIn;

    public FakePodFiles(Timeline timeline, Seeded random) {
        this.timeline = timeline;
        this.random = random;
        this.logs = new FakeLogStore(this::call);
    }

    /// From now on calls fail so often, done or not; zero for never.
    public void faults(int failsOneIn) {
        this.failsOneIn = failsOneIn;
    }

    @Override
    public String logDirectory(PodIdentity pod) {
        return "/var/log/pods/" + pod.namespace() + "_" + pod.name() + "_" + pod.uid();
    }

    @Override
    public FakeLogStore logs() {
        return logs;
    }

    @Override
    public UserIdFiles userIds() {
        return new UserIdFiles() {
            @Override
            public Map<PodUid, String> readAll() {
                call("read user ids", () -> {});
                return userIdTexts();
            }

            @Override
            public void write(PodUid pod, String text) {
                call("write user ids", () -> remember(pod, text));
            }
        };
    }

    /// The truth, without a call.
    public synchronized Map<PodUid, String> userIdTexts() {
        return new TreeMap<>(userIds);
    }

    /// Leaves the folder of a pod that nobody knows, with that in its file of ids.
    public synchronized void leftover(PodUid pod, String text) {
        pods.add(pod);
        userIds.put(pod, text);
    }

    private synchronized void remember(PodUid pod, String text) {
        userIds.put(pod, text);
    }

    @Override
    public void makePodDirectories(PodIdentity pod) {
        call("make pod directories", () -> add(pod.uid()));
    }

    @Override
    public boolean makeContainerLogDirectory(PodIdentity pod, String container) {
        var isNew = new AtomicBoolean();
        call("make log directory", () -> isNew.set(addLogFolder(pod.uid(), container)));
        return isNew.get();
    }

    private synchronized boolean addLogFolder(PodUid uid, String container) {
        return logFolders.computeIfAbsent(uid, _ -> new TreeSet<>()).add(container);
    }

    @Override
    public void removePodDirectories(PodUid pod) {
        call("remove pod directories", () -> remove(pod));
    }

    /// The logs have a folder of their own, by which the pod is found still.
    @Override
    public void removePodFolder(PodUid pod) {
        call("remove pod folder", () -> removeUserIds(pod));
    }

    @Override
    public Set<PodUid> podsWithDirectories() {
        call("list pod directories", () -> {});
        return pods();
    }

    /// The truth, without a call.
    public synchronized Set<PodUid> pods() {
        return new TreeSet<>(pods);
    }

    private synchronized void add(PodUid uid) {
        pods.add(uid);
    }

    private synchronized void removeUserIds(PodUid uid) {
        userIds.remove(uid);
    }

    private synchronized void remove(PodUid uid) {
        pods.remove(uid);
        userIds.remove(uid);
        logFolders.remove(uid);
        logs.podRemoved(uid);
    }

    private void call(String label, Runnable effect) {
        timeline.point(label);
        var fails = random.oneIn(failsOneIn);
        if (!fails || random.oneIn(2)) {
            effect.run();
        }
        timeline.point(label);
        if (fails) {
            throw new HostCallException(label + ": simulated failure");
        }
    }
}
