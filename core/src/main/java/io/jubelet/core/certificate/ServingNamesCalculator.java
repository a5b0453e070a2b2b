package io.jubelet.core.certificate;

import io.jubelet.api.core.NodeAddress;
import io.jubelet.pki.AddressText;
import io.jubelet.pki.CertificateRequest.AlternativeNames;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// From the node's addresses to the names that its serving certificate is for.
///
/// Thread: stateless.
/// Upstream: pkg/kubelet/certificate/kubelet.go addressesToHostnamesAndIPs, newGetTemplateFn.
public final class ServingNamesCalculator {
    private ServingNamesCalculator() {}

    /// The certificate to ask for; none before the node has an address.
    ///
    /// @param dnsOnly whether a name without an address is enough (AllowDNSOnlyNodeCSR)
    public static Optional<CertificateWish> wish(
            String node, List<NodeAddress> addresses, boolean dnsOnly) {
        var names = names(addresses);
        var enough = !names.addresses().isEmpty() || (dnsOnly && !names.dns().isEmpty());
        return enough
                ? Optional.of(
                        new CertificateWish(
                                Purpose.SERVING, CertificateWish.nodeSubject(node), names))
                : Optional.empty();
    }

    static AlternativeNames names(List<NodeAddress> addresses) {
        var dns = new TreeSet<String>();
        var numbers = new TreeSet<String>();
        for (NodeAddress address : addresses) {
            var text = address.getAddress();
            if (text.isEmpty()) {
                continue;
            }
            var number = AddressText.canonical(text);
            switch (address.getType()) {
                case "Hostname" -> number.ifPresentOrElse(numbers::add, () -> dns.add(text));
                case "ExternalIP", "InternalIP" -> number.ifPresent(numbers::add);
                case "ExternalDNS", "InternalDNS" -> dns.add(text);
                default -> {}
            }
        }
        return new AlternativeNames(List.copyOf(dns), List.copyOf(numbers));
    }
}
