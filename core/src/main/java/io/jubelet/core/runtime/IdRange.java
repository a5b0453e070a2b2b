package io.jubelet.core.runtime;

/// Ids of the node, of users and of groups alike, that stand for a pod's own from 0 on.
public record IdRange(long first, long length) {}
