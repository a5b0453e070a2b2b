package io.jubelet.app;

import io.jubelet.adapters.linux.CgroupVersion;
import io.jubelet.adapters.linux.LinuxCertificateStore.GivenFiles;
import io.jubelet.adapters.linux.RootDirectory;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.app.identity.ServingIdentity;
import io.jubelet.config.flag.VersionText;
import io.jubelet.config.gate.FeatureGates;
import io.jubelet.config.gate.Gate;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.server.NodePages;
import io.jubelet.server.ServerSettings;
import io.jubelet.server.auth.AuthSettings;
import io.jubelet.server.http.HttpLimits;
import io.jubelet.server.metrics.NodeFacts;
import io.jubelet.server.tls.TlsSettings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/// What the servers take from flags and configuration.
///
/// @param serving how a serving certificate is asked for; empty where none is
/// @param state the folder of the agent's own state
record ServerOptions(
        KubeletConfiguration config,
        ServerSettings settings,
        NodeFacts facts,
        Optional<ServingIdentity.Settings> serving,
        Path state) {

    static ServerOptions of(StartOptions options, String nodeName) {
        var config = options.config();
        return new ServerOptions(
                config,
                new ServerSettings(
                        config.getAddress(),
                        config.getPort(),
                        config.getReadOnlyPort(),
                        config.getEnableDebuggingHandlers(),
                        options.gates().enabled("PodLogsQuerySplitStreams"),
                        nodeName,
                        Spans.toJava(config.getSyncFrequency()),
                        tls(options, nodeName),
                        auth(config),
                        HttpLimits.STANDARD,
                        pages(options)),
                facts(options, nodeName),
                serving(options, nodeName),
                RootDirectory.state(Path.of(options.flags().places().rootDirectory())));
    }

    private static NodePages pages(StartOptions options) {
        var gates = options.gates();
        return new NodePages(
                options.flagValues(),
                ProcessHandle.current().info().startInstant().orElse(Instant.EPOCH),
                VersionText.KUBERNETES.replaceFirst("^v", ""),
                gates.enabled("ComponentFlagz"),
                gates.enabled("ComponentStatusz"),
                options.config().getEnableSystemLogHandler());
    }

    private static Optional<ServingIdentity.Settings> serving(
            StartOptions options, String nodeName) {
        var config = options.config();
        var gates = options.gates();
        if (!config.getServerTLSBootstrap() || !gates.enabled("RotateKubeletServerCertificate")) {
            return Optional.empty();
        }
        return Optional.of(
                new ServingIdentity.Settings(
                        nodeName,
                        Path.of(options.flags().places().certDirectory()),
                        config.getTlsCertFile().isEmpty()
                                ? Optional.empty()
                                : Optional.of(
                                        new GivenFiles(
                                                Path.of(config.getTlsCertFile()),
                                                Path.of(config.getTlsPrivateKeyFile()))),
                        gates.enabled("AllowDNSOnlyNodeCSR")));
    }

    private static TlsSettings tls(StartOptions options, String nodeName) {
        var config = options.config();
        var given =
                config.getTlsCertFile().isEmpty()
                        ? Optional.<TlsSettings.Files>empty()
                        : Optional.of(
                                new TlsSettings.Files(
                                        Path.of(config.getTlsCertFile()),
                                        Path.of(config.getTlsPrivateKeyFile())));
        var authorities = config.getAuthentication().getX509().getClientCAFile();
        return new TlsSettings(
                given,
                Path.of(options.flags().places().certDirectory()),
                nodeName,
                authorities.isEmpty() ? Optional.empty() : Optional.of(Path.of(authorities)),
                config.getTlsMinVersion(),
                config.getTlsCipherSuitesList(),
                config.getTlsCurvePreferencesList(),
                TlsSettings.STANDARD_RELOAD_PERIOD);
    }

    private static AuthSettings auth(KubeletConfiguration config) {
        var authentication = config.getAuthentication();
        return new AuthSettings(
                !authentication.getX509().getClientCAFile().isEmpty(),
                authentication.getAnonymous().getEnabled(),
                authentication.getWebhook().getEnabled(),
                config.getAuthorization().getMode(),
                new AuthSettings.ReviewTimes(
                        Spans.toJava(authentication.getWebhook().getCacheTTL()),
                        Spans.toJava(
                                config.getAuthorization().getWebhook().getCacheAuthorizedTTL()),
                        Spans.toJava(
                                config.getAuthorization().getWebhook().getCacheUnauthorizedTTL())));
    }

    private static NodeFacts facts(StartOptions options, String nodeName) {
        var cgroups =
                switch (CgroupVersion.detect()) {
                    case V1 -> OptionalInt.of(1);
                    case V2 -> OptionalInt.of(2);
                };
        return new NodeFacts(
                nodeName,
                cgroups,
                new NodeFacts.Build(
                        "1", "36", VersionText.KUBERNETES, "", "clean", "", "linux/amd64"),
                FeatureGates.known().stream().map(gate -> feature(gate, options.gates())).toList());
    }

    private static NodeFacts.Feature feature(Gate gate, FeatureGates gates) {
        return new NodeFacts.Feature(gate.name(), gate.stage().label(), gates.enabled(gate.name()));
    }
}
