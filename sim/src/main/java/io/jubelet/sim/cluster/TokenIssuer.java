package io.jubelet.sim.cluster;

import com.google.protobuf.Message;
import io.jubelet.api.authentication.TokenRequest;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectMetadata;
import io.jubelet.core.cluster.ObjectName;
import java.time.Instant;
import java.util.function.Supplier;

/// Answers requests for service account tokens with words that can be told apart.
///
/// Thread: any; counts under its monitor.
/// Upstream: registry/core/serviceaccount/storage/token.go.
final class TokenIssuer {
    private static final long DEFAULT_SECONDS = 3600;

    private final Supplier<Instant> clock;
    private final ClusterModel model;
    private int issued;

    TokenIssuer(Supplier<Instant> clock, ClusterModel model) {
        this.clock = clock;
        this.model = model;
    }

    synchronized Message issue(Message owner, Message asked) {
        var request = (TokenRequest) asked;
        var account = ObjectMetadata.nameOf(owner);
        var bound = request.getSpec().getBoundObjectRef();
        if (bound.getKind().equals("Pod")) {
            var pod =
                    model.get(
                            ApiResource.PODS, new ObjectName(account.namespace(), bound.getName()));
            var uid = pod.getMetadata().getUid();
            if (!bound.getUID().isEmpty() && !bound.getUID().equals(uid)) {
                throw ApiErrors.conflict(
                        ApiResource.PODS,
                        bound.getName(),
                        "the UID in the bound object reference ("
                                + bound.getUID()
                                + ") does not match the UID in record. The object might have been"
                                + " deleted and then recreated");
            }
        }
        issued++;
        var seconds =
                request.getSpec().hasExpirationSeconds()
                        ? request.getSpec().getExpirationSeconds()
                        : DEFAULT_SECONDS;
        var answer = request.toBuilder();
        answer.getStatusBuilder()
                .setToken("token-" + account + "-" + issued)
                .setExpirationTimestamp(Metadata.time(clock.get().plusSeconds(seconds)));
        return answer.build();
    }
}
