package io.jubelet.config.flag;

import io.jubelet.api.kubeletconfig.VModuleItem;
import io.jubelet.log.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Reads and prints log levels per source file as `pattern=N,…`.
///
/// Thread: stateless. Upstream: component-base logs/api/v1 `VModuleConfigurationPflag`.
final class ModuleText {
    private ModuleText() {}

    static List<VModuleItem> parse(String text) {
        var items = new ArrayList<VModuleItem>();
        for (String part : text.split(",", -1)) {
            if (!part.isEmpty()) {
                items.add(one(part));
            }
        }
        return List.copyOf(items);
    }

    private static VModuleItem one(String part) {
        String[] pair = part.split("=", -1);
        if (pair.length != 2 || pair[0].isEmpty() || pair[1].isEmpty()) {
            throw new IllegalArgumentException(
                    GoText.quote(part) + " does not have the pattern=N format");
        }
        try {
            int level = GoParse.level(pair[1]);
            return VModuleItem.newBuilder().setFilePattern(pair[0]).setVerbosity(level).build();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "parsing verbosity in " + GoText.quote(part) + ": " + e.getMessage(), e);
        }
    }

    static String print(List<VModuleItem> items) {
        return items.stream()
                .map(each -> each.getFilePattern() + "=" + each.getVerbosity())
                .collect(Collectors.joining(","));
    }
}
