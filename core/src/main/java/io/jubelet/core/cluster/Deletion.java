package io.jubelet.core.cluster;

import java.util.Optional;
import java.util.OptionalLong;

/// How an object is deleted.
///
/// @param uid the object is deleted only if it has this one, not a later of the same name
public record Deletion(OptionalLong graceSeconds, Optional<String> uid) {
    /// At once, and this very object.
    public static Deletion now(String uid) {
        return new Deletion(OptionalLong.of(0), Optional.of(uid));
    }
}
