package io.jubelet.core.sync;

import io.jubelet.api.core.Service;
import io.jubelet.api.core.ServicePort;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The environment variables by which a container finds the services of its namespace. Pure.
///
/// Upstream: kubelet_pods.go getServiceEnvVarMap, pkg/kubelet/envvars.
final class ServiceVariables {
    private static final String MASTER = "kubernetes";
    private static final String MASTER_NAMESPACE = "default";

    private ServiceVariables() {}

    /// @param links whether the pod wants those of its own namespace; the API server's always come
    static Map<String, String> of(List<Service> services, String namespace, boolean links) {
        var result = new LinkedHashMap<String, String>();
        visible(services, namespace, links).values().forEach(service -> add(service, result));
        return result;
    }

    private static Map<String, Service> visible(
            List<Service> services, String namespace, boolean links) {
        var visible = new TreeMap<String, Service>();
        for (var service : services) {
            var name = service.getMetadata().getName();
            var home = service.getMetadata().getNamespace();
            if (!hasAddress(service)) {
                continue;
            }
            if (home.equals(MASTER_NAMESPACE) && name.equals(MASTER)) {
                visible.putIfAbsent(name, service);
            } else if (home.equals(namespace) && links) {
                visible.put(name, service);
            }
        }
        return visible;
    }

    private static boolean hasAddress(Service service) {
        var address = service.getSpec().getClusterIP();
        return !address.isEmpty() && !address.equals("None");
    }

    private static void add(Service service, Map<String, String> result) {
        var prefix = variable(service.getMetadata().getName());
        var address = service.getSpec().getClusterIP();
        var ports = service.getSpec().getPortsList();
        result.put(prefix + "_SERVICE_HOST", address);
        if (ports.isEmpty()) {
            return;
        }
        var port = prefix + "_SERVICE_PORT";
        result.put(port, Integer.toString(ports.getFirst().getPort()));
        for (var each : ports) {
            if (!each.getName().isEmpty()) {
                result.put(port + "_" + variable(each.getName()), Integer.toString(each.getPort()));
            }
        }
        result.put(prefix + "_PORT", url(address, ports.getFirst()));
        ports.forEach(each -> addLink(prefix, address, each, result));
    }

    private static void addLink(
            String prefix, String address, ServicePort port, Map<String, String> result) {
        var protocol = protocol(port);
        var link = prefix + "_PORT_" + port.getPort() + "_" + protocol;
        result.put(link, url(address, port));
        result.put(link + "_PROTO", protocol.toLowerCase(Locale.ROOT));
        result.put(link + "_PORT", Integer.toString(port.getPort()));
        result.put(link + "_ADDR", address);
    }

    private static String url(String address, ServicePort port) {
        var host = address.indexOf(':') < 0 ? address : "[" + address + "]";
        return protocol(port).toLowerCase(Locale.ROOT) + "://" + host + ":" + port.getPort();
    }

    private static String protocol(ServicePort port) {
        var protocol = port.getProtocol();
        return protocol.isEmpty() ? "TCP" : protocol.toUpperCase(Locale.ROOT);
    }

    private static String variable(String name) {
        return name.replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
