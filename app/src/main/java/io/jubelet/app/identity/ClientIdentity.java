package io.jubelet.app.identity;

import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxCertificateStore;
import io.jubelet.adapters.linux.LinuxCertificateStore.GivenFiles;
import io.jubelet.adapters.linux.PrivateFiles;
import io.jubelet.client.ApiConnections;
import io.jubelet.client.ApiSettings;
import io.jubelet.client.kubeconfig.Kubeconfig;
import io.jubelet.client.kubeconfig.Kubeconfig.Material;
import io.jubelet.client.kubeconfig.Kubeconfig.User;
import io.jubelet.client.kubeconfig.KubeconfigException;
import io.jubelet.client.kubeconfig.KubeconfigReader;
import io.jubelet.client.login.ClientCertificateSource;
import io.jubelet.client.login.KubeconfigCredentials;
import io.jubelet.core.certificate.CertificateKeeper;
import io.jubelet.core.certificate.CertificateKeeper.Wishes;
import io.jubelet.core.certificate.CertificateWish;
import io.jubelet.core.certificate.CertifiedApi;
import io.jubelet.core.certificate.KeeperListener;
import io.jubelet.core.certificate.KeeperSettings;
import io.jubelet.core.cluster.Cluster;
import io.jubelet.core.execution.Execution;
import io.jubelet.log.Log;
import io.jubelet.pki.CertifiedKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// The node's connections to its API server and the certificate it logs in by. Bootstrapping goes
/// on in the background: until there is a certificate, calls fail at once with the reason, and
/// static pods run meanwhile.
///
/// Thread: opened by main; the certificate is kept by `client-certificate`.
/// Upstream: cmd/kubelet/app/server.go buildKubeletClientConfig, pkg/kubelet/certificate/bootstrap.
public final class ClientIdentity {
    private static final Log LOG = Log.of(ClientIdentity.class);

    private final IdentitySettings settings;
    private final ApiSettings api;
    private final Execution execution;
    private final LinuxCertificateStore store;

    private ClientIdentity(
            IdentitySettings settings, ApiSettings api, Execution execution, HostCalls calls) {
        this.settings = settings;
        this.api = api;
        this.execution = execution;
        this.store =
                new LinuxCertificateStore(
                        calls,
                        settings.certificates(),
                        "kubelet-client",
                        givenFiles(settings.kubeconfig()),
                        execution::now);
    }

    /// The files that an earlier kubeconfig names, which the store begins with.
    private static Optional<GivenFiles> givenFiles(Path kubeconfig) {
        if (!Files.exists(kubeconfig)) {
            return Optional.empty();
        }
        try {
            var user = KubeconfigReader.read(kubeconfig).user();
            if (user.certificate().orElse(null) instanceof Material.InFile(Path certificate)
                    && user.key().orElse(null) instanceof Material.InFile(Path key)) {
                return Optional.of(new GivenFiles(certificate, key));
            }
        } catch (KubeconfigException _) {
            // Who needs the file says what is wrong with it.
            return Optional.empty();
        }
        return Optional.empty();
    }

    /// A cluster to work with, and who keeps its certificate where somebody does.
    ///
    /// @param closeConnections ends connections that may be dead; the next call opens new ones
    /// @param onCertificate runs what it is given whenever there is a new certificate
    public record Opened(
            Cluster cluster,
            Optional<CertificateKeeper> keeper,
            Runnable closeConnections,
            Consumer<Runnable> onCertificate) {}

    /// @param lost told when there is no certificate and no way to one
    /// @throws KubeconfigException when a kubeconfig that is needed cannot be used
    public static Opened open(
            IdentitySettings settings,
            ApiSettings api,
            Execution execution,
            HostCalls calls,
            Consumer<String> lost) {
        return new ClientIdentity(settings, api, execution, calls).open(lost);
    }

    private Opened open(Consumer<String> lost) {
        if (settings.bootstrap().isEmpty()) {
            var own = KubeconfigCredentials.load(settings.kubeconfig(), execution);
            return settings.rotate() ? kept(own, own, false, lost) : plain(own);
        }
        var valid = validOwn();
        if (valid.isPresent() && !settings.rotate()) {
            return plain(valid.get());
        }
        var bootstrap = KubeconfigCredentials.load(settings.bootstrap().get(), execution);
        if (valid.isEmpty() && settings.rotate()) {
            writeKubeconfig(bootstrap.kubeconfig());
        }
        return kept(valid.orElse(bootstrap), bootstrap, true, lost);
    }

