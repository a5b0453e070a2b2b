package io.jubelet.server.auth;

import io.jubelet.api.authentication.TokenReview;
import io.jubelet.api.authentication.TokenReviewSpec;
import io.jubelet.api.authentication.TokenReviewStatus;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Has tokens looked at by the API server. An answer is remembered for a while, whether it was yes
/// or no; a failure is not. Requests with the same token that come together ask once. Tokens are
/// remembered only as keyed hashes.
///
/// Thread: any; it blocks.
///
/// Upstream: apiserver authenticator/token/webhook behind authentication/token/cache.
final class TokenReviews {
    private static final int MOST_TOKENS = 4096;
    private static final String HASH = "HmacSHA256";

    private final ReviewCalls calls;
    private final Duration keep;
    private final ExpiringCache<String, Authentication> known;
    private final ConcurrentHashMap<String, CompletableFuture<Authentication>> asked =
            new ConcurrentHashMap<>();
    private final SecretKeySpec key;

    /// @param keep how long an answer counts
    TokenReviews(ReviewCalls calls, Duration keep, LongSupplier nanos) {
        this.calls = calls;
        this.keep = keep;
        this.known = new ExpiringCache<>(MOST_TOKENS, nanos);
        var random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, HASH);
    }

    Authentication review(String token) {
        var hash = hash(token);
        var before = known.find(hash);
        if (before.isPresent()) {
            return before.get();
        }
        var mine = new CompletableFuture<Authentication>();
        var theirs = asked.putIfAbsent(hash, mine);
        if (theirs != null) {
            return joined(theirs);
        }
        try {
            mine.complete(known.find(hash).orElseGet(() -> ask(hash, token)));
        } catch (RuntimeException | Error failure) {
            mine.completeExceptionally(failure);
            throw failure;
        } finally {
            asked.remove(hash);
        }
        return mine.join();
    }

    private static Authentication joined(CompletableFuture<Authentication> answer) {
        try {
            return answer.join();
        } catch (CompletionException failure) {
            return new Authentication.Wrong("the token could not be looked at");
        }
    }

    private Authentication ask(String hash, String token) {
        var spec = TokenReviewSpec.newBuilder().setToken(token);
        var review = TokenReview.newBuilder().setSpec(spec).build();
        TokenReviewStatus status;
        try {
            status = calls.create(ApiResource.TOKEN_REVIEWS, review).getStatus();
        } catch (ApiCallException failure) {
            return new Authentication.Wrong(
                    "the API server could not look at a token: " + failure.reason());
        }
        var found = found(status);
        if (status.getAuthenticated() || status.getError().isEmpty()) {
            known.keep(hash, found, keep);
        }
        return found;
    }

    private static Authentication found(TokenReviewStatus status) {
        if (!status.getAuthenticated()) {
            return new Authentication.Wrong(
                    status.getError().isEmpty() ? "invalid bearer token" : status.getError());
        }
        var user = status.getUser();
        var extra = new LinkedHashMap<String, List<String>>();
        user.getExtraMap().forEach((name, values) -> extra.put(name, values.getItemsList()));
        return new Authentication.Known(
                new User(user.getUsername(), user.getUid(), user.getGroupsList(), extra)
                        .authenticated());
    }

    private String hash(String token) {
        try {
            var mac = Mac.getInstance(HASH);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(token.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
