package io.jubelet.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.jubelet.client.testing.Call;
import io.jubelet.client.testing.Objects;
import io.jubelet.client.testing.Protocol;
import io.jubelet.client.testing.TestTime;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ClusterApi.Staleness;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Calls with one answer, both ways to the server.
class CallTest {
    private static final ObjectName WEB = new ObjectName("default", "web");

    private final TestTime time = TestTime.standing();

    private interface Use {
        void of(ClusterApi api);
    }

    private void with(Protocol protocol, Consumer<Call> script, Use use) {
        try (var server = protocol.server(script);
                var client = protocol.client(server, time)) {
            use.of(client.cluster().api());
        }
    }

    private static ApiCallException failure(ClusterApi api) {
        return catchThrowableOfType(ApiCallException.class, () -> api.get(ApiResource.PODS, WEB));
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void everyCallIsSentAsTheServerKnowsIt(Protocol protocol) {
        List<String> asked = new CopyOnWriteArrayList<>();
        with(
                protocol,
                call -> {
                    asked.add(
                            "%s %s %s %s"
                                    .formatted(
                                            call.method(),
                                            call.target(),
                                            call.header("content-type"),
                                            call.header("user-agent")));
                    var list = call.target().contains("?");
                    var body = list ? Objects.pods("7", "a", "b") : Objects.podBytes("web");
                    call.answer(200, Objects.PROTOBUF, body);
                },
                api -> {
                    var pod = Objects.pod("web");
                    assertThat(api.get(ApiResource.PODS, WEB)).isEqualTo(pod);
                    var some = new Selection("", "app in (a,b)", "spec.nodeName=n");
                    var list = api.list(ApiResource.PODS, some, Staleness.ANY);
                    assertThat(list.items()).containsExactly(Objects.pod("a"), Objects.pod("b"));
                    assertThat(list.resourceVersion()).isEqualTo("7");
                    assertThat(api.create(ApiResource.PODS, "default", pod)).isEqualTo(pod);
                    api.update(ApiResource.PODS, WEB, pod);
                    api.patch(ApiResource.PODS, WEB, Patch.ofStatus("{}"));
                    api.delete(ApiResource.PODS, WEB, Deletion.now("u"));
                });
        var one = "/api/v1/namespaces/default/pods/web";
        assertThat(asked)
                .containsExactly(
                        "GET " + one + "  test",
                        "GET /api/v1/pods?fieldSelector=spec.nodeName%3Dn"
                                + "&labelSelector=app%20in%20%28a%2Cb%29&resourceVersion=0  test",
                        "POST /api/v1/namespaces/default/pods " + Objects.PROTOBUF + " test",
                        "PUT " + one + " " + Objects.PROTOBUF + " test",
                        "PATCH " + one + "/status application/strategic-merge-patch+json test",
                        "DELETE " + one + " " + Objects.PROTOBUF + " test");
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void aLargeObjectGoesBothWays(Protocol protocol) {
        var large = Objects.pod("x".repeat(3_000_000));
        with(
                protocol,
                call -> call.answer(200, Objects.PROTOBUF, call.body()),
                api -> assertThat(api.create(ApiResource.PODS, "default", large)).isEqualTo(large));
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void aRefusalHasTheServersWordsAndCode(Protocol protocol) {
        var body = Objects.statusBytes(409, "AlreadyExists", "pods \"web\" already exists");
        with(
                protocol,
                call -> call.answer(409, Objects.PROTOBUF, body),
                api -> {
                    var failure = failure(api);
                    assertThat(failure.code()).isEqualTo(Code.ALREADY_EXISTS);
                    assertThat(failure).hasMessage("pods \"web\" already exists");
                });
    }

    @ParameterizedTest
    @CsvSource({"HTTP_1_PLAIN, 429", "HTTP_1_PLAIN, 503", "HTTP_2_TLS, 429", "HTTP_2_TLS, 503"})
    void whatTheServerAsksToRepeatIsRepeatedAfterItsTime(Protocol protocol, int status) {
        var calls = new AtomicInteger();
        with(
                protocol,
                call -> {
                    if (calls.incrementAndGet() < 3) {
                        var wait = Map.of("retry-after", "2");
                        call.answer(status, "text/plain", wait, ByteString.EMPTY);
                    } else {
                        call.answer(200, Objects.PROTOBUF, Objects.podBytes("web"));
                    }
                },
                api -> assertThat(api.get(ApiResource.PODS, WEB)).isEqualTo(Objects.pod("web")));
        assertThat(time.waits()).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void aServerThatAlwaysAsksToRepeatIsLeftAfterTenTimes(Protocol protocol) {
        var calls = new AtomicInteger();
        with(
                protocol,
                call -> {
                    calls.incrementAndGet();
                    var wait = Map.of("retry-after", "1");
                    call.answer(429, "text/plain", wait, ByteString.EMPTY);
                },
                api -> {
                    var failure = failure(api);
                    assertThat(failure.code()).isEqualTo(Code.TOO_MANY_REQUESTS);
                    assertThat(failure.retryAfter()).contains(Duration.ofSeconds(1));
                });
        assertThat(calls).hasValue(11);
    }

    @ParameterizedTest
    @CsvSource({"500, 600", "503, ''", "429, ''", "404, 1", "503, soon"})
    void whatCannotBeRepeatedInTimeOrWasNotAskedForIsNot(int status, String after) {
        var calls = new AtomicInteger();
        with(
                Protocol.HTTP_2_TLS,
                call -> {
                    calls.incrementAndGet();
                    var more =
                            after.isEmpty()
                                    ? Map.<String, String>of()
                                    : Map.of("retry-after", after);
                    call.answer(status, "text/plain", more, ByteString.copyFromUtf8("no"));
                },
                api ->
                        assertThat(failure(api))
                                .hasMessage("the server answered " + status + ": no"));
        assertThat(calls).hasValue(1);
        assertThat(time.waits()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void anAnswerThatIsCutShortIsNoAnswer(Protocol protocol) {
        var whole = Objects.podBytes("web");
        var calls = new AtomicInteger();
        with(
                protocol,
                call -> {
                    var length = Map.of("content-length", Integer.toString(whole.size()));
                    switch (calls.incrementAndGet()) {
                        case 1 -> call.head(200, Objects.PROTOBUF, Map.of());
                        case 2 -> call.head(200, Objects.PROTOBUF, length);
                        default -> {}
                    }
                    if (calls.get() < 3) {
                        call.data(whole.substring(0, whole.size() - 1));
                    }
                    call.cut();
                },
                api -> {
                    for (var i = 0; i < 3; i++) {
                        assertThat(failure(api).code()).isEqualTo(Code.UNREACHABLE);
                    }
                });
        assertThat(calls).hasValue(3);
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void aServerThatNeverAnswersIsLeftAtTheDeadline(Protocol protocol) {
        try (var server = protocol.server(call -> {});
                var client = protocol.client(server, time, Duration.ofMillis(200))) {
            var failure = failure(client.cluster().api());
            assertThat(failure.code()).isEqualTo(Code.TIMED_OUT);
            assertThat(failure).hasMessage("no answer within 200ms");
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void anAnswerThatDoesNotEndIsLeftAtTheDeadline(Protocol protocol) {
        Consumer<Call> half =
                call -> {
                    call.head(200, Objects.PROTOBUF, Map.of());
                    call.data(ByteString.copyFromUtf8("k8s"));
                };
        try (var server = protocol.server(half);
                var client = protocol.client(server, time, Duration.ofMillis(200))) {
            assertThat(failure(client.cluster().api()).code()).isEqualTo(Code.TIMED_OUT);
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void theHungConnectionOfOneDelaysNoOther(Protocol protocol) throws InterruptedException {
        var hangs = new CountDownLatch(1);
        try (var server =
                        protocol.server(
                                call -> {
                                    if (call.target().endsWith("/hung")) {
                                        call.hang();
                                        hangs.countDown();
                                    } else {
                                        call.answer(200, Objects.PROTOBUF, Objects.podBytes("web"));
                                    }
                                });
                var client = protocol.client(server, time);
                var hanging = new Background()) {
            var hung = new ObjectName("default", "hung");
            var api = client.cluster().api();
            hanging.run(() -> api.get(ApiResource.PODS, hung));
            assertThat(hangs.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(client.cluster().heartbeats().get(ApiResource.PODS, WEB)).isNotNull();
            assertThat(client.cluster().events().get(ApiResource.PODS, WEB)).isNotNull();
            client.closeAll("the test ends");
            assertThat(hanging.failure().code()).isEqualTo(Code.UNREACHABLE);
        }
    }
}
