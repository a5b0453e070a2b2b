package io.jubelet.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jubelet.client.login.ClientCertificateSource;
import io.jubelet.client.login.Login;
import io.jubelet.client.testing.Call;
import io.jubelet.client.testing.Clients;
import io.jubelet.client.testing.Objects;
import io.jubelet.client.testing.Protocol;
import io.jubelet.client.testing.StandInServer;
import io.jubelet.client.testing.TestTime;
import io.jubelet.client.testing.TestTls;
import io.jubelet.client.transport.TransportSettings;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.pki.CertifiedKey;
import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// How connections are made, shared, left and lost.
class ConnectionTest {
    private static final ObjectName WEB = new ObjectName("default", "web");
    private static final TestTls TLS = TestTls.honest();
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofSeconds(20);

    private static ApiConnections client(StandInServer server, TransportSettings transport) {
        return client(server, transport, TLS);
    }

    private static ApiConnections client(
            StandInServer server, TransportSettings transport, TestTls trusted) {
        return Clients.open(
                server.address(),
                List.of(trusted.certificate()),
                Clients.settings(LONG, transport),
                TestTime.standing());
    }

    private static void answer(Call call) {
        call.answer(200, Objects.PROTOBUF, Objects.podBytes("web"));
    }

    private static Object get(ClusterApi api) {
        return api.get(ApiResource.PODS, WEB);
    }

    private static ApiCallException failure(ClusterApi api) {
        return catchThrowableOfType(ApiCallException.class, () -> get(api));
    }

