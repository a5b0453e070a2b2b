package io.jubelet.core.runtime;

/// Which service account's token opened a registry.
///
/// Upstream: ImagePullServiceAccount of kubelet.config.k8s.io.
public record PullAccount(String uid, String namespace, String name) implements PullSource {}
