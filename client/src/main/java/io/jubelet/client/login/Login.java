package io.jubelet.client.login;

import io.jubelet.log.Secret;
import java.util.Optional;

/// What a request says of who sends it, beside the connection's certificate.
///
/// Thread: any.
public interface Login {
    Login NONE = Optional::empty;

    /// The value of the header `Authorization`, if one is sent. May block for as long as a plugin
    /// takes; throws [io.jubelet.core.cluster.ApiCallException] when there should be one and is
    /// none.
    Optional<Secret> authorization();

    /// The server did not know us (401): whatever is cached is to be made anew.
    default void refused() {}

    static Login bearer(Secret token) {
        var header = Optional.of(Secret.of("Bearer " + token.reveal()));
        return () -> header;
    }
}
