package io.jubelet.server.auth;

import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.execution.Execution;
import io.jubelet.log.Log;
import io.jubelet.server.auth.Authorizer.Attributes;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.http.Router;
import io.jubelet.server.tls.ClientAuthorities;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Stands before every endpoint of the HTTPS port: first who asks, then whether they may.
///
/// Thread: any.
///
/// Upstream: pkg/kubelet/server/server.go InstallAuthFilter.
public final class AccessGuard implements Router.Guard {
    private static final Log LOG = Log.of(AccessGuard.class);

    private final List<Authenticator> authenticators;
    private final boolean anonymous;
    private final Authorizer authorizer;
    private final String node;

    /// @param authenticators asked in turn until one knows the user
    /// @param anonymous whether who shows nothing may ask at all
    public AccessGuard(
            List<Authenticator> authenticators,
            boolean anonymous,
            Authorizer authorizer,
            String node) {
        this.authenticators = List.copyOf(authenticators);
        this.anonymous = anonymous;
        this.authorizer = authorizer;
        this.node = node;
    }

    /// The guard that the settings ask for.
    ///
    /// @param api the API server, where there is one to ask
    public static AccessGuard of(
            AuthSettings settings,
            ClientAuthorities authorities,
            String node,
            Optional<ClusterApi> api,
            Execution execution) {
        var calls = api.map(each -> new ReviewCalls(each, execution));
        LongSupplier nanos = () -> execution.tick().nanos();
        var chain = new ArrayList<Authenticator>();
        if (settings.clientCertificates()) {
            chain.add(new CertificateAuthenticator(authorities));
        }
        if (settings.webhookAuthentication() && calls.isPresent()) {
            var tokens = new TokenReviews(calls.get(), settings.reviewTimes().token(), nanos);
            chain.add(BearerTokenAuthenticator.ofHeader(tokens));
            chain.add(BearerTokenAuthenticator.ofWebSocket(tokens));
        }
        return new AccessGuard(
                chain, settings.anonymous(), authorizer(settings, calls, nanos), node);
    }

    /// Where nobody can be asked who should be, nobody may.
    private static Authorizer authorizer(
            AuthSettings settings, Optional<ReviewCalls> calls, LongSupplier nanos) {
        if (!settings.authorizationMode().equals(AuthSettings.WEBHOOK)) {
            return Authorizer.alwaysAllow();
        }
        var times = settings.reviewTimes();
        return calls.<Authorizer>map(each -> new ReviewingAuthorizer(each, times, nanos))
                .orElse(_ -> false);
    }

    @Override
    public Optional<Response> refusal(Request request) {
        var wrong = new ArrayList<String>();
        for (Authenticator authenticator : authenticators) {
            switch (authenticator.authenticate(request)) {
                case Authentication.Known(var user) -> {
                    return refusal(request, user);
                }
                case Authentication.Wrong(var reason) -> wrong.add(reason);
                case Authentication.NotShown() -> {}
            }
        }
        if (!wrong.isEmpty()) {
            LOG.error(
                    null,
                    "Unable to authenticate the request due to an error",
                    "reason",
                    String.join("; ", wrong));
        }
        return wrong.isEmpty() && anonymous
                ? refusal(request, User.ANONYMOUS)
                : Optional.of(unauthorized());
    }

    private static Response unauthorized() {
        return Response.text(401, "Unauthorized");
    }

    private Optional<Response> refusal(Request request, User user) {
        var verb = NodeAttributes.verb(request.method());
        var subresources = NodeAttributes.subresources(request.path());
        for (String subresource : subresources) {
            try {
                if (authorizer.allows(
                        new Attributes(user, verb, node, subresource, request.path()))) {
                    return Optional.empty();
                }
            } catch (Authorizer.UndecidedException failure) {
                LOG.error(failure, "Authorization error", "user", user.name(), "verb", verb);
                return Optional.of(
                        Response.text(
                                500,
                                "Authorization error ("
                                        + about(user, verb)
                                        + ", subresource="
                                        + subresource
                                        + ")"));
            }
        }
        var asked = "[" + String.join(" ", subresources) + "]";
        LOG.v(2).info("Forbidden", "user", user.name(), "verb", verb, "subresource(s)", asked);
        return Optional.of(
                Response.text(
                        403,
                        "Forbidden (" + about(user, verb) + ", subresource(s)=" + asked + ")\n"));
    }

    private static String about(User user, String verb) {
        return "user=" + user.name() + ", verb=" + verb + ", resource=" + Attributes.RESOURCE;
    }
}
