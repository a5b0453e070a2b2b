package io.jubelet.adapters.cri;

import com.google.protobuf.Message;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Server;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.jubelet.cri.v1.*;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A CRI server on a Unix socket that answers what a test told it to and keeps what it was asked.
///
/// Thread: any.
final class FakeCri implements AutoCloseable {
    /// They speak of what is on purpose here: a socket without keep-alive, connections cut.
    private static final List<Logger> NOISE =
            Stream.of(
                            "io.netty.bootstrap.ServerBootstrap",
                            "io.grpc.netty.NettyServerHandler",
                            "io.grpc.internal.AbstractClientStream")
                    .map(Logger::getLogger)
                    .toList();

    private final Path socket;
    private final Map<Class<?>, Object> answers = new ConcurrentHashMap<>();
    private final List<Message> requests = new CopyOnWriteArrayList<>();
    private final Map<Class<?>, Optional<Deadline>> deadlines = new ConcurrentHashMap<>();
    private final CountDownLatch eventsAsked = new CountDownLatch(1);
    private final Map<Class<?>, CountDownLatch> arrivals = new ConcurrentHashMap<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile Runnable onConnect = () -> {};
    private volatile @Nullable StreamObserver<ContainerEventResponse> events;
    private final MultiThreadIoEventLoopGroup loop =
            new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Path behind;
    private final Server server;
    private Optional<SocketDoor> door = Optional.empty();

    /// @param generation of the services that it has
    FakeCri(Path socket, CriGeneration generation) {
        this.socket = socket;
        NOISE.forEach(logger -> logger.setLevel(Level.OFF));
        behind = socket.resolveSibling(socket.getFileName() + ".behind");
        server = serve(behind, this, generation, loop);
    }

    static FakeCri started(Path socket) {
        return started(socket, CriGeneration.V1);
    }

    static FakeCri started(Path socket, CriGeneration generation) {
        var fake = new FakeCri(socket, generation);
        fake.answer(
                VersionRequest.class,
                VersionResponse.newBuilder()
                        .setVersion("0.1.0")
                        .setRuntimeName("fake")
                        .setRuntimeVersion("v9.9")
                        .setRuntimeApiVersion(generation.text())
                        .build());
        fake.answer(ImageFsInfoRequest.class, ImageFsInfoResponse.getDefaultInstance());
        fake.start();
        return fake;
    }

    void start() {
        connections.set(0);
        door = Optional.of(new SocketDoor(socket, behind));
    }

    /// Cuts every connection, as a runtime that is killed does.
    void stop() {
        door.ifPresent(SocketDoor::close);
        door = Optional.empty();
    }

    private static Server serve(
            Path at, FakeCri fake, CriGeneration generation, MultiThreadIoEventLoopGroup loop) {
        try {
            return NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(at))
                    .channelType(NioServerDomainSocketChannel.class)
                    .bossEventLoopGroup(loop)
                    .workerEventLoopGroup(loop)
                    .addTransportFilter(fake.new Connections())
                    .addService(FakeServices.of(generation, fake.new RuntimeSide()))
                    .addService(FakeServices.of(generation, fake.new ImageSide()))
                    .fallbackHandlerRegistry(FakeServices.UNKNOWN)
                    .build()
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stop();
        server.shutdownNow();
        var _ = loop.shutdownGracefully(0, 5, TimeUnit.SECONDS);
    }

    /// What to answer to requests of that type: a message, a [Status], [#SILENCE], or for a stream
    /// a list of messages, whose last may be a status.
    void answer(Class<? extends Message> request, Object answer) {
        answers.put(request, answer);
    }

    /// No answer, ever.
    static final Object SILENCE = new Object();

    <T extends Message> T asked(Class<T> type) {
        return requests.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .reduce((_, last) -> last)
                .orElseThrow(() -> new AssertionError("never asked: " + type.getSimpleName()));
    }

    boolean wasAsked(Class<? extends Message> type) {
        return requests.stream().anyMatch(type::isInstance);
    }

    Optional<Deadline> deadlineOf(Class<? extends Message> type) {
        return deadlines.getOrDefault(type, Optional.empty());
    }

    /// Runs `action` whenever a client connects from now on.
    void onConnect(Runnable action) {
        onConnect = action;
        if (connections.get() > 0) {
            action.run();
        }
    }

