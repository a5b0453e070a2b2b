package io.jubelet.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.server.auth.AuthSettings.ReviewTimes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AuthSettingsTest {
    @ParameterizedTest(name = "certificates {0}, anonymous {1}, webhook {2}, mode {3}: {4}")
    @CsvSource({
        "false, true, false, AlwaysAllow, ''",
        "true, false, false, AlwaysAllow, ''",
        "false, true, true, AlwaysAllow, 'no client provided, cannot use webhook authentication'",
        "false, true, true, Webhook, 'no client provided, cannot use webhook authentication'",
        "false, true, false, Webhook, 'no client provided, cannot use webhook authorization'",
        "false, false, false, AlwaysAllow, no authentication method configured",
        "false, true, false, '', no authorization mode specified",
        "false, true, false, Maybe, unknown authorization mode Maybe",
    })
    void settingsThatNeedAnApiServerAreRefused(
            boolean certificates, boolean anonymous, boolean webhook, String mode, String refusal) {
        var settings =
                new AuthSettings(certificates, anonymous, webhook, mode, ReviewTimes.STANDARD);

        assertThat(settings.refusal(false).orElse("")).isEqualTo(refusal);
    }

    @ParameterizedTest(name = "with an API server: {0}, {1}, {2}, {3}: {4}")
    @CsvSource({
        "false, false, true, Webhook, ''",
        "false, true, false, Webhook, ''",
        "true, false, true, AlwaysAllow, ''",
        "false, false, false, Webhook, no authentication method configured",
        "false, false, true, '', no authorization mode specified",
        "false, false, true, Maybe, unknown authorization mode Maybe",
    })
    void withAnApiServerTheyCanBeHad(
            boolean certificates, boolean anonymous, boolean webhook, String mode, String refusal) {
        var settings =
                new AuthSettings(certificates, anonymous, webhook, mode, ReviewTimes.STANDARD);

        assertThat(settings.refusal(true).orElse("")).isEqualTo(refusal);
    }
}
