package io.jubelet.core.cgroup;

import io.jubelet.api.meta.Quantity;
import io.jubelet.model.pod.Amounts;
import java.util.Map;
import java.util.TreeMap;

/// Huge pages as the kernel counts them, by their size. Pure.
///
/// Upstream: helpers_linux.go HugePageLimits; core/v1/helper HugePageUnitSizeFromByteSize.
public final class HugePageCalculator {
    private static final String PREFIX = "hugepages-";
    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB", "PB"};
    private static final long STEP = 1024;

    private HugePageCalculator() {}

    /// What of these amounts are huge pages: size of a page to bytes of such pages.
    public static Map<Long, Long> of(Map<String, Quantity> amounts) {
        var found = new TreeMap<Long, Long>();
        amounts.forEach(
                (resource, amount) -> {
                    if (isHugePages(resource)) {
                        found.merge(pageBytes(resource), Amounts.of(amount).value(), Long::sum);
                    }
                });
        return found;
    }

    public static boolean isHugePages(String resource) {
        return resource.startsWith(PREFIX);
    }

    private static long pageBytes(String resource) {
        var size = resource.substring(PREFIX.length());
        return Amounts.of(Quantity.newBuilder().setString(size).build()).value();
    }

    /// The size as files of cgroups and CRI name it, such as `2MB`.
    public static String sizeText(long pageBytes) {
        var size = pageBytes;
        var unit = 0;
        while (size >= STEP && size % STEP == 0 && unit < UNITS.length - 1) {
            size /= STEP;
            unit++;
        }
        return size + UNITS[unit];
    }
}
