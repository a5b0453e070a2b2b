package io.jubelet.pki;

import java.net.InetAddress;
import java.util.Optional;

/// IP addresses as text.
///
/// Thread: stateless.
public final class AddressText {
    private AddressText() {}

    /// The one way to write this address; empty when the text is no IP address.
    public static Optional<String> canonical(String text) {
        var colon = text.indexOf(':') >= 0;
        if (!colon && text.chars().filter(each -> each == '.').count() != 3) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text).getHostAddress());
        } catch (IllegalArgumentException _) {
            // A name is no address.
            return Optional.empty();
        }
    }
}
