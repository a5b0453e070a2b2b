package io.jubelet.core.host;

import io.jubelet.core.runtime.DnsSettings;

/// How this machine looks up names, which is what its pods build on.
///
/// Thread: any; implementations are safe for concurrent use.
@FunctionalInterface
public interface HostResolver {
    /// Throws [HostCallException] when that cannot be read.
    DnsSettings read();
}
