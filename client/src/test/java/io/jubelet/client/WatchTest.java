package io.jubelet.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.jubelet.api.core.Pod;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.client.testing.Call;
import io.jubelet.client.testing.Clients;
import io.jubelet.client.testing.Objects;
import io.jubelet.client.testing.Protocol;
import io.jubelet.client.testing.TestTime;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectEvent;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.ObjectWatch.Next;
import io.jubelet.core.cluster.Selection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Watches, both ways to the server.
class WatchTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final ByteString ADDED = Objects.event("ADDED", "Pod", Objects.pod("a"));
    private static final ByteString DELETED = Objects.event("DELETED", "Pod", Objects.pod("a"));

    private interface Use {
        void of(ClusterApi api) throws InterruptedException;
    }

    private static void with(Protocol protocol, Consumer<Call> script, Use use) {
        try (var server = protocol.server(script);
                var client = protocol.client(server, TestTime.standing())) {
            use.of(client.cluster().api());
        } catch (InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    private static ObjectWatch<Pod> watch(ClusterApi api) {
        return api.watch(ApiResource.PODS, Selection.ALL, "5", Duration.ofMinutes(5));
    }

    private static void begin(Call call) {
        call.head(200, Objects.WATCH, Map.of());
    }

    private static Next<Pod> added() {
        return new Next.Event<>(new ObjectEvent.Added<>(Objects.pod("a")));
    }

    private static Next<Pod> deleted() {
        return new Next.Event<>(new ObjectEvent.Deleted<>(Objects.pod("a")));
    }

    private static ApiCallException failure(ObjectWatch<Pod> watch) {
        return catchThrowableOfType(ApiCallException.class, () -> watch.next(LONG));
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void eventsMayBeSplitAtEveryByte(Protocol protocol) {
        var both = ADDED.concat(DELETED);
        var splits = IntStream.rangeClosed(0, both.size()).iterator();
        with(
                protocol,
                call -> {
                    var at = splits.nextInt();
                    begin(call);
                    call.data(both.substring(0, at));
                    call.data(both.substring(at));
                    call.end();
                },
                api -> {
                    for (var i = 0; i <= both.size(); i++) {
                        try (var watch = watch(api)) {
                            assertThat(watch.next(LONG)).as("split at %s", i).isEqualTo(added());
                            assertThat(watch.next(LONG)).isEqualTo(deleted());
                            assertThat(watch.next(LONG)).isInstanceOf(Next.Ended.class);
                        }
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void anEndWithinAnEventIsABreak(Protocol protocol) {
        var calls = new AtomicInteger();
        with(
                protocol,
                call -> {
                    begin(call);
                    call.data(ADDED.concat(DELETED.substring(0, 7)));
                    if (calls.incrementAndGet() == 1) {
                        call.end();
                    } else {
                        call.cut();
                    }
                },
                api -> {
                    for (var i = 0; i < 2; i++) {
                        try (var watch = watch(api)) {
                            assertThat(watch.next(LONG)).isEqualTo(added());
                            assertThat(failure(watch).code()).isEqualTo(Code.UNREACHABLE);
                        }
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void aCutBetweenEventsIsABreakToo(Protocol protocol) {
        with(
                protocol,
                call -> {
                    begin(call);
                    call.data(ADDED);
                    call.cut();
                },
                api -> {
                    try (var watch = watch(api)) {
                        assertThat(watch.next(LONG)).isEqualTo(added());
                        assertThat(failure(watch).code()).isEqualTo(Code.UNREACHABLE);
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void whatIsWrongMayBeSaidInTheStream(Protocol protocol) {
        var gone = Objects.status(410, "Expired", "too old resource version: 5 (9)");
        with(
                protocol,
                call -> {
                    begin(call);
                    call.data(ADDED.concat(Objects.event("ERROR", "Status", gone)));
                },
                api -> {
                    try (var watch = watch(api)) {
                        assertThat(watch.next(LONG)).isEqualTo(added());
                        var failure = failure(watch);
                        assertThat(failure.code()).isEqualTo(Code.EXPIRED);
                        assertThat(failure).hasMessage("too old resource version: 5 (9)");
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void orAtOnce(Protocol protocol) {
        with(
                protocol,
                call ->
                        call.answer(
                                410, Objects.PROTOBUF, Objects.statusBytes(410, "Expired", "old")),
                api ->
                        assertThat(
                                        catchThrowableOfType(
                                                        ApiCallException.class, () -> watch(api))
                                                .code())
                                .isEqualTo(Code.EXPIRED));
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void bookmarksCountAndUnknownEventsDoNot(Protocol protocol) {
        var at = Pod.newBuilder().setMetadata(ObjectMeta.newBuilder().setResourceVersion("99"));
        with(
                protocol,
                call -> {
                    begin(call);
                    call.data(Objects.event("FUTURE", "Pod", Objects.pod("a")));
                    call.data(Objects.event("BOOKMARK", "Pod", at.build()));
                },
                api -> {
                    try (var watch = watch(api)) {
                        assertThat(watch.next(LONG))
                                .isEqualTo(new Next.Event<>(new ObjectEvent.Bookmark<>("99")));
                        assertThat(watch.next(Duration.ZERO)).isInstanceOf(Next.Nothing.class);
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void closingFromElsewhereEndsTheRead(Protocol protocol) {
        var left = new CompletableFuture<Boolean>();
        with(
                protocol,
                call -> {
                    begin(call);
                    call.whenLeft(() -> left.complete(true));
                },
                api -> {
                    var watch = watch(api);
                    try (var reader = new Background()) {
                        reader.run(() -> watch.next(LONG));
                        watch.close();
                        assertThat(reader.result()).isInstanceOf(Next.Ended.class);
                        assertThat(left).succeedsWithin(LONG);
                    }
                });
    }

    @Test
    void aSlowReaderHoldsUpItsOwnStreamAndNoOther() {
        var sent = new AtomicInteger();
        var filler = Objects.event("ADDED", "Pod", Objects.pod("x".repeat(8 * 1024)));
        var count = 500;
        with(
                Protocol.HTTP_2_TLS,
                call -> {
                    if (!call.target().contains("watch=true")) {
                        call.answer(200, Objects.PROTOBUF, Objects.podBytes("a"));
                        return;
                    }
                    begin(call);
                    for (var i = 0; i < count; i++) {
                        call.data(filler, () -> sent.addAndGet(filler.size()));
                    }
                    call.end();
                },
                api -> {
                    try (var watch = watch(api)) {
                        // Their answers come after all that the server could send of the watch.
                        for (var i = 0; i < 20; i++) {
                            api.get(ApiResource.PODS, new ObjectName("default", "a"));
                        }
                        assertThat(sent.get()).isPositive().isLessThanOrEqualTo(Clients.WINDOW);
                        for (var i = 0; i < count; i++) {
                            assertThat(watch.next(LONG)).isInstanceOf(Next.Event.class);
                        }
                        assertThat(watch.next(LONG)).isInstanceOf(Next.Ended.class);
                    }
                });
    }
}
