package io.jubelet.sim.cluster;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.meta.Time;
import io.jubelet.core.cluster.ObjectMetadata;
import java.time.Instant;
import java.util.function.Consumer;

/// Changes what every object has, whatever its type.
///
/// Thread: any; pure.
final class Metadata {
    private Metadata() {}

    /// The same object with its metadata changed.
    @SuppressWarnings("unchecked") // A builder of a T builds a T.
    static <T extends Message> T change(T object, Consumer<ObjectMeta.Builder> change) {
        var metadata = ObjectMetadata.of(object).toBuilder();
        change.accept(metadata);
        return (T) object.toBuilder().setField(field(object), metadata.build()).build();
    }

    private static FieldDescriptor field(Message object) {
        return object.getDescriptorForType().findFieldByName("metadata");
    }

    /// Whole seconds, as the API keeps times.
    static Time time(Instant instant) {
        return Time.newBuilder().setSeconds(instant.getEpochSecond()).setNanos(0).build();
    }

    static boolean sameButForVersion(Message one, Message other) {
        return change(one, Consumers.NO_VERSION).equals(change(other, Consumers.NO_VERSION));
    }

    private static final class Consumers {
        private static final Consumer<ObjectMeta.Builder> NO_VERSION =
                ObjectMeta.Builder::clearResourceVersion;
    }
}
