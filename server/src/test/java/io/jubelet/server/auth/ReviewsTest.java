package io.jubelet.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.api.authentication.ExtraValue;
import io.jubelet.api.authentication.TokenReviewStatus;
import io.jubelet.api.authentication.UserInfo;
import io.jubelet.api.authorization.SubjectAccessReview;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.server.http.Headers;
import io.jubelet.server.http.Headers.Header;
import io.jubelet.server.http.Request;
import io.jubelet.server.testing.FakeReviews;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReviewsTest {
    private final FakeReviews api = new FakeReviews();
    private final AtomicLong nanos = new AtomicLong();
    private final ReviewCalls calls = new ReviewCalls(api, new SystemExecution());
    private final TokenReviews tokens = new TokenReviews(calls, Duration.ofMinutes(2), nanos::get);
    private final ReviewingAuthorizer authorizer =
            new ReviewingAuthorizer(calls, AuthSettings.ReviewTimes.STANDARD, nanos::get);

    @BeforeEach
    void annHasAToken() {
        api.users.put(
                "good",
                UserInfo.newBuilder()
                        .setUsername("ann")
                        .setUid("u1")
                        .addGroups("devs")
                        .putExtra("team", ExtraValue.newBuilder().addItems("red").build())
                        .build());
    }

    private static Request request(Header... headers) {
        return new Request(
                "GET",
                "/metrics",
                "/metrics",
                Map.of(),
                "",
                new Headers(List.of(headers)),
                List.of());
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @ParameterizedTest(name = "\"{0}\": {1}")
    @CsvSource({
        "'Bearer good', good",
        "'bearer good', good",
        "'  BEARER good  ', good",
        "'Bearer good more', good",
        "Bearer, ''",
        "'Bearer ', ''",
        "'Bearer  good', ''",
        "'Basic good', ''",
        "good, ''",
        "'', ''",
    })
    void theTokenIsTakenOutOfTheHeader(String header, String token) {
        assertThat(
                        BearerTokenAuthenticator.fromHeader(
                                        request(new Header("authorization", header)))
                                .orElse(""))
                .isEqualTo(token);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "'v4.channel.k8s.io, base64url.bearer.authorization.k8s.io.Z29vZA', good",
        "'base64url.bearer.authorization.k8s.io.Z29vZA, v4.channel.k8s.io', good",
        "base64url.bearer.authorization.k8s.io.Z29vZA, ''",
        "'v4.channel.k8s.io, base64url.bearer.authorization.k8s.io.', ''",
        "'v4.channel.k8s.io, base64url.bearer.authorization.k8s.io.!', ''",
        "v4.channel.k8s.io, ''",
    })
    void theTokenIsTakenOutOfAWebSocketsProtocols(String protocols, String token) {
        assertThat(
                        BearerTokenAuthenticator.fromProtocols(
                                        request(
                                                new Header("Connection", "Upgrade"),
                                                new Header("Upgrade", "websocket"),
                                                new Header("Sec-WebSocket-Protocol", protocols)))
                                .orElse(""))
                .isEqualTo(token);
    }

    @Test
    void aKnownTokenIsItsUser() {
        assertThat(tokens.review("good"))
                .isEqualTo(
                        new Authentication.Known(
                                new User(
                                        "ann",
                                        "u1",
                                        List.of("devs", "system:authenticated"),
                                        Map.of("team", List.of("red")))));
    }

    @Test
    void bothAnswersAreRememberedForTwoMinutes() {
        for (int each = 0; each < 4; each++) {
            tokens.review("good");
            assertThat(tokens.review("bad"))
                    .isEqualTo(new Authentication.Wrong("invalid bearer token"));
            pass(Duration.ofSeconds(59));
        }
        assertThat(api.asked).hasSize(4);
    }

    @Test
    void anErrorIsNotRemembered() {
        api.unknown = TokenReviewStatus.newBuilder().setError("token expired").build();
        assertThat(tokens.review("bad")).isEqualTo(new Authentication.Wrong("token expired"));
        assertThat(tokens.review("bad")).isEqualTo(new Authentication.Wrong("token expired"));
        assertThat(api.asked).hasSize(2);

        api.failure = Optional.of(new ApiCallException(Code.UNREACHABLE, "no route"));
        assertThat(tokens.review("good"))
                .isEqualTo(
                        new Authentication.Wrong(
                                "the API server could not look at a token: no route"));
        api.failure = Optional.empty();
        assertThat(tokens.review("good")).isInstanceOf(Authentication.Known.class);
    }

    private static Authorizer.Attributes metrics(User user) {
        return new Authorizer.Attributes(user, "get", "node-1", "metrics", "/metrics");
    }

    @Test
    void theReviewSaysWhoAndWhat() {
        api.allowed.add("ann get nodes/metrics");

        assertThat(authorizer.allows(metrics(new User("ann", "u1", List.of("devs"), Map.of()))))
                .isTrue();

        var spec = ((SubjectAccessReview) api.asked.getFirst()).getSpec();
        assertThat(spec.getUid()).isEqualTo("u1");
        assertThat(spec.getGroupsList()).containsExactly("devs");
        var what = spec.getResourceAttributes();
        assertThat(what.getVersion()).isEqualTo("v1");
        assertThat(what.getName()).isEqualTo("node-1");
        assertThat(what.getNamespace()).isEmpty();
        assertThat(spec.hasNonResourceAttributes()).isFalse();
    }

    @Test
    void yesIsRememberedForFiveMinutesAndNoForThirtySeconds() {
        api.allowed.add("ann get nodes/metrics");
        var ann = new User("ann", List.of());
        var bob = new User("bob", List.of());
        authorizer.allows(metrics(ann));
        authorizer.allows(metrics(bob));
        api.allowed.clear();
        api.allowed.add("bob get nodes/metrics");

        pass(Duration.ofSeconds(29));
        assertThat(authorizer.allows(metrics(ann))).isTrue();
        assertThat(authorizer.allows(metrics(bob))).isFalse();
        pass(Duration.ofSeconds(2));
        assertThat(authorizer.allows(metrics(bob))).isTrue();
        pass(Duration.ofMinutes(5));
        assertThat(authorizer.allows(metrics(ann))).isFalse();
    }

    @Test
    void whatAStrangerMakesLongIsNotRemembered() {
        var path = "/metrics/" + "x".repeat(10_000);
        var asked = new Authorizer.Attributes(User.ANONYMOUS, "get", "node-1", "metrics", path);

        authorizer.allows(asked);
        authorizer.allows(asked);

        assertThat(api.asked).hasSize(2);
    }

    @Test
    void noAnswerIsNoDecision() {
        api.failure = Optional.of(new ApiCallException(Code.FORBIDDEN, "not yours"));

        assertThatThrownBy(() -> authorizer.allows(metrics(User.ANONYMOUS)))
                .isInstanceOf(Authorizer.UndecidedException.class)
                .hasMessage("not yours");
    }

    @Test
    void theCacheForgetsWhatWasNotUsedForLongest() {
        var cache = new ExpiringCache<String, String>(2, nanos::get);
        cache.keep("a", "1", Duration.ofMinutes(1));
        cache.keep("b", "2", Duration.ofMinutes(1));
        cache.find("a");
        cache.keep("c", "3", Duration.ofMinutes(1));

        assertThat(cache.find("a")).hasValue("1");
        assertThat(cache.find("b")).isEmpty();
        assertThat(cache.size()).isEqualTo(2);
    }
}
