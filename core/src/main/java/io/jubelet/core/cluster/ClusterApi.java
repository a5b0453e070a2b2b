package io.jubelet.core.cluster;

import com.google.protobuf.Message;
import java.time.Duration;

/// Calls to the API server. Every method blocks its caller until the answer is there, for as long
/// as the rate limit and the call's deadline allow, and throws [ApiCallException] when it did not
/// succeed. No call is repeated in here but one that the server asked to repeat (429 with a time).
///
/// Thread: any; implementations are safe for concurrent use.
public interface ClusterApi {
    <T extends Message> T get(ApiResource<T> resource, ObjectName name);

    /// All objects of the selection, with the version that a watch goes on from.
    <T extends Message> ObjectList<T> list(
            ApiResource<T> resource, Selection selection, Staleness staleness);

    /// What happens to the objects of the selection after `fromVersion`. The server ends a watch
    /// after about `atMost`. Throws with [ApiCallException.Code#EXPIRED] here or in the stream when
    /// that version is too old: list again.
    <T extends Message> ObjectWatch<T> watch(
            ApiResource<T> resource, Selection selection, String fromVersion, Duration atMost);

    /// Answers the object as the server stored it.
    ///
    /// @param namespace empty for objects of the whole cluster
    <T extends Message> T create(ApiResource<T> resource, String namespace, T object);

    /// Creates what belongs to one object: a service account's token.
    ///
    /// @param resource one with a subresource
    <T extends Message> T createFor(ApiResource<T> resource, ObjectName owner, T object);

    /// Replaces the object; a version in it that is not the newest is a
    /// [ApiCallException.Code#CONFLICT].
    <T extends Message> T update(ApiResource<T> resource, ObjectName name, T object);

    <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch);

    void delete(ApiResource<?> resource, ObjectName name, Deletion deletion);

    /// How old a list may be.
    enum Staleness {
        /// As the server's cache has it; cheap.
        ANY,
        /// As the store has it.
        NEWEST
    }
}
