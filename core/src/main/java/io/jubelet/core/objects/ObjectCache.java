package io.jubelet.core.objects;

import com.google.protobuf.Message;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.runtime.PodUid;
import java.util.Set;

/// The objects of one kind that pods name, kept for as long as one of them does. A pod is poked
/// when what is known of one of its objects changes.
///
/// Thread: any; no method blocks.
/// Upstream: pkg/kubelet/util/manager.
public interface ObjectCache<T extends Message> {
    /// The pod names these from now on, and no others.
    void register(PodUid pod, Set<ObjectName> names);

    /// The pod names nothing any more.
    default void unregister(PodUid pod) {
        register(pod, Set.of());
    }

    /// What is known of it. Of an object that no pod has registered nothing is known.
    ObjectAnswer<T> find(ObjectName name);
}
