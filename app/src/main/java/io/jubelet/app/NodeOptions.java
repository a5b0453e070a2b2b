package io.jubelet.app;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.gate.FeatureGates;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.core.node.NodeSettings;
import io.jubelet.log.Log;
import io.jubelet.model.network.IpAddress;
import io.jubelet.model.quantity.Quantity;
import io.jubelet.model.quantity.QuantityFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// From flags and configuration to what the node says of itself.
///
/// Thread: main, once.
/// Upstream: cmd/kubelet/app/server.go run and RunKubelet, component-helpers node/util
/// ParseNodeIPArgument.
final class NodeOptions {
    private static final Log LOG = Log.of(NodeOptions.class);

    private NodeOptions() {}

    /// Throws [StartException] when `--node-ip` cannot be what it says.
    static NodeSettings of(StartOptions options, String nodeName) {
        var config = options.config();
        var identity = options.flags().identity();
        return new NodeSettings(
                new NodeSettings.Identity(
                        nodeName,
                        nodeName,
                        addresses(identity.nodeIp(), identity.cloudProvider()),
                        identity.cloudProvider().equals("external")),
                new NodeSettings.Registration(
                        config.getRegisterNode(),
                        !options.gates().enabled("KubeletRegistrationGetOnExistsOnly"),
                        identity.nodeLabels(),
                        config.getRegisterWithTaintsList(),
                        config.getProviderID(),
                        config.getEnableControllerAttachDetach()),
                shares(config, options.flags().runtime().allocatableIgnoresEviction()),
                new NodeSettings.Reporting(
                        Spans.toJava(config.getNodeStatusUpdateFrequency()),
                        Spans.toJava(config.getNodeStatusReportFrequency()),
                        config.getNodeLeaseDurationSeconds(),
                        config.getNodeStatusMaxImages(),
                        config.getPort(),
                        identity.reportedVersion(),
                        declaredFeatures(options.gates()),
                        !options.gates().enabled("DisableNodeKubeProxyVersion")));
    }

    /// Of the features that a pod may ask for those that work here.
    static List<String> declaredFeatures(FeatureGates gates) {
        return Stream.of("RestartAllContainersOnContainerExits")
                .filter(_ -> gates.enabled("NodeDeclaredFeatures"))
                .filter(gates::enabled)
                .toList();
    }

    static List<IpAddress> addresses(String nodeIp, String cloudProvider) {
        var found = new ArrayList<IpAddress>();
        var unreadable = new ArrayList<String>();
        for (var text : nodeIp.isEmpty() ? new String[0] : nodeIp.split(",", -1)) {
            IpAddress.parse(text.strip())
                    .ifPresentOrElse(found::add, () -> unreadable.add(text.strip()));
        }
        if (!unreadable.isEmpty()) {
            LOG.info("Could not parse some node IP(s), ignoring them", "IPs", unreadable);
        }
        refusal(found, cloudProvider)
                .forEach(
                        why -> {
                            throw new StartException(
                                    "failed to run Kubelet: bad --node-ip \"%s\": %s"
                                            .formatted(nodeIp, why));
                        });
        return found;
    }

    private static List<String> refusal(List<IpAddress> addresses, String cloudProvider) {
        var pair = addresses.size() == 2;
        if (addresses.size() > 2
                || (pair && addresses.getFirst().isIpv4() == addresses.getLast().isIpv4())) {
            return List.of("must contain either a single IP or a dual-stack pair of IPs");
        }
        if (pair && !cloudProvider.isEmpty() && !cloudProvider.equals("external")) {
            return List.of("dual-stack not supported in this configuration");
        }
        if (pair && addresses.stream().anyMatch(IpAddress::isUnspecified)) {
            return List.of("dual-stack node IP cannot include '0.0.0.0' or '::'");
        }
        return List.of();
    }

    private static NodeSettings.Shares shares(
            KubeletConfiguration config, boolean ignoresEviction) {
        var kube = quantities(config.getKubeReservedMap());
        var system = quantities(config.getSystemReservedMap());
        if (!config.getReservedSystemCPUs().isEmpty()) {
            kube.remove("cpu");
            system.put(
                    "cpu",
                    Quantity.of(count(config.getReservedSystemCPUs()), QuantityFormat.DECIMAL_SI));
        }
        return new NodeSettings.Shares(
                config.getMaxPods(),
                config.getPodsPerCore(),
                kube,
                system,
                ignoresEviction ? Map.of() : config.getEvictionHardMap(),
                config.getLocalStorageCapacityIsolation());
    }

    private static Map<String, Quantity> quantities(Map<String, String> texts) {
        var quantities = new TreeMap<String, Quantity>();
        texts.forEach((name, text) -> quantities.put(name, Quantity.parse(text)));
        return quantities;
    }

    /// How many processors a list such as `0-3,8` names.
    static int count(String ranges) {
        var count = 0;
        for (var range : ranges.split(",", -1)) {
            var dash = range.indexOf('-');
            count +=
                    dash < 0
                            ? 1
                            : Integer.parseInt(range.substring(dash + 1).strip())
                                    - Integer.parseInt(range.substring(0, dash).strip())
                                    + 1;
        }
        return count;
    }
}
