package io.jubelet.server.auth;

import io.jubelet.log.Log;
import io.jubelet.server.auth.Authorizer.Attributes;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.http.Router;
import io.jubelet.server.tls.ClientAuthorities;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Stands before every endpoint of the HTTPS port: first who asks, then whether they may.
///
/// Thread: any.
///
/// Upstream: pkg/kubelet/server/server.go InstallAuthFilter.
public final class AccessGuard implements Router.Guard {
    private static final Log LOG = Log.of(AccessGuard.class);

    private final List<Authenticator> authenticators;
    private final Authorizer authorizer;
    private final String node;

    public AccessGuard(List<Authenticator> authenticators, Authorizer authorizer, String node) {
        this.authenticators = List.copyOf(authenticators);
        this.authorizer = authorizer;
        this.node = node;
    }

    /// The guard that the settings ask for, where no API server can be asked.
    public static AccessGuard of(
            AuthSettings settings, ClientAuthorities authorities, String node) {
        var chain = new ArrayList<Authenticator>();
        if (settings.clientCertificates()) {
            chain.add(new CertificateAuthenticator(authorities));
        }
        if (settings.anonymous()) {
            chain.add(Authenticator.anonymous());
        }
        return new AccessGuard(chain, Authorizer.alwaysAllow(), node);
    }

    @Override
    public Optional<Response> refusal(Request request) {
        for (Authenticator authenticator : authenticators) {
            switch (authenticator.authenticate(request)) {
                case Authentication.Known(var user) -> {
                    return refusal(request, user);
                }
                case Authentication.Wrong(var reason) -> {
                    LOG.error(
                            null,
                            "Unable to authenticate the request due to an error",
                            "reason",
                            reason);
                    return Optional.of(unauthorized());
                }
                case Authentication.NotShown() -> {}
            }
        }
        return Optional.of(unauthorized());
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
