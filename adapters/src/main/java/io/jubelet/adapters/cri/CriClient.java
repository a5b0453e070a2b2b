package io.jubelet.adapters.cri;

import io.jubelet.adapters.linux.MaskedPaths;
import io.jubelet.core.host.ContainerFiles;
import io.jubelet.core.runtime.RuntimeCallException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The connection to the container runtime: its two services, on one or two sockets, and the one
/// event loop that serves them.
///
/// Thread: any; owns the daemon thread `cri-io`.
public final class CriClient implements AutoCloseable {
    private final EventLoopGroup eventLoop;
    private final CriChannel runtimeChannel;
    private final CriChannel imageChannel;
    private final CriRuntime runtime;
    private final CriImages images;
    private final CriStreaming streaming;

    /// What Netty does at its first use unless told otherwise, and nobody here looks at: events for
    /// the flight recorder, and samples of lost buffers. Both cost classes and time at the start.
    private static final List<String> FRILLS =
            List.of("io.netty.jfr.enabled=false", "io.netty.leakDetection.level=disabled");

    private CriClient(Options options) {
        forgoFrills();
        eventLoop =
                new MultiThreadIoEventLoopGroup(
                        1,
                        Thread.ofPlatform().daemon().name("cri-io").factory(),
                        NioIoHandler.newFactory());
        runtimeChannel = CriChannel.open(options.runtime(), eventLoop, options.observer());
        imageChannel =
                options.images()
                        .filter(endpoint -> !endpoint.socket().equals(options.runtime().socket()))
                        .map(endpoint -> CriChannel.open(endpoint, eventLoop, options.observer()))
                        .orElse(runtimeChannel);
        var configs = new CriConfigs(new CriSecurity(MaskedPaths.ofThisMachine()));
        runtime =
                new CriRuntime(
                        runtimeChannel.calls(),
                        lists(runtimeChannel, options),
                        configs,
                        options.timeout(),
                        new LastWords(options.files()));
        streaming = new CriStreaming(runtimeChannel.calls(), options.timeout());
        images =
                new CriImages(
                        imageChannel.calls(), lists(imageChannel, options), options.timeout());
    }

    private static CriLists lists(CriChannel channel, Options options) {
        return new CriLists(channel.calls(), options.timeout(), options.streamedLists());
    }

    /// An operator's own setting wins.
    private static void forgoFrills() {
        for (var frill : FRILLS) {
            var equals = frill.indexOf('=');
            System.getProperties()
                    .putIfAbsent(frill.substring(0, equals), frill.substring(equals + 1));
        }
    }

    /// How to reach the runtime.
    ///
    /// @param images where the ImageService listens, if not with the runtime
    /// @param timeout `runtimeRequestTimeout`, which most calls get
    /// @param files where the last words of containers are read
    /// @param streamedLists whether lists come in streams, from a runtime that can
    public record Options(
            CriEndpoint runtime,
            Optional<CriEndpoint> images,
            Duration timeout,
            RuntimeCallObserver observer,
            Optional<ContainerFiles> files,
            boolean streamedLists) {
        /// Of one that reads no file that a container left, and lists in one answer.
        public Options(
                CriEndpoint runtime,
                Optional<CriEndpoint> images,
                Duration timeout,
                RuntimeCallObserver observer) {
            this(runtime, images, timeout, observer, Optional.empty(), false);
        }
    }

    /// Prepares the connection without touching the socket: the first call connects.
    public static CriClient open(Options options) {
        return new CriClient(options);
    }

    /// Connects and makes sure that both services speak CRI. Throws [RuntimeCallException] with
    /// the reason and the endpoint at once when one does not answer; nothing is left open then.
    public static CriClient connect(Options options) {
        var client = open(options);
        try {
            client.validate();
            return client;
        } catch (RuntimeCallException failure) {
            client.close();
            throw failure;
        }
    }

    /// Throws unless both services answer.
    public void validate() {
        validate("runtime", runtimeChannel, runtime::version);
        validate("image", imageChannel, images::validate);
    }

    private static void validate(String what, CriChannel channel, Runnable call) {
        try {
            call.run();
        } catch (RuntimeCallException failure) {
            var endpoint = channel.calls().endpoint().text();
            throw new RuntimeCallException(
                    failure.operation(),
                    failure.code(),
                    "validate service connection: validate CRI v1 %s API for endpoint \"%s\": %s"
                            .formatted(what, endpoint, failure.reason()),
                    failure);
        }
    }

    public CriRuntime runtime() {
        return runtime;
    }

    public CriStreaming streaming() {
        return streaming;
    }

    public CriImages images() {
        return images;
    }

    /// Tries a broken connection again now. Calls that cannot reach the runtime do so themselves.
    public void resetConnectBackoff() {
        runtimeChannel.resetConnectBackoff();
        imageChannel.resetConnectBackoff();
    }

    /// Ends the calls in flight with [RuntimeCallException.Code#UNAVAILABLE].
    @Override
    public void close() {
        runtimeChannel.close();
        imageChannel.close();
        var _ = eventLoop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
