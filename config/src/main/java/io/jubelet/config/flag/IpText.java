package io.jubelet.config.flag;

import io.jubelet.log.GoText;
import java.util.regex.Pattern;

/// Checks the form of an IP address without ever asking a name server.
///
/// Thread: stateless. Upstream: `ParseIPSloppy`, which lets IPv4 parts have leading zeros.
final class IpText {
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{1,4}");
    private static final int GROUPS = 8;

    private IpText() {}

    /// The address as written; empty stays empty, which keeps what was there before.
    static String check(String text) {
        if (!text.isEmpty() && !isIpv4(text) && !isIpv6(text)) {
            throw new IllegalArgumentException(GoText.quote(text) + " is not a valid IP address");
        }
        return text;
    }

    private static boolean isIpv4(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return false;
        }
        for (String part : parts) {
            boolean digits = DIGITS.matcher(part).matches() && part.length() <= 9;
            if (!digits || Integer.parseInt(part) > 255) {
                return false;
            }
        }
        return true;
    }

    private static boolean isIpv6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text, true) == GROUPS;
        }
        int head = gap == 0 ? 0 : groups(text.substring(0, gap), false);
        String rest = text.substring(gap + 2);
        int tail = rest.isEmpty() ? 0 : groups(rest, true);
        return head >= 0 && tail >= 0 && head + tail < GROUPS;
    }

    /// How many groups of sixteen bits the text holds, or a negative number when it holds others.
    private static int groups(String text, boolean mayEndInIpv4) {
        String[] parts = text.split(":", -1);
        int count = 0;
        for (int i = 0; i < parts.length; i++) {
            if (HEX.matcher(parts[i]).matches()) {
                count++;
            } else if (mayEndInIpv4 && i == parts.length - 1 && isIpv4(parts[i])) {
                count += 2;
            } else {
                return -GROUPS;
            }
        }
        return count;
    }
}
