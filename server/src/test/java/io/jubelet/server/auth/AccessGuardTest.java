package io.jubelet.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.server.http.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AccessGuardTest {
    private static Request get(String path) {
        return new Request("GET", path, path, Map.of(), "", List.of());
    }

    private static AccessGuard guard(Authorizer authorizer) {
        return new AccessGuard(List.of(Authenticator.anonymous()), authorizer, "node-1");
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
    void wrongEvidenceIsNotForgivenByTheNextAuthenticator() {
        var guard =
                new AccessGuard(
                        List.of(_ -> new Authentication.Wrong("forged"), Authenticator.anonymous()),
                        Authorizer.alwaysAllow(),
                        "node-1");

        assertThat(guard.refusal(get("/pods")).orElseThrow().status()).isEqualTo(401);
    }
}
