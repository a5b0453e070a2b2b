package io.jubelet.core.admission;

import java.util.ArrayList;
import java.util.List;

/// Kernel releases as numbers. Pure.
final class KernelVersion {
    private KernelVersion() {}

    /// @param release such as `6.1.0-13-amd64`; a text that begins with no number is older than all
    static boolean atLeast(String release, String wanted) {
        var have = numbers(release);
        var want = numbers(wanted);
        for (var i = 0; i < want.size(); i++) {
            var number = i < have.size() ? have.get(i) : 0;
            var order = Integer.compare(number, want.get(i));
            if (order != 0) {
                return order > 0;
            }
        }
        return true;
    }

    private static List<Integer> numbers(String text) {
        var numbers = new ArrayList<Integer>();
        var current = -1;
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                current = Math.min(Math.max(current, 0) * 10 + (c - '0'), 1_000_000);
            } else if (c == '.' && current >= 0) {
                numbers.add(current);
                current = -1;
            } else {
                break;
            }
        }
        if (current >= 0) {
            numbers.add(current);
        }
        return numbers;
    }
}
