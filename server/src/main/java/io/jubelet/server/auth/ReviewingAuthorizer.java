package io.jubelet.server.auth;

import io.jubelet.api.authorization.ExtraValue;
import io.jubelet.api.authorization.ResourceAttributes;
import io.jubelet.api.authorization.SubjectAccessReview;
import io.jubelet.api.authorization.SubjectAccessReviewSpec;
import io.jubelet.api.authorization.SubjectAccessReviewStatus;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import java.util.function.LongSupplier;

/// Asks the API server whether a user may, and remembers what it said.
///
/// Thread: any; it blocks.
///
/// Upstream: apiserver plugin/authorizer/webhook.
final class ReviewingAuthorizer implements Authorizer {
    private static final int MOST_ANSWERS = 8192;

    /// What a stranger can make as long as they like is not kept beyond this.
    private static final int LONGEST_KEPT = 10_000;

    private final ReviewCalls calls;
    private final AuthSettings.ReviewTimes times;
    private final ExpiringCache<SubjectAccessReviewSpec, SubjectAccessReviewStatus> known;

    ReviewingAuthorizer(ReviewCalls calls, AuthSettings.ReviewTimes times, LongSupplier nanos) {
        this.calls = calls;
        this.times = times;
        this.known = new ExpiringCache<>(MOST_ANSWERS, nanos);
    }

    @Override
    public boolean allows(Attributes attributes) {
        var spec = spec(attributes);
        var status = known.find(spec).orElseGet(() -> ask(spec, attributes));
        if (status.getDenied() && status.getAllowed()) {
            throw new UndecidedException(
                    "webhook subject access review returned both allow and deny response");
        }
        return status.getAllowed();
    }

    private SubjectAccessReviewStatus ask(SubjectAccessReviewSpec spec, Attributes attributes) {
        var review = SubjectAccessReview.newBuilder().setSpec(spec).build();
        try {
            var status = calls.create(ApiResource.SUBJECT_ACCESS_REVIEWS, review).getStatus();
            if (length(attributes) < LONGEST_KEPT) {
                known.keep(spec, status, status.getAllowed() ? times.allowed() : times.refused());
            }
            return status;
        } catch (ApiCallException failure) {
            throw new UndecidedException(failure.reason(), failure);
        }
    }

    private static int length(Attributes attributes) {
        return attributes.verb().length()
                + attributes.node().length()
                + attributes.subresource().length()
                + attributes.path().length();
    }

    private static SubjectAccessReviewSpec spec(Attributes attributes) {
        var user = attributes.user();
        var spec =
                SubjectAccessReviewSpec.newBuilder()
                        .setUser(user.name())
                        .setUid(user.uid())
                        .addAllGroups(user.groups())
                        .setResourceAttributes(
                                ResourceAttributes.newBuilder()
                                        .setVerb(attributes.verb())
                                        .setVersion("v1")
                                        .setResource(Attributes.RESOURCE)
                                        .setSubresource(attributes.subresource())
                                        .setName(attributes.node()));
        user.extra()
                .forEach(
                        (name, values) ->
                                spec.putExtra(
                                        name, ExtraValue.newBuilder().addAllItems(values).build()));
        return spec.build();
    }
}
