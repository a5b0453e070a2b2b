package io.jubelet.core.host;

import com.google.protobuf.ByteString;
import io.jubelet.core.runtime.PodUid;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The volumes of pods that lie under the root directory, and the folders of the node that pods ask
/// for. Nothing a pod made in a volume is followed or believed.
///
/// Every method blocks and throws [HostCallException]; a call that outlives its deadline is
/// abandoned. Whatever is done twice is done once.
///
/// Thread: any; implementations are safe for concurrent use.
public interface VolumeFiles {
    /// Where the volume lies, whether it is there or not.
    String path(PodUid pod, Place place);

    /// Every volume of the pod that has a folder, whoever made it.
    List<Found> find(PodUid pod);

    /// Makes the volume, or brings its files up to date if it is there.
    void setUp(PodUid pod, Order order);

    /// Unmounts the volume with all that is bound from inside it, then removes it.
    void tearDown(PodUid pod, Place place);

    /// Makes sure that a path of the node is what a pod takes it for; some types make it so.
    ///
    /// @param type v1's word, such as DirectoryOrCreate
    void checkHostPath(PodUid pod, String path, String type);

    /// The folder of a volume: `volumes/<plugin, its slash as ~>/<name>`.
    ///
    /// @param plugin upstream's name with its slash, such as `kubernetes.io/empty-dir`
    record Place(String plugin, String name) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            var byName = name.compareTo(other.name);
            return byName == 0 ? plugin.compareTo(other.plugin) : byName;
        }
    }

    /// @param complete whether it had been made to its end
    record Found(Place place, boolean complete) {}

    /// A volume to be made.
    ///
    /// @param memory the most bytes of a file system in memory; empty for the disk
    /// @param group who may write, or read if there are files
    /// @param files what it holds; empty for a volume that pods fill themselves
    /// @param folders that other volumes are mounted on inside this one
    record Order(
            Place place,
            OptionalLong memory,
            OptionalLong group,
            Optional<List<ContentFile>> files,
            List<String> folders) {
        public Order {
            files = files.map(List::copyOf);
            folders = List.copyOf(folders);
        }
    }

    /// One file of a volume; its text never shows what is in it.
    ///
    /// @param path relative to the volume
    /// @param owner the user it belongs to; root if empty
    record ContentFile(String path, ByteString data, int mode, OptionalLong owner) {
        @Override
        public String toString() {
            return "ContentFile[" + path + ", " + data.size() + " bytes]";
        }
    }
}
