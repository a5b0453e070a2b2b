package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PodFieldsTest {
    private static final List<String> IPS = List.of("10.0.0.1", "fd00::1");

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
                "status.hostIP",
                "status.phase",
                "metadata.labels",
                "metadata.labels['app'",
                "metadata.labelsapp']",
                "x.metadata.labels['app']"
            })
    void saysWhichFieldsItDoesNotKnow(String path) {
        assertThat(PodFields.known(path)).isFalse();
    }

    @Test
    void hasNoAddressBeforeThereIsOne() {
        assertThat(PodFields.value("status.podIP", pod(), List.of())).contains("");
        assertThat(PodFields.value("status.podIPs", pod(), List.of())).contains("");
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
