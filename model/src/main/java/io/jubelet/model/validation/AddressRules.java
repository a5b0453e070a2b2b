package io.jubelet.model.validation;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// IP addresses as texts; nothing is ever looked up.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apimachinery util/validation IsValidIPForLegacyField.
final class AddressRules {
    private static final Pattern FOUR = Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+");
    private static final Pattern SIX = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final Pattern LEADING_ZERO = Pattern.compile("(^|\\.)0[0-9]");

    private AddressRules() {}

    static void check(Violations found, FieldPath at, String value, boolean strict) {
        boolean four = FOUR.matcher(value).matches();
        Optional<InetAddress> address = four ? parse(trimmed(value)) : six(value);
        if (address.isEmpty()) {
            found.invalid(
                    at, value, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
        } else if (strict && four && LEADING_ZERO.matcher(value).find()) {
            found.invalid(at, value, "must not have leading 0s");
        } else if (strict && !four && address.get() instanceof Inet4Address) {
            found.invalid(at, value, "must not be an IPv4-mapped IPv6 address");
        }
    }

    private static Optional<InetAddress> six(String value) {
        return SIX.matcher(value).matches() ? parse(value) : Optional.empty();
    }

    private static String trimmed(String value) {
        return value.replaceAll("(^|\\.)0+(?=[0-9])", "$1");
    }

    private static Optional<InetAddress> parse(String value) {
        try {
            return Optional.of(InetAddress.ofLiteral(value));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