    private Opened plain(KubeconfigCredentials own) {
        var connections = ApiConnections.open(own, api, execution);
        return new Opened(
                connections.cluster(), Optional.empty(), () -> refresh(connections), _ -> {});
    }

    /// The node's kubeconfig, if it has a client certificate that is still valid.
    private Optional<KubeconfigCredentials> validOwn() {
        if (!Files.exists(settings.kubeconfig())) {
            return Optional.empty();
        }
        try {
            var own = KubeconfigCredentials.load(settings.kubeconfig(), execution);
            var certificate = own.certificates().current();
            return certificate.isPresent() && !certificate.get().expiredAt(execution.now())
                    ? Optional.of(own)
                    : Optional.empty();
        } catch (KubeconfigException failure) {
            LOG.warning("The kubeconfig is not valid, bootstrapping", "err", failure.getMessage());
            return Optional.empty();
        }
    }

    /// Logs in by the certificate that is kept; asks for it with `first` while there is none.
    private Opened kept(
            KubeconfigCredentials own,
            KubeconfigCredentials first,
            boolean bootstrapped,
            Consumer<String> lost) {
        var source = new KeptCertificate();
        var mine = withoutLogin(own.kubeconfig()).withCertificates(source);
        var connections = ApiConnections.open(mine, api, execution);
        var cluster = connections.cluster();
        var asking = ApiConnections.open(first, api, execution).cluster().api();
        var keeper =
                new CertificateKeeper(
                        execution,
                        store,
                        keeperSettings(bootstrapped),
                        new Wishes(
                                () -> Optional.of(CertificateWish.client(settings.node())),
                                valid -> valid.isPresent() ? cluster.api() : asking,
                                lent(own)),
                        listener(first.kubeconfig(), source, lost));
        source.keeper = Optional.of(keeper);
        keeper.start();
        return new Opened(
                CertifiedApi.guard(cluster, keeper::missing),
                Optional.of(keeper),
                () -> refresh(connections),
                source::onChange);
    }

    private static void refresh(ApiConnections connections) {
        connections.closeAll("heartbeats fail");
    }

    private KeeperSettings keeperSettings(boolean bootstrapped) {
        if (!settings.rotate()) {
            return KeeperSettings.clientOnce();
        }
        return KeeperSettings.client(
                bootstrapped ? Optional.empty() : Optional.of(KeeperSettings.EXIT_AFTER));
    }

    private KubeconfigCredentials withoutLogin(Kubeconfig kubeconfig) {
        var nobody =
                new User(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        return KubeconfigCredentials.of(
                new Kubeconfig(kubeconfig.file(), kubeconfig.server(), nobody), execution);
    }

    /// A certificate within the kubeconfig itself is lent: it is renewed at once.
    private static Optional<CertifiedKey> lent(KubeconfigCredentials own) {
        var inline =
                own.kubeconfig().user().certificate().filter(Material.Inline.class::isInstance);
        return inline.isPresent() ? own.certificates().current() : Optional.empty();
    }

    private KeeperListener listener(
            Kubeconfig bootstrap, KeptCertificate source, Consumer<String> lost) {
        return new KeeperListener() {
            @Override
            public void changed(CertifiedKey current) {
                if (!settings.rotate()) {
                    writeKubeconfig(bootstrap);
                }
                LOG.info(
                        "Certificate rotation detected, shutting down client connections to start"
                                + " using new credentials");
                source.changed.run();
            }

            @Override
            public void lost(String reason) {
                lost.accept(reason);
            }
        };
    }

    private void writeKubeconfig(Kubeconfig bootstrap) {
        try {
            var folder = settings.kubeconfig().toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            PrivateFiles.write(
                    settings.kubeconfig(), KubeconfigText.of(bootstrap, store.currentPath()));
        } catch (IOException failure) {
            LOG.error(
                    failure,
                    "Cannot write the kubeconfig",
                    "path",
                    settings.kubeconfig().toString());
        }
    }

    /// The keeper's certificate as the client asks for it.
    private static final class KeptCertificate implements ClientCertificateSource {
        private volatile Optional<CertificateKeeper> keeper = Optional.empty();
        private volatile Runnable changed = () -> {};

        @Override
        public Optional<CertifiedKey> current() {
            return keeper.flatMap(CertificateKeeper::current);
        }

        @Override
        public synchronized void onChange(Runnable listener) {
            var before = changed;
            changed =
                    () -> {
                        before.run();
                        listener.run();
                    };
        }
    }
}
