package io.jubelet.server.auth;

import com.google.protobuf.Message;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.execution.Execution;
import java.time.Duration;

/// Asks the API server for a review, and asks again a few times where it says that it is in trouble
/// itself.
///
/// Thread: any; it blocks.
///
/// Upstream: apiserver util/webhook WithExponentialBackoff with DefaultAuthWebhookRetryBackoff.
final class ReviewCalls {
    private static final int MOST_TRIES = 5;
    private static final Duration FIRST_WAIT = Duration.ofMillis(500);
    private static final double GROWTH = 1.5;
    private static final double JITTER = 0.2;

    private final ClusterApi api;
    private final Execution execution;

    ReviewCalls(ClusterApi api, Execution execution) {
        this.api = api;
        this.execution = execution;
    }

    /// @throws ApiCallException when there is no answer
    <T extends Message> T create(ApiResource<T> resource, T review) {
        var wait = FIRST_WAIT;
        for (int attempt = 1; ; attempt++) {
            try {
                return api.create(resource, "", review);
            } catch (ApiCallException failure) {
                if (attempt == MOST_TRIES || !isServersTrouble(failure)) {
                    throw failure;
                }
                execution.signal("review-retry").await(withJitter(wait));
                wait = scaled(wait, GROWTH);
            }
        }
    }

    private Duration withJitter(Duration wait) {
        return scaled(wait, 1 + JITTER * execution.random());
    }

    private static Duration scaled(Duration wait, double factor) {
        return Duration.ofNanos((long) (wait.toNanos() * factor));
    }

    private static boolean isServersTrouble(ApiCallException failure) {
        return switch (failure.code()) {
            case TIMED_OUT, TOO_MANY_REQUESTS, SERVER_ERROR -> true;
            case UNREACHABLE,
                    UNAUTHORIZED,
                    FORBIDDEN,
                    NOT_FOUND,
                    ALREADY_EXISTS,
                    CONFLICT,
                    EXPIRED,
                    INVALID,
                    FAILED ->
                    false;
        };
    }
}
