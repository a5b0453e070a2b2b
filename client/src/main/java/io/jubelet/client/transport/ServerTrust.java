package io.jubelet.client.transport;

import java.security.cert.X509Certificate;
import java.util.List;

/// Which servers are believed to be who they say they are.
///
/// Thread: immutable.
public sealed interface ServerTrust {
    /// Those that one of these authorities speaks for.
    ///
    /// @param authorities empty for those of the machine
    /// @param serverName the name the certificate must have; empty for that of the address
    record Authorities(List<X509Certificate> authorities, String serverName)
            implements ServerTrust {
        public Authorities {
            authorities = List.copyOf(authorities);
        }
    }

    /// All of them: somebody asked for it.
    record Everybody(String serverName) implements ServerTrust {}

    String serverName();
}