    private static void awaitClosed(Channel connection) {
        assertThat(connection.closeFuture().awaitUninterruptibly(20, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void oneConnectionServesOneCallAfterAnother(Protocol protocol) {
        try (var server = protocol.server(ConnectionTest::answer);
                var client = protocol.client(server, TestTime.standing())) {
            for (var i = 0; i < 20; i++) {
                get(client.cluster().api());
            }
            assertThat(server.connections()).hasSize(1);
        }
    }

    @Test
    void noMoreStreamsThanTheServerAllowsAreOpenedOnOneConnection() throws InterruptedException {
        List<Call> held = new CopyOnWriteArrayList<>();
        var all = new CountDownLatch(7);
        Consumer<Call> hold =
                call -> {
                    held.add(call);
                    all.countDown();
                };
        try (var server = StandInServer.secure(TLS, 2, hold);
                var client = client(server, Clients.PATIENT)) {
            List<Background> calls = new ArrayList<>();
            for (var i = 0; i < 7; i++) {
                var call = new Background();
                call.run(() -> get(client.cluster().api()));
                calls.add(call);
            }
            assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
            for (var connection : server.connections()) {
                assertThat(
                                held.stream()
                                        .filter(each -> each.connection().equals(connection))
                                        .count())
                        .isLessThanOrEqualTo(2);
            }
            held.forEach(ConnectionTest::answer);
            calls.forEach(Background::result);
            assertThat(server.connections()).hasSizeBetween(4, 7);
        }
    }

    @Test
    void whatTheServerSaysItDidNotLookAtIsSentAgainElsewhere() {
        var calls = new AtomicInteger();
        Consumer<Call> script =
                call -> {
                    if (calls.incrementAndGet() == 1) {
                        StandInServer.goAway(call.connection(), 0);
                    } else {
                        answer(call);
                    }
                };
        try (var server = StandInServer.secure(TLS, script);
                var client = client(server, Clients.PATIENT)) {
            get(client.cluster().api());
            assertThat(calls).hasValue(2);
            assertThat(server.connections()).hasSize(2);
            awaitClosed(server.connections().getFirst());
        }
    }

    @Test
    void whatTheServerLookedAtWhenItLeavesIsWaitedForAndNotSentAgain() {
        var calls = new AtomicInteger();
        Consumer<Call> script =
                call -> {
                    calls.incrementAndGet();
                    StandInServer.goAway(call.connection(), Integer.MAX_VALUE);
                    answer(call);
                };
        try (var server = StandInServer.secure(TLS, script);
                var client = client(server, Clients.PATIENT)) {
            get(client.cluster().api());
            awaitClosed(server.connections().getFirst());
            get(client.cluster().api());
            assertThat(calls).hasValue(2);
            assertThat(server.connections()).hasSize(2);
        }
    }

    @Test
    void aStreamThatTheServerRefusesIsSentAgainButNotForEver() {
        var calls = new AtomicInteger();
        Consumer<Call> script =
                call -> {
                    calls.incrementAndGet();
                    call.refuse();
                };
        try (var server = StandInServer.secure(TLS, script);
                var client = client(server, Clients.PATIENT)) {
            var failure = failure(client.cluster().api());
            assertThat(failure.code()).isEqualTo(Code.UNREACHABLE);
            assertThat(failure).hasMessageEndingWith("the server ended the stream: REFUSED_STREAM");
            assertThat(calls).hasValue(4);
        }
    }

    @Test
    void aServerWithoutASignOfLifeIsLeftLongBeforeTheDeadline() {
        var calls = new AtomicInteger();
        Consumer<Call> script =
                call -> {
                    if (calls.incrementAndGet() == 1) {
                        call.hang();
                    } else {
                        answer(call);
                    }
                };
        try (var server = StandInServer.secure(TLS, script);
                var client = client(server, Clients.times(SHORT, LONG))) {
            var failure = failure(client.cluster().api());
            assertThat(failure.code()).isEqualTo(Code.UNREACHABLE);
            assertThat(failure)
                    .hasMessageEndingWith(
                            "the connection is dead: no sign of life from the server");
            get(client.cluster().api());
            assertThat(server.connections()).hasSize(2);
        }
    }

    @Test
    void aServerThatIsSlowButAliveIsWaitedFor() {
        // It answers pings meanwhile, and the answer comes after several of them.
        Consumer<Call> script =
                call -> {
                    var _ =
                            call.connection()
                                    .eventLoop()
                                    .schedule(() -> answer(call), 500, TimeUnit.MILLISECONDS);
                };
        try (var server = StandInServer.secure(TLS, script);
                var client = client(server, Clients.asksOften(SHORT, LONG))) {
            get(client.cluster().api());
            assertThat(server.connections()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void aConnectionThatNobodyUsesIsClosedAndMadeAnew(Protocol protocol) {
        var authority = protocol.authority();
        try (var server = protocol.server(ConnectionTest::answer);
                var client =
                        Clients.open(
                                server.address(),
                                List.of(authority),
                                Clients.settings(LONG, Clients.times(LONG, SHORT)),
                                TestTime.standing())) {
            get(client.cluster().api());
            awaitClosed(server.connections().getFirst());
            get(client.cluster().api());
            assertThat(server.connections()).hasSize(2);
        }
    }

    @Test
    void nobodyListening() throws IOException {
        // A port that is taken, so that nobody else takes it, and on which nobody listens.
        try (var taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            var address = "http://127.0.0.1:" + taken.getLocalPort();
            try (var client =
                    Clients.open(
                            address,
                            List.of(),
                            Clients.settings(LONG, Clients.PATIENT),
                            TestTime.standing())) {
                var failure = failure(client.cluster().api());
                assertThat(failure)
                        .hasMessage("cannot connect to " + address + ": connection refused");
                assertThat(failure.code()).isEqualTo(Code.UNREACHABLE);
            }
        }
    }

    @Test
    void aNameThatIsNone() {
        try (var client =
                Clients.open(
                        "https://no-such-host.invalid",
                        List.of(TLS.certificate()),
                        Clients.settings(LONG, Clients.PATIENT),
                        TestTime.standing())) {
            assertThat(failure(client.cluster().api()))
                    .hasMessageStartingWith(
                            "cannot connect to https://no-such-host.invalid: no such host: ");
        }
    }

    private static String tlsFailure(TestTls servers, TestTls trusted) {
        try (var server = StandInServer.secure(servers, ConnectionTest::answer);
                var client = client(server, Clients.PATIENT, trusted)) {
            var failure = failure(client.cluster().api());
            assertThat(failure.code()).isEqualTo(Code.UNREACHABLE);
            var start = "cannot connect to " + server.address() + ": ";
            assertThat(failure.reason()).startsWith(start).doesNotContain("\n");
            return failure.reason().substring(start.length());
        }
    }

    @Test
    void aServerOfAnAuthorityThatWeDoNotKnow() {
        assertThat(tlsFailure(TestTls.honest(), TLS))
                .isEqualTo(
                        "tls: failed to verify certificate: it is signed by an authority that is"
                                + " unknown here: check certificate-authority in the kubeconfig");
    }

    @Test
    void aServerOfAnotherName() {
        var other = TestTls.named("elsewhere.example");
        assertThat(tlsFailure(other, other))
                .isEqualTo(
                        "tls: failed to verify certificate: No subject alternative names matching"
                                + " IP address 127.0.0.1 found");
    }

    @Test
    void aServerWhoseTimeIsOver() {
        var expired = TestTls.expired();
        assertThat(tlsFailure(expired, expired))
                .isEqualTo(
                        "tls: failed to verify certificate: the server's certificate has expired");
    }

    @Test
    void aServerThatSpeaksNoTls() {
        try (var server = StandInServer.plain(ConnectionTest::answer);
                var client =
                        Clients.open(
                                server.address().replace("http:", "https:"),
                                List.of(TLS.certificate()),
                                Clients.settings(LONG, Clients.PATIENT),
                                TestTime.standing())) {
            var failure = failure(client.cluster().api());
            assertThat(failure.code()).isEqualTo(Code.UNREACHABLE);
            assertThat(failure).hasMessageContaining(": tls: the server speaks no TLS");
        }
    }

    private static final class Renewed implements ClientCertificateSource {
        private volatile Optional<CertifiedKey> current;

        Renewed(CertifiedKey first) {
            current = Optional.of(first);
        }

        @Override
        public Optional<CertifiedKey> current() {
            return current;
        }

        /// The next call notices.
        @Override
        public void onChange(Runnable told) {}
    }

    @Test
    void aNewCertificateMeansANewConnectionAndTheOldOneIsClosed() {
        var certificates = new Renewed(TLS.client("first"));
        try (var server = StandInServer.secure(TLS, ConnectionTest::answer);
                var client =
                        ApiConnections.open(
                                Clients.credentials(
                                        server.address(),
                                        List.of(TLS.certificate()),
                                        certificates,
                                        Login.NONE),
                                Clients.settings(LONG, Clients.PATIENT),
                                TestTime.standing())) {
            get(client.cluster().api());
            certificates.current = Optional.of(TLS.client("second"));
            get(client.cluster().api());
            assertThat(server.peers()).containsExactly("CN=first", "CN=second");
            awaitClosed(server.connections().getFirst());
            assertThat(server.connections().get(1).isActive()).isTrue();
        }
    }
}
