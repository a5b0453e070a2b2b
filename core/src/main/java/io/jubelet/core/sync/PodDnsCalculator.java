package io.jubelet.core.sync;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodDNSConfig;
import io.jubelet.core.runtime.DnsSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// How a pod looks up names: its policy, its own wishes, and what a resolver can take. Pure.
///
/// Upstream: network/dns/dns.go GetPodDNS.
final class PodDnsCalculator {
    private static final int MOST_SERVERS = 3;
    private static final int MOST_SEARCHES = 32;
    private static final int LONGEST_SEARCH = 253;
    private static final int LONGEST_SEARCH_LINE = 2048;
    private static final List<String> CLUSTER_OPTIONS = List.of("ndots:5");

    private PodDnsCalculator() {}

    /// @param notices what people should be told, as events of the pod
    record Result(DnsSettings dns, List<Notice> notices) {
        Result {
            notices = List.copyOf(notices);
        }
    }

    record Notice(String reason, String message) {}

    static Result calculate(Pod pod, DnsSettings host, PodSettings settings) {
        var notices = new ArrayList<Notice>();
        var base = base(pod, host, settings, notices);
        var wished =
                pod.getSpec().hasDnsConfig() ? joined(base, pod.getSpec().getDnsConfig()) : base;
        return new Result(
                new DnsSettings(
                        fittingServers(wished.servers(), notices),
                        fittingSearches(wished.searches(), notices),
                        wished.options()),
                notices);
    }

    private static DnsSettings base(
            Pod pod, DnsSettings host, PodSettings settings, List<Notice> notices) {
        return switch (pod.getSpec().getDnsPolicy()) {
            case "None" -> DnsSettings.NONE;
            case "Default" -> ofHost(host, settings);
            case "ClusterFirst" ->
                    pod.getSpec().getHostNetwork()
                            ? ofHost(host, settings)
                            : ofCluster(pod, host, settings, notices);
            // ClusterFirstWithHostNet, and whatever nobody knows.
            default -> ofCluster(pod, host, settings, notices);
        };
    }

    private static DnsSettings ofCluster(
            Pod pod, DnsSettings host, PodSettings settings, List<Notice> notices) {
        if (settings.clusterDns().isEmpty()) {
            notices.add(
                    new Notice(
                            "MissingClusterDNS",
                            "pod: \"%s_%s(%s)\". kubelet does not have ClusterDNS IP configured and"
                                            .formatted(
                                                    pod.getMetadata().getName(),
                                                    pod.getMetadata().getNamespace(),
                                                    pod.getMetadata().getUid())
                                    + " cannot create Pod using \"ClusterFirst\" policy. Falling"
                                    + " back to \"Default\" policy."));
            return ofHost(host, settings);
        }
        return new DnsSettings(
                settings.clusterDns(), clusterSearches(pod, host, settings), CLUSTER_OPTIONS);
    }

    private static List<String> clusterSearches(Pod pod, DnsSettings host, PodSettings settings) {
        var domain = settings.clusterDomain();
        if (domain.isEmpty()) {
            return host.searches();
        }
        var searches = new LinkedHashSet<String>();
        searches.add(pod.getMetadata().getNamespace() + ".svc." + domain);
        searches.add("svc." + domain);
        searches.add(domain);
        searches.addAll(host.searches());
        return List.copyOf(searches);
    }

    /// Where the machine's way is switched off, names are looked up at an address that answers not.
    private static DnsSettings ofHost(DnsSettings host, PodSettings settings) {
        if (settings.hostLookups()) {
            return host;
        }
        var own =
                settings.nodeIps().stream()
                        .map(ip -> ip.contains(":") ? "::1" : "127.0.0.1")
                        .distinct()
                        .toList();
        return new DnsSettings(
                own.isEmpty() ? List.of("127.0.0.1") : own, List.of("."), host.options());
    }

    private static DnsSettings joined(DnsSettings base, PodDNSConfig wish) {
        return new DnsSettings(
                union(base.servers(), wish.getNameserversList()),
                union(base.searches(), wish.getSearchesList()),
                options(base.options(), wish));
    }

    private static List<String> union(List<String> first, List<String> second) {
        var all = new LinkedHashSet<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }

    /// What the pod says of an option wins.
    private static List<String> options(List<String> base, PodDNSConfig wish) {
        Map<String, String> byName = new LinkedHashMap<>();
        for (var option : base) {
            var colon = option.indexOf(':');
            byName.put(
                    colon < 0 ? option : option.substring(0, colon),
                    colon < 0 ? "" : option.substring(colon + 1));
        }
        wish.getOptionsList().forEach(option -> byName.put(option.getName(), option.getValue()));
        return byName.entrySet().stream()
                .map(
                        option ->
                                option.getValue().isEmpty()
                                        ? option.getKey()
                                        : option.getKey() + ":" + option.getValue())
                .toList();
    }

    private static List<String> fittingServers(List<String> servers, List<Notice> notices) {
        if (servers.size() <= MOST_SERVERS) {
            return servers;
        }
        var kept = servers.subList(0, MOST_SERVERS);
        notices.add(
                forming(
                        "Nameserver limits were exceeded, some nameservers have been omitted, the"
                                + " applied nameserver line is: "
                                + String.join(" ", kept)));
        return kept;
    }

    /// Some resolvers abort on a path that is too long, so such a one is left out.
    private static List<String> fittingSearches(List<String> searches, List<Notice> notices) {
        var kept = new ArrayList<String>();
        var line = 0;
        for (var search : searches.subList(0, Math.min(searches.size(), MOST_SEARCHES))) {
            var longer = line + search.length() + (kept.isEmpty() ? 0 : 1);
            if (search.length() > LONGEST_SEARCH) {
                continue;
            }
            if (longer > LONGEST_SEARCH_LINE) {
                break;
            }
            kept.add(search);
            line = longer;
        }
        if (kept.size() < searches.size()) {
            notices.add(
                    forming(
                            "Search Line limits were exceeded, some search paths have been omitted,"
                                    + " the applied search line is: "
                                    + String.join(" ", kept)));
        }
        return kept;
    }

    private static Notice forming(String message) {
        return new Notice("DNSConfigForming", message);
    }
}
