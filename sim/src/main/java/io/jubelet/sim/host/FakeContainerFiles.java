package io.jubelet.sim.host;

import com.google.protobuf.ByteString;
import io.jubelet.core.host.ContainerFiles;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.Timeline;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The files beside the volumes: paths alone, for nobody in the simulation reads them; and what
/// a story has written into volumes.
///
/// Thread: any.
public final class FakeContainerFiles implements ContainerFiles {
    private final Timeline timeline;
    private final Seeded random;
    private final Map<String, ByteString> written = new ConcurrentHashMap<>();
    private volatile int failsOneIn;

    public FakeContainerFiles(Timeline timeline, Seeded random) {
        this.timeline = timeline;
        this.random = random;
    }

    /// From now on calls fail so often; zero for never.
    public void faults(int failsOneIn) {
        this.failsOneIn = failsOneIn;
    }

    @Override
    public String writeHosts(PodUid pod, String text) {
        return call("write hosts", "/pods/" + pod + "/etc-hosts");
    }

    @Override
    public String nodeHosts() {
        return call("read node hosts", "127.0.0.1\tlocalhost\n");
    }

    @Override
    public String makeTerminationLog(PodUid pod, String container, String instance) {
        return call(
                "make termination log",
                "/pods/" + pod + "/containers/" + container + "/" + instance);
    }

    @Override
    public String bindSubPath(PodUid pod, SubPath subPath) {
        return call(
                "bind sub-path",
                "/pods/%s/volume-subpaths/%s/%s/%d"
                        .formatted(pod, subPath.volume(), subPath.container(), subPath.index()));
    }

    @Override
    public Optional<ByteString> readInVolume(PodUid pod, String volumePath, String path, int most) {
        call("read in volume", "");
        return Optional.ofNullable(written.get(volumePath + "/" + path));
    }

    /// Some container wrote a file into a volume.
    public void write(String volumePath, String path, String text) {
        written.put(volumePath + "/" + path, ByteString.copyFromUtf8(text));
    }

    @Override
    public String readHead(PodUid pod, String path, int bytes) {
        return call("read head", "");
    }

    @Override
    public String readTail(PodUid pod, String path, int lines, int bytes) {
        return call("read tail", "");
    }

    private String call(String label, String answer) {
        timeline.point(label);
        if (random.oneIn(failsOneIn)) {
            throw new HostCallException(label + ": simulated failure");
        }
        return answer;
    }
}
