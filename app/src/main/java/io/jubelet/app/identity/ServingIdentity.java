package io.jubelet.app.identity;

import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxCertificateStore;
import io.jubelet.adapters.linux.LinuxCertificateStore.GivenFiles;
import io.jubelet.api.core.NodeAddress;
import io.jubelet.core.certificate.CertificateKeeper;
import io.jubelet.core.certificate.CertificateKeeper.Wishes;
import io.jubelet.core.certificate.KeeperListener;
import io.jubelet.core.certificate.KeeperSettings;
import io.jubelet.core.certificate.ServingNamesCalculator;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.execution.Execution;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The certificate that the node's HTTPS port shows, where the cluster issues it
/// (`serverTLSBootstrap`).
///
/// Thread: opened by main; the certificate is kept by `serving-certificate`.
/// Upstream: pkg/kubelet/certificate/kubelet.go NewKubeletServerCertificateManager.
public final class ServingIdentity {
    private ServingIdentity() {}

    /// What is configured about it.
    ///
    /// @param certificates the folder of the node's certificates
    /// @param given what is shown until there is one of the cluster's
    /// @param dnsOnly whether a name without an address is enough to ask
    public record Settings(
            String node, Path certificates, Optional<GivenFiles> given, boolean dnsOnly) {}

    /// Starts to ask for it.
    ///
    /// @param addresses of the node, as far as they are known
    public static CertificateKeeper keep(
            Settings settings,
            ClusterApi api,
            Execution execution,
            Supplier<List<NodeAddress>> addresses,
            KeeperListener listener) {
        var store =
                new LinuxCertificateStore(
                        new HostCalls(HostCalls.Limits.DEFAULT),
                        settings.certificates(),
                        "kubelet-server",
                        settings.given(),
                        execution::now);
        var keeper =
                new CertificateKeeper(
                        execution,
                        store,
                        KeeperSettings.serving(),
                        new Wishes(
                                () ->
                                        ServingNamesCalculator.wish(
                                                settings.node(),
                                                addresses.get(),
                                                settings.dnsOnly()),
                                _ -> api,
                                Optional.empty()),
                        listener);
        keeper.start();
        return keeper;
    }
}
