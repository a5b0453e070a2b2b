package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.HostResolver;
import io.jubelet.core.runtime.DnsSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The machine's resolv.conf, read anew each time: it changes under a running node.
///
/// Thread: any.
/// Upstream: network/dns/dns.go parseResolvConf.
public final class ResolvConf implements HostResolver {
    private static final int LONGEST = 10 << 20;

    private final Optional<Path> file;

    /// @param file none where the configuration switches it off
    public ResolvConf(Optional<Path> file) {
        this.file = file;
    }

    @Override
    public DnsSettings read() {
        return file.map(ResolvConf::read).orElse(DnsSettings.NONE);
    }

    private static DnsSettings read(Path file) {
        try (var input = Files.newInputStream(file)) {
            return parse(new String(input.readNBytes(LONGEST), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new HostCallException("cannot read " + file + ": " + failure, failure);
        }
    }

    /// Name servers add up, of search lines the last counts, and of options the last of each name.
    static DnsSettings parse(String text) {
        var servers = new ArrayList<String>();
        List<String> searches = List.of();
        Map<String, String> options = new LinkedHashMap<>();
        for (var line : text.split("\n", -1)) {
            var words = List.of(line.strip().split("\\s+"));
            var values = words.subList(1, words.size());
            switch (words.getFirst()) {
                case "nameserver" -> servers.add(server(values));
                case "search" -> searches = searches(values);
                case "options" -> values.forEach(option -> options.put(nameOf(option), option));
                default -> {
                    // Comments, and settings that no pod takes over.
                }
            }
        }
        return new DnsSettings(servers, searches, List.copyOf(options.values()));
    }

    private static String server(List<String> values) {
        if (values.isEmpty()) {
            throw new HostCallException(
                    "Encountered error while parsing resolv conf file. Error: nameserver list is"
                            + " empty");
        }
        return values.getFirst();
    }

    /// The same domain with and without its last dot is one.
    private static List<String> searches(List<String> values) {
        return values.stream()
                .filter(value -> !value.equals("."))
                .map(value -> value.endsWith(".") ? value.substring(0, value.length() - 1) : value)
                .toList();
    }

    private static String nameOf(String option) {
        var colon = option.indexOf(':');
        return colon < 0 ? option : option.substring(0, colon);
    }
}
