package io.jubelet.config.flag;

import static io.jubelet.config.flag.FlagTypes.BOOL;
import static io.jubelet.config.flag.FlagTypes.HEADERS;
import static io.jubelet.config.flag.FlagTypes.INT32;
import static io.jubelet.config.flag.FlagTypes.IP;
import static io.jubelet.config.flag.FlagTypes.LIST;
import static io.jubelet.config.flag.FlagTypes.TEXT;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.api.kubeletconfig.StringList;
import java.util.List;
import java.util.Map;

/// The flags of the HTTP servers, of who may call them, and of where pods come from.
///
/// Thread: stateless. Upstream: `AddKubeletConfigFlags`.
final class ServerFlags {
    private ServerFlags() {}

    static void addTo(FlagTable table) {
        addServer(table);
        addAccess(table);
        addSources(table);
    }

    private static void addServer(FlagTable table) {
        table.config("enable-server", BOOL, "true", KubeletConfiguration.Builder::setEnableServer);
        table.config("address", IP, "0.0.0.0", ServerFlags::setAddress);
        table.config("port", INT32, "10250", KubeletConfiguration.Builder::setPort);
        table.config(
                "read-only-port", INT32, "10255", KubeletConfiguration.Builder::setReadOnlyPort);
        table.config("healthz-port", INT32, "10248", KubeletConfiguration.Builder::setHealthzPort);
        table.config("healthz-bind-address", IP, "127.0.0.1", ServerFlags::setHealthzBindAddress);
        table.config(
                "enable-debugging-handlers",
                BOOL,
                "true",
                KubeletConfiguration.Builder::setEnableDebuggingHandlers);
        table.config(
                "contention-profiling",
                BOOL,
                "false",
                KubeletConfiguration.Builder::setEnableContentionProfiling);
        table.span(
                "streaming-connection-idle-timeout",
                "4h0m0s",
                KubeletConfiguration.Builder::setStreamingConnectionIdleTimeout);
        table.config("tls-cert-file", TEXT, "", KubeletConfiguration.Builder::setTlsCertFile);
        table.config(
                "tls-private-key-file",
                TEXT,
                "",
                KubeletConfiguration.Builder::setTlsPrivateKeyFile);
        table.config("tls-min-version", TEXT, "", KubeletConfiguration.Builder::setTlsMinVersion);
        table.config(
                "tls-cipher-suites",
                LIST,
                "[]",
                (c, v) -> c.clearTlsCipherSuites().addAllTlsCipherSuites(v));
        table.config(
                "rotate-certificates",
                BOOL,
                "false",
                KubeletConfiguration.Builder::setRotateCertificates);
        table.config(
                "rotate-server-certificates",
                BOOL,
                "false",
                KubeletConfiguration.Builder::setServerTLSBootstrap);
    }

    private static void setAddress(KubeletConfiguration.Builder config, String address) {
        if (!address.isEmpty()) {
            config.setAddress(address);
        }
    }

    private static void setHealthzBindAddress(KubeletConfiguration.Builder config, String address) {
        if (!address.isEmpty()) {
            config.setHealthzBindAddress(address);
        }
    }

    private static void addAccess(FlagTable table) {
        table.config(
                "anonymous-auth",
                BOOL,
                "true",
                (c, v) -> c.getAuthenticationBuilder().getAnonymousBuilder().setEnabled(v));
        table.config(
                "authentication-token-webhook",
                BOOL,
                "false",
                (c, v) -> c.getAuthenticationBuilder().getWebhookBuilder().setEnabled(v));
        table.span(
                "authentication-token-webhook-cache-ttl",
                "2m0s",
                (c, v) -> c.getAuthenticationBuilder().getWebhookBuilder().setCacheTTL(v));
        table.config(
                "client-ca-file",
                TEXT,
                "",
                (c, v) -> c.getAuthenticationBuilder().getX509Builder().setClientCAFile(v));
        table.config(
                "authorization-mode",
                TEXT,
                "AlwaysAllow",
                (c, v) -> c.getAuthorizationBuilder().setMode(v));
        table.span(
                "authorization-webhook-cache-authorized-ttl",
                "5m0s",
                (c, v) -> c.getAuthorizationBuilder().getWebhookBuilder().setCacheAuthorizedTTL(v));
        table.span(
                "authorization-webhook-cache-unauthorized-ttl",
                "30s",
                (c, v) ->
                        c.getAuthorizationBuilder().getWebhookBuilder().setCacheUnauthorizedTTL(v));
    }

    private static void addSources(FlagTable table) {
        table.config("pod-manifest-path", TEXT, "", KubeletConfiguration.Builder::setStaticPodPath);
        table.config("manifest-url", TEXT, "", KubeletConfiguration.Builder::setStaticPodURL);
        table.config("manifest-url-header", HEADERS, "", ServerFlags::setHeaders);
        table.span("sync-frequency", "1m0s", KubeletConfiguration.Builder::setSyncFrequency);
        table.span(
                "file-check-frequency", "20s", KubeletConfiguration.Builder::setFileCheckFrequency);
        table.span(
                "http-check-frequency", "20s", KubeletConfiguration.Builder::setHttpCheckFrequency);
        table.config("runonce", BOOL, "false", KubeletConfiguration.Builder::setRunOnce);
    }

    private static void setHeaders(
            KubeletConfiguration.Builder config, Map<String, List<String>> headers) {
        config.clearStaticPodURLHeader();
        headers.forEach(
                (name, values) ->
                        config.putStaticPodURLHeader(
                                name, StringList.newBuilder().addAllValues(values).build()));
    }
}
