package io.jubelet.core.runtime;

/// What of a pod a registry's credential comes from: who has the same may use what was pulled with
/// it.
///
/// Upstream: CredentialSource of credentialprovider/keyring.go.
public sealed interface PullSource permits PullSecret, PullAccount {}
