package io.jubelet.model.pod;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import io.jubelet.api.core.Container;
import io.jubelet.api.core.EphemeralContainer;
import io.jubelet.api.core.EphemeralContainerCommon;
import io.jubelet.model.testing.Manifests;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EphemeralContainersTest {
    @Test
    void bothMessagesHaveTheSameFieldsUnderTheSameNumbers() {
        assertThat(fields(EphemeralContainerCommon.getDescriptor()))
                .isEqualTo(fields(Container.getDescriptor()));
    }

    @Test
    void nothingIsLostThereAndBack() {
        EphemeralContainer ephemeral =
                Manifests.ephemeral("{targetContainerName: c, env: [{name: A}], tty: true}")
                        .getSpec()
                        .getEphemeralContainers(0);
        Container container = EphemeralContainers.asContainer(ephemeral);
        assertThat(container.getName()).isEqualTo("e");
        assertThat(container.getEnv(0).getName()).isEqualTo("A");
        assertThat(EphemeralContainers.withContainer(ephemeral, container)).isEqualTo(ephemeral);
    }

    private static Map<Integer, String> fields(Descriptor message) {
        return message.getFields().stream()
                .collect(
                        Collectors.toMap(
                                field -> field.getNumber(),
                                field -> field.getName() + " " + field.getType()));
    }
}
