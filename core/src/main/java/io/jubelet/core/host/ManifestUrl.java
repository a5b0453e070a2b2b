package io.jubelet.core.host;

/// The address that static pods are read from.
///
/// Thread: one at a time.
@FunctionalInterface
public interface ManifestUrl {
    /// What the address answers now; empty if it answers nothing. Throws [HostCallException] when
    /// there is no good answer within ten seconds.
    String read();
}
