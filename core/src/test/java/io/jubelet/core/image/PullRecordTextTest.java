package io.jubelet.core.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.PullAccount;
import io.jubelet.core.runtime.PullSecret;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The texts are what the Go kubelet writes of the same.
final class PullRecordTextTest {
    private static final String RECORD =
            "{\"kind\":\"ImagePulledRecord\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                    + "\"lastUpdatedTime\":\"2026-01-02T03:04:05Z\",\"imageRef\":\"sha256:abc\","
                    + "\"credentialMapping\":{\"registry.example/app\":{\"kubernetesSecrets\":["
                    + "{\"uid\":\"u\",\"namespace\":\"n\",\"name\":\"s\",\"credentialHash\":\"h\"}"
                    + "],\"kubernetesServiceAccounts\":["
                    + "{\"uid\":\"v\",\"namespace\":\"n\",\"name\":\"a\"}]},"
                    + "\"registry.example/web\":{\"nodePodsAccessible\":true}}}\n";

    private static PulledRecord record() {
        var credentials = new LinkedHashMap<String, PullCredentials>();
        credentials.put(
                "registry.example/app",
                new PullCredentials(
                        List.of(new PullSecret("u", "n", "s", "h")),
                        List.of(new PullAccount("v", "n", "a")),
                        false));
        credentials.put("registry.example/web", PullCredentials.EVERYBODY);
        return new PulledRecord(Instant.parse("2026-01-02T03:04:05Z"), "sha256:abc", credentials);
    }

    @Test
    void aRecordIsWrittenAndReadAsUpstreamDoes() {
        assertThat(PullRecordText.text(record())).isEqualTo(RECORD);
        assertThat(PullRecordText.recordOf(RECORD)).contains(record());
    }

    @Test
    void theOlderVersionIsReadToo() {
        assertThat(PullRecordText.recordOf(RECORD.replace("v1beta1", "v1alpha1")))
                .contains(record());
    }

    @Test
    void aRecordWithoutCredentialsHasNoneInItsText() {
        var bare = new PulledRecord(Instant.parse("2026-01-02T03:04:05.9Z"), "ref", Map.of());

        assertThat(PullRecordText.text(bare))
                .isEqualTo(
                        "{\"kind\":\"ImagePulledRecord\","
                                + "\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                                + "\"lastUpdatedTime\":\"2026-01-02T03:04:05Z\","
                                + "\"imageRef\":\"ref\"}\n");
        assertThat(PullRecordText.recordOf(PullRecordText.text(bare)))
                .get()
                .extracting(PulledRecord::credentials)
                .isEqualTo(Map.of());
    }

    @Test
    void anIntentNamesItsImage() {
        var text =
                "{\"kind\":\"ImagePullIntent\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                        + "\"image\":\"busybox:1\"}\n";

        assertThat(PullRecordText.intent("busybox:1")).isEqualTo(text);
        assertThat(PullRecordText.intentOf(text)).contains("busybox:1");
        assertThat(PullRecordText.recordOf(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no record",
                "[]",
                "{\"kind\":\"ImagePulledRecord\"",
                "{\"kind\":\"ImagePulledRecord\",\"imageRef\":\"ref\"}",
                "{\"kind\":\"ImagePulledRecord\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\"}",
                "{\"kind\":\"ImagePulledRecord\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                        + "\"imageRef\":\"ref\",\"lastUpdatedTime\":\"yesterday\"}",
                "{\"kind\":\"ImagePulledRecord\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                        + "\"imageRef\":\"ref\",\"credentialMapping\":{\"a\":[]}}"
            })
    void whatIsDamagedIsNoRecord(String text) {
        assertThat(PullRecordText.recordOf(text)).isEmpty();
        assertThat(PullRecordText.intentOf(text)).isEmpty();
    }

    @Test
    void aFileIsNamedByTheHashOfWhatItIsAbout() {
        assertThat(PullRecordText.fileName("busybox:1"))
                .isEqualTo(
                        "sha256-765f875080a9220ec3186dfc31b67b030c07e570665ba0e000bb9d17d5481cd5");
    }

    @Test
    void aCredentialIsHashedAsGoWritesIt() {
        assertThat(PullRecordText.hash("ann", "a<b&c", ""))
                .isEqualTo("2e8463eb7b035ee2feec48e56055fd1c61e509bed31c9193b3725f9da0e951b3");
        assertThat(PullRecordText.hash("ann", "x", "ann@example.com"))
                .isEqualTo("1bd53c256bcae081d18370e179c84905279f27259c9d0160708c0da8608937cc");
    }
}
