package io.jubelet.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

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
        var settings = new AuthSettings(certificates, anonymous, webhook, mode);

        assertThat(settings.refusalWithoutApiClient().orElse("")).isEqualTo(refusal);
    }
}
