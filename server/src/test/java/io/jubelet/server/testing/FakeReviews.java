package io.jubelet.server.testing;

import com.google.protobuf.Message;
import io.jubelet.api.authentication.TokenReview;
import io.jubelet.api.authentication.TokenReviewStatus;
import io.jubelet.api.authentication.UserInfo;
import io.jubelet.api.authorization.SubjectAccessReview;
import io.jubelet.api.authorization.SubjectAccessReviewStatus;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectList;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// An API server that does nothing but review tokens and permissions.
///
/// Thread: any.
public final class FakeReviews implements ClusterApi {
    /// Users by token.
    public final Map<String, UserInfo> users = new ConcurrentHashMap<>();

    /// What may be done, such as `ann get nodes/metrics`.
    public final Set<String> allowed = ConcurrentHashMap.newKeySet();

    public final List<Message> asked = new CopyOnWriteArrayList<>();
    public volatile Optional<ApiCallException> failure = Optional.empty();
    public volatile TokenReviewStatus unknown = TokenReviewStatus.getDefaultInstance();

    @Override
    public <T extends Message> T create(ApiResource<T> resource, String namespace, T object) {
        asked.add(object);
        failure.ifPresent(
                each -> {
                    throw each;
                });
        if (object instanceof TokenReview review) {
            return resource.cast(reviewed(review));
        }
        if (object instanceof SubjectAccessReview review) {
            return resource.cast(reviewed(review));
        }
        throw new UnsupportedOperationException(resource.toString());
    }

    private TokenReview reviewed(TokenReview review) {
        var user = users.get(review.getSpec().getToken());
        var status =
                user == null
                        ? unknown
                        : TokenReviewStatus.newBuilder()
                                .setAuthenticated(true)
                                .setUser(user)
                                .build();
        return review.toBuilder().setStatus(status).build();
    }

    private SubjectAccessReview reviewed(SubjectAccessReview review) {
        var what = review.getSpec().getResourceAttributes();
        var asks =
                "%s %s %s/%s"
                        .formatted(
                                review.getSpec().getUser(),
                                what.getVerb(),
                                what.getResource(),
                                what.getSubresource());
        return review.toBuilder()
                .setStatus(
                        SubjectAccessReviewStatus.newBuilder().setAllowed(allowed.contains(asks)))
                .build();
    }

    @Override
    public <T extends Message> T get(ApiResource<T> resource, ObjectName name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T extends Message> ObjectList<T> list(
            ApiResource<T> resource, Selection selection, Staleness staleness) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T extends Message> ObjectWatch<T> watch(
            ApiResource<T> resource, Selection selection, String fromVersion, Duration atMost) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T extends Message> T createFor(ApiResource<T> resource, ObjectName owner, T object) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T extends Message> T update(ApiResource<T> resource, ObjectName name, T object) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void delete(ApiResource<?> resource, ObjectName name, Deletion deletion) {
        throw new UnsupportedOperationException();
    }
}
