package io.jubelet.core.node;

import io.jubelet.api.core.Taint;
import io.jubelet.core.runtime.Ordered;
import io.jubelet.model.network.IpAddress;
import io.jubelet.model.quantity.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What the configuration says of the node.
///
/// Thread: immutable.
public record NodeSettings(
        Identity identity, Registration registration, Shares shares, Reporting reporting) {

    /// Who the node is.
    ///
    /// @param name of the Node object
    /// @param hostname as others see it
    /// @param addresses what `--node-ip` says: none, one, or one of each family
    /// @param externalCloud whether a cloud controller completes the node
    public record Identity(
            String name, String hostname, List<IpAddress> addresses, boolean externalCloud) {
        public Identity {
            addresses = List.copyOf(addresses);
        }
    }

    /// What the Node object is created with.
    ///
    /// @param register whether we create it at all
    /// @param afterForbidden whether an object is looked for when we may not create one
    public record Registration(
            boolean register,
            boolean afterForbidden,
            Map<String, String> labels,
            List<Taint> taints,
            String providerId,
            boolean controllerAttaches) {
        public Registration {
            labels = Ordered.copy(labels);
            taints = List.copyOf(taints);
        }
    }

    /// How the machine is divided.
    ///
    /// @param podsPerCore zero for no such limit
    /// @param evictionHard thresholds as configured, such as `memory.available` to `100Mi`
    /// @param localStorage whether the disk is a resource of pods
    public record Shares(
            int maxPods,
            int podsPerCore,
            Map<String, Quantity> kubeReserved,
            Map<String, Quantity> systemReserved,
            Map<String, String> evictionHard,
            boolean localStorage) {
        public Shares {
            kubeReserved = Ordered.copy(kubeReserved);
            systemReserved = Ordered.copy(systemReserved);
            evictionHard = Ordered.copy(evictionHard);
        }
    }

    /// What is told, and how often.
    ///
    /// @param period how often the status is looked at
    /// @param longestSilence how often it is written though nothing changed
    /// @param maxImages negative for no limit
    /// @param declaredFeatures what works of the features that a pod may ask for, sorted
    /// @param keepProxyVersion whether the old field is still filled
    public record Reporting(
            Duration period,
            Duration longestSilence,
            int leaseSeconds,
            int maxImages,
            int port,
            String version,
            List<String> declaredFeatures,
            boolean keepProxyVersion) {
        public Reporting {
            declaredFeatures = List.copyOf(declaredFeatures);
        }
    }
}
