package io.jubelet.core.cluster;

/// A change to a part of an object.
///
/// @param subresource `status`, or empty for the object itself
/// @param json the change, in the form that its kind asks for
public record Patch(Kind kind, String subresource, String json) {
    /// Upstream's names for them are content types.
    public enum Kind {
        /// Lists are merged by the keys that the type declares.
        STRATEGIC_MERGE,
        /// Lists are replaced (RFC 7396).
        MERGE
    }

    public static Patch ofStatus(String json) {
        return new Patch(Kind.STRATEGIC_MERGE, "status", json);
    }
}
