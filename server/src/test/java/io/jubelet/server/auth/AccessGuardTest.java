package io.jubelet.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.server.http.Headers;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AccessGuardTest {
    private static Request get(String path) {
        return new Request("GET", path, path, Map.of(), "", Headers.NONE, List.of());
    }

    private static AccessGuard guard(Authorizer authorizer) {
        return new AccessGuard(List.of(), true, authorizer, "node-1");
    }

    @Test
    void whoMayNotIsToldWhatWasAsked() {
        var refusal = guard(_ -> false).refusal(get("/pods")).orElseThrow();

        assertThat(refusal.status()).isEqualTo(403);
        assertThat(refusal.bodyText())
                .isEqualTo(
                        "Forbidden (user=system:anonymous, verb=get, resource=nodes,"
                                + " subresource(s)=[pods proxy])\n");
    }

    @Test
    void theFinerRightIsTriedFirstAndOneIsEnough() {
        var asked = new ArrayList<String>();
        var guard =
                guard(
                        attributes -> {
                            asked.add(attributes.subresource());
                            return attributes.subresource().equals("proxy");
                        });

        assertThat(guard.refusal(get("/configz"))).isEmpty();
        assertThat(asked).containsExactly("configz", "proxy");
    }

    @Test
    void anAuthorizerThatCannotDecideIsAnErrorOfOurs() {
        var guard =
                guard(
                        _ -> {
                            throw new Authorizer.UndecidedException(
                                    "no answer", new IllegalStateException());
                        });

        var refusal = guard.refusal(get("/metrics")).orElseThrow();

        assertThat(refusal.status()).isEqualTo(500);
        assertThat(refusal.bodyText())
                .isEqualTo(
                        "Authorization error (user=system:anonymous, verb=get, resource=nodes,"
                                + " subresource=metrics)");
    }

    @Test
    void wrongEvidenceIsNotForgivenByBeingNobody() {
        assertThat(status(_ -> new Authentication.Wrong("forged"))).isEqualTo(401);
    }

    @Test
    void wrongEvidenceIsForgivenToWhomAnotherAuthenticatorKnows() {
        assertThat(status(_ -> new Authentication.Wrong("forged"), known())).isEqualTo(0);
        assertThat(status(known(), _ -> new Authentication.Wrong("forged"))).isEqualTo(0);
    }

    @Test
    void whoShowsNothingIsAnonymous() {
        assertThat(status(_ -> new Authentication.NotShown())).isEqualTo(0);
        assertThat(
                        new AccessGuard(List.of(), false, Authorizer.alwaysAllow(), "node-1")
                                .refusal(get("/pods"))
                                .map(Response::status))
                .hasValue(401);
    }

    private static Authenticator known() {
        return _ -> new Authentication.Known(new User("ann", List.of()));
    }

    /// The status of the refusal; 0 for none.
    private static int status(Authenticator... authenticators) {
        return new AccessGuard(List.of(authenticators), true, Authorizer.alwaysAllow(), "node-1")
                .refusal(get("/pods"))
                .map(Response::status)
                .orElse(0);
    }
}
