package io.jubelet.server;

import io.jubelet.server.auth.AuthSettings;
import io.jubelet.server.http.HttpLimits;
import io.jubelet.server.tls.TlsSettings;
import java.time.Duration;

/// What is configured about the node's HTTPS port and its read-only sister.
///
/// @param address an IP address, `0.0.0.0` for all
/// @param port of HTTPS; 0 lets the system choose
/// @param readOnlyPort of plain HTTP; 0 for none
/// @param debuggingHandlers whether more than health, pods and metrics is served
/// @param splitLogStreams whether one stream of a container's log may be asked for (gate
///     PodLogsQuerySplitStreams)
/// @param node the node's name
/// @param syncFrequency how often every pod is looked at, which bounds how long the loop may be
///     silent
/// @param pages what people who look into the process are shown
public record ServerSettings(
        String address,
        int port,
        int readOnlyPort,
        boolean debuggingHandlers,
        boolean splitLogStreams,
        String node,
        Duration syncFrequency,
        TlsSettings tls,
        AuthSettings auth,
        HttpLimits limits,
        NodePages pages) {
    /// The same with other TLS.
    public ServerSettings with(TlsSettings other) {
        return new ServerSettings(
                address,
                port,
                readOnlyPort,
                debuggingHandlers,
                splitLogStreams,
                node,
                syncFrequency,
                other,
                auth,
                limits,
                pages);
    }
}