    void awaitRequest(Class<? extends Message> type) {
        try {
            if (!arrivals.computeIfAbsent(type, _ -> new CountDownLatch(1))
                    .await(10, TimeUnit.SECONDS)) {
                throw new AssertionError("never asked: " + type.getSimpleName());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    StreamObserver<ContainerEventResponse> events() {
        try {
            if (!eventsAsked.await(10, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody asked for events");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        var stream = events;
        if (stream == null) {
            throw new AssertionError("no stream");
        }
        return stream;
    }

    @SuppressWarnings("unchecked") // The test pairs requests and answers; a mismatch fails it.
    private <R> void reply(Message request, StreamObserver<R> to) {
        requests.add(request);
        arrivals.computeIfAbsent(request.getClass(), _ -> new CountDownLatch(1)).countDown();
        deadlines.put(request.getClass(), Optional.ofNullable(Context.current().getDeadline()));
        var answer = answers.getOrDefault(request.getClass(), Status.UNIMPLEMENTED);
        for (var message : answer instanceof List<?> stream ? stream : List.of(answer)) {
            if (message instanceof Status status) {
                to.onError(status.asRuntimeException());
                return;
            } else if (message.equals(SILENCE)) {
                return;
            }
            to.onNext((R) message);
        }
        to.onCompleted();
    }

    private final class Connections extends ServerTransportFilter {
        @Override
        public Attributes transportReady(Attributes attributes) {
            connections.incrementAndGet();
            onConnect.run();
            return attributes;
        }
    }

    private final class RuntimeSide extends RuntimeServiceGrpc.RuntimeServiceImplBase {
        @Override
        public void version(VersionRequest request, StreamObserver<VersionResponse> to) {
            reply(request, to);
        }

        @Override
        public void status(StatusRequest request, StreamObserver<StatusResponse> to) {
            reply(request, to);
        }

        @Override
        public void runtimeConfig(
                RuntimeConfigRequest request, StreamObserver<RuntimeConfigResponse> to) {
            reply(request, to);
        }

        @Override
        public void listPodSandbox(
                ListPodSandboxRequest request, StreamObserver<ListPodSandboxResponse> to) {
            reply(request, to);
        }

        @Override
        public void listContainers(
                ListContainersRequest request, StreamObserver<ListContainersResponse> to) {
            reply(request, to);
        }

        @Override
        public void streamPodSandboxes(
                StreamPodSandboxesRequest request, StreamObserver<StreamPodSandboxesResponse> to) {
            reply(request, to);
        }

        @Override
        public void streamContainers(
                StreamContainersRequest request, StreamObserver<StreamContainersResponse> to) {
            reply(request, to);
        }

        @Override
        public void podSandboxStatus(
                PodSandboxStatusRequest request, StreamObserver<PodSandboxStatusResponse> to) {
            reply(request, to);
        }

        @Override
        public void containerStatus(
                ContainerStatusRequest request, StreamObserver<ContainerStatusResponse> to) {
            reply(request, to);
        }

        @Override
        public void runPodSandbox(
                RunPodSandboxRequest request, StreamObserver<RunPodSandboxResponse> to) {
            reply(request, to);
        }

        @Override
        public void stopPodSandbox(
                StopPodSandboxRequest request, StreamObserver<StopPodSandboxResponse> to) {
            reply(request, to);
        }

        @Override
        public void createContainer(
                CreateContainerRequest request, StreamObserver<CreateContainerResponse> to) {
            reply(request, to);
        }

        @Override
        public void stopContainer(
                StopContainerRequest request, StreamObserver<StopContainerResponse> to) {
            reply(request, to);
        }

        @Override
        public void removeContainer(
                RemoveContainerRequest request, StreamObserver<RemoveContainerResponse> to) {
            reply(request, to);
        }

        @Override
        public void getContainerEvents(
                GetEventsRequest request, StreamObserver<ContainerEventResponse> to) {
            if (!SILENCE.equals(answers.get(GetEventsRequest.class))) {
                reply(request, to);
                return;
            }
            // Without a handler a cancelled call makes the next message an exception here.
            ((ServerCallStreamObserver<ContainerEventResponse>) to).setOnCancelHandler(() -> {});
            events = to;
            eventsAsked.countDown();
        }
    }

    private final class ImageSide extends ImageServiceGrpc.ImageServiceImplBase {
        @Override
        public void imageFsInfo(
                ImageFsInfoRequest request, StreamObserver<ImageFsInfoResponse> to) {
            reply(request, to);
        }

        @Override
        public void listImages(ListImagesRequest request, StreamObserver<ListImagesResponse> to) {
            reply(request, to);
        }

        @Override
        public void streamImages(
                StreamImagesRequest request, StreamObserver<StreamImagesResponse> to) {
            reply(request, to);
        }

        @Override
        public void imageStatus(
                ImageStatusRequest request, StreamObserver<ImageStatusResponse> to) {
            reply(request, to);
        }

        @Override
        public void pullImage(PullImageRequest request, StreamObserver<PullImageResponse> to) {
            reply(request, to);
        }
    }
}
