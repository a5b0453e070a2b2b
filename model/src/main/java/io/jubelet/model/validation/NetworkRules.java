package io.jubelet.model.validation;

import static io.jubelet.model.validation.Violations.bytes;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerPort;
import io.jubelet.api.core.HostAlias;
import io.jubelet.api.core.PodDNSConfig;
import io.jubelet.api.core.PodSpec;
import java.util.List;

/// How a pod is named and how it finds others: DNS, host names, host aliases, the host's
/// network and user namespace.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation validatePodDNSConfig, ValidateHostAliases, validatePodHostName,
/// validatePodHostNetworkDeps, validateHostUsers.
final class NetworkRules {
    private static final List<String> DNS_POLICIES =
            List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    private static final int NAMESERVERS_LIMIT = 3;
    private static final int SEARCHES_LIMIT = 32;
    private static final int SEARCH_CHARACTERS_LIMIT = 2048;
    private static final int HOSTNAME_LIMIT = 64;
    private static final String WITHOUT_HOST_USERS = "when `hostUsers` is false";

    private NetworkRules() {}

    static void hostPorts(Violations found, FieldPath at, PodSpec spec) {
        if (!spec.getHostNetwork()) {
            return;
        }
        for (int i = 0; i < spec.getContainersCount(); i++) {
            Container container = spec.getContainers(i);
            for (int j = 0; j < container.getPortsCount(); j++) {
                ContainerPort port = container.getPorts(j);
                if (port.getHostPort() != 0 && port.getHostPort() != port.getContainerPort()) {
                    found.invalid(
                            at.child("containers")
                                    .index(i)
                                    .child("ports")
                                    .index(j)
                                    .child("hostPort"),
                            port.getHostPort(),
                            "must match `containerPort` when `hostNetwork` is true");
                }
            }
        }
    }

    static void dns(Violations found, FieldPath at, PodSpec spec, ValidationOptions options) {
        FieldPath config = at.child("dnsConfig");
        if (spec.getDnsPolicy().equals("None") && !spec.hasDnsConfig()) {
            found.required(config, "must provide `dnsConfig` when `dnsPolicy` is None");
        } else if (spec.getDnsPolicy().equals("None")
                && spec.getDnsConfig().getNameserversCount() == 0) {
            found.required(
                    config.child("nameservers"),
                    "must provide at least one DNS nameserver when `dnsPolicy` is None");
        } else {
            dnsConfig(found, config, spec.getDnsConfig(), options);
        }
    }

    static void dnsPolicy(Violations found, FieldPath at, PodSpec spec) {
        found.oneOf(at.child("dnsPolicy"), spec.getDnsPolicy(), DNS_POLICIES);
    }

    private static void dnsConfig(
            Violations found, FieldPath at, PodDNSConfig config, ValidationOptions options) {
        List<String> servers = config.getNameserversList();
        if (servers.size() > NAMESERVERS_LIMIT) {
            found.invalid(
                    at.child("nameservers"),
                    servers,
                    "must not have more than " + NAMESERVERS_LIMIT + " nameservers");
        }
        for (int i = 0; i < servers.size(); i++) {
            AddressRules.check(
                    found,
                    at.child("nameservers").index(i),
                    servers.get(i),
                    options.strictAddresses());
        }
        searches(found, at.child("searches"), config.getSearchesList());
        for (int i = 0; i < config.getOptionsCount(); i++) {
            if (config.getOptions(i).getName().isEmpty()) {
                found.required(at.child("options").index(i), "must not be empty");
            }
        }
    }

    private static void searches(Violations found, FieldPath at, List<String> searches) {
        if (searches.size() > SEARCHES_LIMIT) {
            found.invalid(
                    at, searches, "must not have more than " + SEARCHES_LIMIT + " search paths");
        }
        if (bytes(String.join(" ", searches)) > SEARCH_CHARACTERS_LIMIT) {
            found.invalid(
                    at,
                    searches,
                    "must not have more than "
                            + SEARCH_CHARACTERS_LIMIT
                            + " characters (including spaces) in the search list");
        }
        for (int i = 0; i < searches.size(); i++) {
            String search = searches.get(i);
            if (!search.equals(".")) {
                String name =
                        search.endsWith(".") ? search.substring(0, search.length() - 1) : search;
                found.invalidEach(at.index(i), name, NameFormats.looseSubdomain(name));
            }
        }
    }

    static void aliases(
            Violations found, FieldPath at, List<HostAlias> aliases, boolean strictAddresses) {
        for (int i = 0; i < aliases.size(); i++) {
            HostAlias alias = aliases.get(i);
            FieldPath here = at.index(i);
            AddressRules.check(found, here.child("ip"), alias.getIp(), strictAddresses);
            for (int j = 0; j < alias.getHostnamesCount(); j++) {
                String name = alias.getHostnames(j);
                found.invalidEach(
                        here.child("hostnames").index(j), name, NameFormats.subdomain(name));
            }
        }
    }

    static void hostnameOverride(Violations found, FieldPath specPath, PodSpec spec) {
        if (!spec.hasHostnameOverride()) {
            return;
        }
        FieldPath at = specPath.child("hostnameOverride");
        String name = spec.getHostnameOverride();
        if (spec.getSetHostnameAsFQDN()) {
            found.forbidden(at, "may not be specified when setHostnameAsFQDN is true");
        }
        if (spec.getHostNetwork()) {
            found.forbidden(at, "may not be specified when hostNetwork is true");
        }
        if (bytes(name) > HOSTNAME_LIMIT) {
            found.tooLong(at, HOSTNAME_LIMIT);
        }
        found.invalidEach(at, name, NameFormats.subdomain(name));
    }

    /// A user namespace of its own does not go together with the host's other namespaces.
    static void hostUsers(Violations found, FieldPath at, PodSpec spec, ValidationOptions options) {
        if (!spec.hasHostUsers() || spec.getHostUsers()) {
            return;
        }
        if (spec.getHostNetwork() && !options.userNamespacesHostNetwork()) {
            found.forbidden(at.child("hostNetwork"), WITHOUT_HOST_USERS);
        }
        // Upstream writes these two with a capital.
        if (spec.getHostPID()) {
            found.forbidden(at.child("HostPID"), WITHOUT_HOST_USERS);
        }
        if (spec.getHostIPC()) {
            found.forbidden(at.child("HostIPC"), WITHOUT_HOST_USERS);
        }
        ContainerVisit.all(
                spec,
                at,
                (container, here) -> {
                    if (container.getVolumeDevicesCount() > 0) {
                        found.forbidden(here.child("volumeDevices"), WITHOUT_HOST_USERS);
                    }
                });
    }
}
