package io.jubelet.core.source;

import io.jubelet.api.core.Pod;
import io.jubelet.api.meta.ObjectMeta;

/// The versions of one pod, of which a node keeps several at a time: its source the newest, its
/// worker the one with the newest wish, its probes the one they began with. Pure.
final class PodVersions {
    private PodVersions() {}

    /// `now`, made of the very parts of `before` wherever they are equal: most changes are of the
    /// status alone, and the rest would be kept, and compared, once for each version.
    static Pod sharing(Pod before, Pod now) {
        if (!before.getMetadata().getUid().equals(now.getMetadata().getUid())) {
            return now;
        }
        var shared = now.toBuilder();
        if (now.hasSpec() && before.getSpec().equals(now.getSpec())) {
            shared.setSpec(before.getSpec());
        }
        return shared.setMetadata(sharing(before.getMetadata(), now.getMetadata())).build();
    }

    /// Who managed which fields is the largest part of it.
    private static ObjectMeta sharing(ObjectMeta before, ObjectMeta now) {
        var shared = now.toBuilder();
        var both = Math.min(before.getManagedFieldsCount(), now.getManagedFieldsCount());
        for (var i = 0; i < both; i++) {
            if (before.getManagedFields(i).equals(now.getManagedFields(i))) {
                shared.setManagedFields(i, before.getManagedFields(i));
            }
        }
        return shared.build();
    }
}
