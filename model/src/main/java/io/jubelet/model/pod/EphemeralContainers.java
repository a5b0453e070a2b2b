package io.jubelet.model.pod;

import com.google.protobuf.InvalidProtocolBufferException;
import io.jubelet.api.core.Container;
import io.jubelet.api.core.EphemeralContainer;
import io.jubelet.api.core.EphemeralContainerCommon;

/// Lets an ephemeral container be treated like any other container and back: both have the same
/// fields under the same numbers.
///
/// Thread: any; pure.
///
/// Upstream: the type conversion v1.Container(EphemeralContainerCommon).
public final class EphemeralContainers {
    private EphemeralContainers() {}

    public static Container asContainer(EphemeralContainer ephemeral) {
        try {
            return Container.parseFrom(ephemeral.getEphemeralContainerCommon().toByteString());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the two messages no longer have the same fields", e);
        }
    }

    /// The same ephemeral container with other common fields.
    public static EphemeralContainer withContainer(
            EphemeralContainer ephemeral, Container container) {
        try {
            return ephemeral.toBuilder()
                    .setEphemeralContainerCommon(
                            EphemeralContainerCommon.parseFrom(container.toByteString()))
                    .build();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the two messages no longer have the same fields", e);
        }
    }
}
