package io.jubelet.model.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An IPv4 or IPv6 address. Nothing is ever looked up.
///
/// An IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`) is that IPv4 address.
///
/// Thread: immutable.
///
/// Upstream: Go's net.IP and ParseIPSloppy, which lets IPv4 parts have leading zeros.
///
/// @param groups four parts of 8 bits, or eight of 16
public record IpAddress(List<Integer> groups) {
    private static final int FOUR = 4;
    private static final int SIX = 8;
    private static final int LAST_OF_MAPPED = 0xffff;

    public IpAddress {
        groups = List.copyOf(groups);
        if (groups.size() != FOUR && groups.size() != SIX) {
            throw new IllegalArgumentException("not an IP address");
        }
    }

    /// Empty when the text is no address.
    public static Optional<IpAddress> parse(String text) {
        var parsed = text.indexOf(':') < 0 ? four(text) : six(text);
        return parsed.map(IpAddress::new).map(IpAddress::unmapped);
    }

    private IpAddress unmapped() {
        if (groups.size() != SIX
                || !groups.subList(0, 5).stream().allMatch(group -> group == 0)
                || groups.get(5) != LAST_OF_MAPPED) {
            return this;
        }
        int high = groups.get(6);
        int low = groups.get(7);
        return new IpAddress(List.of(high >> 8, high & 0xff, low >> 8, low & 0xff));
    }

    private static Optional<List<Integer>> four(String text) {
        var parts = text.split("\\.", -1);
        var groups = new ArrayList<Integer>();
        for (var part : parts) {
            var value = number(part, 10, 9);
            if (value < 0 || value > 0xff) {
                return Optional.empty();
            }
            groups.add(value);
        }
        return groups.size() == FOUR ? Optional.of(groups) : Optional.empty();
    }

    private static Optional<List<Integer>> six(String text) {
        var gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text).filter(all -> all.size() == SIX);
        }
        var rest = text.substring(gap + 2);
        var head = gap == 0 ? Optional.of(List.<Integer>of()) : groups(text.substring(0, gap));
        var tail = rest.isEmpty() ? Optional.of(List.<Integer>of()) : groups(rest);
        if (head.isEmpty() || tail.isEmpty()) {
            return Optional.empty();
        }
        var missing = SIX - head.get().size() - tail.get().size();
        if (missing < 1) {
            return Optional.empty();
        }
        var all = new ArrayList<>(head.get());
        for (var i = 0; i < missing; i++) {
            all.add(0);
        }
        all.addAll(tail.get());
        return Optional.of(all);
    }

    private static Optional<List<Integer>> groups(String text) {
        var parts = text.split(":", -1);
        var groups = new ArrayList<Integer>();
        for (var i = 0; i < parts.length; i++) {
            if (i == parts.length - 1 && parts[i].indexOf('.') >= 0) {
                var tail = four(parts[i]);
                if (tail.isEmpty()) {
                    return Optional.empty();
                }
                groups.add(tail.get().get(0) << 8 | tail.get().get(1));
                groups.add(tail.get().get(2) << 8 | tail.get().get(3));
            } else {
                var value = number(parts[i], 16, 4);
                if (value < 0) {
                    return Optional.empty();
                }
                groups.add(value);
            }
        }
        return Optional.of(groups);
    }

    /// A number without a sign, or -1.
    private static int number(String digits, int base, int longest) {
        if (digits.isEmpty() || digits.length() > longest) {
            return -1;
        }
        var value = 0;
        for (var i = 0; i < digits.length(); i++) {
            var digit = digits.charAt(i) < 128 ? Character.digit(digits.charAt(i), base) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value * base + digit;
        }
        return value;
    }

    public boolean isIpv4() {
        return groups.size() == FOUR;
    }

    /// `0.0.0.0` or `::`.
    public boolean isUnspecified() {
        return groups.stream().allMatch(group -> group == 0);
    }

    public boolean isLoopback() {
        return isIpv4() ? groups.get(0) == 127 : toString().equals("::1");
    }

    public boolean isMulticast() {
        return isIpv4() ? groups.get(0) >> 4 == 0xe : groups.get(0) >> 8 == 0xff;
    }

    public boolean isLinkLocalUnicast() {
        return isIpv4()
                ? groups.get(0) == 169 && groups.get(1) == 254
                : groups.get(0) >> 6 == 0xfe80 >> 6;
    }

    /// An address that others may know, a private one too.
    public boolean isGlobalUnicast() {
        var broadcast = isIpv4() && groups.stream().allMatch(group -> group == 0xff);
        return !broadcast
                && !isUnspecified()
                && !isLoopback()
                && !isMulticast()
                && !isLinkLocalUnicast();
    }

    /// The canonical text: the longest run of zero groups, the first of those, is left out.
    @Override
    public String toString() {
        if (isIpv4()) {
            return "%d.%d.%d.%d".formatted(groups.toArray());
        }
        var from = -1;
        var length = 1;
        for (var start = 0; start < SIX; start++) {
            var end = start;
            while (end < SIX && groups.get(end) == 0) {
                end++;
            }
            if (end - start > length) {
                from = start;
                length = end - start;
            }
        }
        return from < 0
                ? hex(groups)
                : hex(groups.subList(0, from)) + "::" + hex(groups.subList(from + length, SIX));
    }

    private static String hex(List<Integer> groups) {
        return String.join(":", groups.stream().map(Integer::toHexString).toList());
    }
}
