package io.jubelet.core.reflection;

import com.google.protobuf.Message;
import io.jubelet.core.cluster.ObjectEvent;
import io.jubelet.core.cluster.ObjectList;
import io.jubelet.core.cluster.ObjectMetadata;
import io.jubelet.core.cluster.ObjectName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/// What a list and the events after it make of a snapshot. Pure.
///
/// Upstream: client-go tools/cache/reflector.go, store.go.
public final class SnapshotTransitions {
    private SnapshotTransitions() {}

    /// @param succession what is kept of an object that was there before
    public static <T extends Message> Snapshot<T> listed(
            Optional<Snapshot<T>> before, ObjectList<T> list, BinaryOperator<T> succession) {
        var objects = new LinkedHashMap<ObjectName, T>();
        for (var object : list.items()) {
            var name = ObjectMetadata.nameOf(object);
            var known = before.flatMap(snapshot -> snapshot.find(name));
            objects.put(name, known.map(old -> succession.apply(old, object)).orElse(object));
        }
        return new Snapshot<>(objects, list.resourceVersion());
    }

    /// All events at once, so that a burst costs one copy.
    ///
    /// @param succession what is kept of an object that was there before
    public static <T extends Message> Snapshot<T> after(
            Snapshot<T> before, List<ObjectEvent<T>> events, BinaryOperator<T> succession) {
        var objects = new LinkedHashMap<>(before.objects());
        var version = before.version();
        for (var event : events) {
            version =
                    switch (event) {
                        case ObjectEvent.Added<T>(var object) -> put(objects, object, succession);
                        case ObjectEvent.Modified<T>(var object) ->
                                put(objects, object, succession);
                        case ObjectEvent.Deleted<T>(var object) -> {
                            objects.remove(ObjectMetadata.nameOf(object));
                            yield ObjectMetadata.versionOf(object);
                        }
                        case ObjectEvent.Bookmark<T>(var newest) -> newest;
                    };
        }
        return new Snapshot<>(objects, version);
    }

    private static <T extends Message> String put(
            Map<ObjectName, T> objects, T object, BinaryOperator<T> succession) {
        objects.merge(ObjectMetadata.nameOf(object), object, succession);
        return ObjectMetadata.versionOf(object);
    }

    /// Whether these events change any object: bookmarks alone do not.
    public static <T extends Message> boolean tellNews(List<ObjectEvent<T>> events) {
        return events.stream().anyMatch(event -> !(event instanceof ObjectEvent.Bookmark<T>));
    }
}
