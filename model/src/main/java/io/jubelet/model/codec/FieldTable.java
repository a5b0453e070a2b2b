package io.jubelet.model.codec;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The JSON names of a message: its own fields, and those of the messages that JSON writes inline.
///
/// Thread: immutable; the cache is shared by all threads and holds one table per message type.
///
/// Upstream: the fields tagged `json:",inline"` in core/v1 types.go.
final class FieldTable {

    /// Fields whose message's own fields stand in the parent's JSON object.
    static final Set<String> INLINED =
            Set.of(
                    "jubelet.api.core.ConfigMapEnvSource.localObjectReference",
                    "jubelet.api.core.ConfigMapKeySelector.localObjectReference",
                    "jubelet.api.core.ConfigMapProjection.localObjectReference",
                    "jubelet.api.core.ConfigMapVolumeSource.localObjectReference",
                    "jubelet.api.core.EphemeralContainer.ephemeralContainerCommon",
                    "jubelet.api.core.Probe.handler",
                    "jubelet.api.core.SecretEnvSource.localObjectReference",
                    "jubelet.api.core.SecretKeySelector.localObjectReference",
                    "jubelet.api.core.SecretProjection.localObjectReference",
                    "jubelet.api.core.Volume.volumeSource");

    private static final Map<Descriptor, FieldTable> CACHE = new ConcurrentHashMap<>();

    /// Where a JSON name leads.
    sealed interface Target {
        FieldDescriptor field();

        /// A field of the message itself.
        record Direct(FieldDescriptor field) implements Target {}

        /// A field of the message in `via`.
        record Inlined(FieldDescriptor via, FieldDescriptor field) implements Target {}
    }

    private final Map<String, Target> byName = new HashMap<>();

    private FieldTable(Descriptor descriptor) {
        for (FieldDescriptor field : descriptor.getFields()) {
            if (isInlined(field)) {
                for (FieldDescriptor inner : field.getMessageType().getFields()) {
                    byName.put(inner.getName(), new Target.Inlined(field, inner));
                }
            } else {
                byName.put(field.getName(), new Target.Direct(field));
            }
        }
    }

    static FieldTable of(Descriptor descriptor) {
        return CACHE.computeIfAbsent(descriptor, FieldTable::new);
    }

    static boolean isInlined(FieldDescriptor field) {
        return INLINED.contains(field.getFullName());
    }

    Optional<Target> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
