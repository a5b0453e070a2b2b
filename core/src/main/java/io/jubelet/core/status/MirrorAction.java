package io.jubelet.core.status;

import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ObjectName;

/// What to do about the API server's copy of a static pod.
public sealed interface MirrorAction {
    ObjectName name();

    record Create(Pod mirror) implements MirrorAction {
        @Override
        public ObjectName name() {
            return new ObjectName(
                    mirror.getMetadata().getNamespace(), mirror.getMetadata().getName());
        }
    }

    record Delete(ObjectName name, String uid) implements MirrorAction {}
}
