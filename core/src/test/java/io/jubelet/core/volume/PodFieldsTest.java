package io.jubelet.core.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PodFieldsTest {
    private static final PodFields.Addresses IPS =
            new PodFields.Addresses(
                    List.of("10.0.0.1", "fd00::1"), List.of("192.0.2.1", "fd00::2"));

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            quoteCharacter = '"',
            textBlock =
                    """
                    metadata.name, web
                    metadata.namespace, shop
                    metadata.uid, 1234
                    spec.nodeName, node
                    spec.serviceAccountName, account
                    status.podIP, 10.0.0.1
                    status.podIPs, "10.0.0.1,fd00::1"
                    status.hostIP, 192.0.2.1
                    status.hostIPs, "192.0.2.1,fd00::2"
                    metadata.labels['app'], front
                    metadata.labels['none'], ""
                    metadata.annotations['example.com/note'], here
                    metadata.annotations['none'], ""
                    """)
    void readsAField(String path, String value) {
        assertThat(PodFields.value(path, pod(), IPS)).contains(value);
        assertThat(PodFields.known(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status.phase",
                "metadata.labels['app'",
                "metadata.labelsapp']",
                "x.metadata.labels['app']"
            })
    void saysWhichFieldsItDoesNotKnow(String path) {
        assertThat(PodFields.known(path)).isFalse();
    }

    @Test
    void hasNoAddressBeforeThereIsOne() {
        assertThat(PodFields.value("status.podIP", pod(), PodFields.Addresses.NONE)).contains("");
        assertThat(PodFields.value("status.podIPs", pod(), PodFields.Addresses.NONE)).contains("");
    }

    @Test
    void writesAWholeMapALineAKeyAsGoQuotes() {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().putLabels("b", "2\n\"x\"").putLabels("a", "1");

        assertThat(PodFields.metadata("metadata.labels", pod.build()))
                .contains("a=\"1\"\nb=\"2\\n\\\"x\\\"\"");
    }

    @Test
    void givesNoAddressToFiles() {
        assertThat(PodFields.metadata("status.podIP", pod())).isEmpty();
    }

    private static Pod pod() {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder()
                .setName("web")
                .setNamespace("shop")
                .setUid("1234")
                .putLabels("app", "front")
                .putAnnotations("example.com/note", "here");
        pod.getSpecBuilder().setNodeName("node").setServiceAccountName("account");
        return pod.build();
    }
}
