package io.jubelet.core.cluster;

import com.google.protobuf.Message;

/// One event of a watch.
public sealed interface ObjectEvent<T extends Message> {
    record Added<T extends Message>(T object) implements ObjectEvent<T> {}

    record Modified<T extends Message>(T object) implements ObjectEvent<T> {}

    /// @param object as it was last
    record Deleted<T extends Message>(T object) implements ObjectEvent<T> {}

    /// Nothing happened, but a watch may go on from this version.
    record Bookmark<T extends Message>(String resourceVersion) implements ObjectEvent<T> {}
}
