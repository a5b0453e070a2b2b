package io.jubelet.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.jubelet.client.transport.Exchange;
import io.jubelet.client.transport.Exchange.Chunk;
import io.jubelet.client.wire.FrameCutter;
import io.jubelet.client.wire.Refusals;
import io.jubelet.client.wire.WireFormat;
import io.jubelet.client.wire.WireFormat.WatchFrame;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectEvent;
import io.jubelet.core.cluster.ObjectWatch;
import java.time.Duration;
import java.util.Optional;

/// A watch whose events come on a stream of the connection.
///
/// Thread: its reader's; `close` from any.
final class StreamedWatch<T extends Message> implements ObjectWatch<T> {
    private final ApiResource<T> resource;
    private final WireFormat format;
    private final Exchange exchange;
    private final FrameCutter cutter;
    private volatile boolean closed;

    StreamedWatch(ApiResource<T> resource, WireFormat format, Exchange exchange) {
        this.resource = resource;
        this.format = format;
        this.exchange = exchange;
        this.cutter = format.cutter();
    }

    @Override
    public Next<T> next(Duration atMost) {
        var end = System.nanoTime() + atMost.toNanos();
        while (true) {
            if (closed) {
                return new Next.Ended<>();
            }
            var frame = HttpClusterApi.readable(cutter::next);
            if (frame.isPresent()) {
                var event = event(frame.get());
                if (event.isPresent()) {
                    return new Next.Event<>(event.get());
                }
                continue;
            }
            switch (read(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) {
                case Chunk.Data(ByteString bytes) -> cutter.add(bytes);
                case Chunk.Nothing _ -> {
                    return new Next.Nothing<>();
                }
                case Chunk.End _ -> {
                    return ended();
                }
            }
        }
    }

    private Chunk read(Duration atMost) {
        try {
            return exchange.read(atMost);
        } catch (ApiCallException failure) {
            if (closed) {
                return new Chunk.End();
            }
            throw failure;
        }
    }

    private Next<T> ended() {
        if (cutter.inTheMiddle() && !closed) {
            throw new ApiCallException(
                    Code.UNREACHABLE, "the watch ended in the middle of an event");
        }
        return new Next.Ended<>();
    }

    /// Empty for a kind of event that we do not know, which is passed over.
    private Optional<ObjectEvent<T>> event(ByteString bytes) {
        WatchFrame frame = HttpClusterApi.readable(() -> format.readEvent(bytes));
        return switch (frame.type()) {
            case "ADDED" -> Optional.of(new ObjectEvent.Added<>(object(frame)));
            case "MODIFIED" -> Optional.of(new ObjectEvent.Modified<>(object(frame)));
            case "DELETED" -> Optional.of(new ObjectEvent.Deleted<>(object(frame)));
            case "BOOKMARK" ->
                    Optional.of(
                            new ObjectEvent.Bookmark<>(
                                    HttpClusterApi.readable(
                                            () -> format.readVersion(frame.object()))));
            case "ERROR" ->
                    throw Refusals.of(
                            HttpClusterApi.readable(() -> format.readStatus(frame.object())));
            default -> Optional.empty();
        };
    }

    private T object(WatchFrame frame) {
        return HttpClusterApi.readable(() -> format.read(resource, frame.object()));
    }

    @Override
    public void close() {
        closed = true;
        exchange.cancel();
    }
}
