package io.jubelet.core.reflection;

import com.google.protobuf.Message;
import io.jubelet.core.cluster.ObjectName;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// All objects of a selection as they were at one version.
///
/// @param version from which a watch goes on
public record Snapshot<T extends Message>(SequencedMap<ObjectName, T> objects, String version) {
    public Snapshot {
        objects = Collections.unmodifiableSequencedMap(objects);
    }

    public Optional<T> find(ObjectName name) {
        return Optional.ofNullable(objects.get(name));
    }

    public List<T> all() {
        return List.copyOf(objects.values());
    }
}
