package io.jubelet.model.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerHashTest {
    @ParameterizedTest(name = "{0} of image {1} hashes to {2}")
    @CsvSource({
        "foo, bar, 11a6d6d6",
        "test_container, foo/image:v1, 8e45cbd0",
    })
    void equalsTheGoKubeletsHash(String name, String image, String hash) {
        Container container = Container.newBuilder().setName(name).setImage(image).build();
        assertThat(ContainerHash.of(container)).isEqualTo(hash);
    }

    @Test
    void onlyTheImageAndTheNameCount() {
        Container container = Container.newBuilder().setName("foo").setImage("bar").build();
        Container busier =
                container.toBuilder()
                        .addArgs("-c")
                        .addPorts(ContainerPort.newBuilder().setContainerPort(80))
                        .build();
        assertThat(ContainerHash.of(busier)).isEqualTo(ContainerHash.of(container));
    }

    @Test
    void charactersThatGoEscapesAreHashedInTheirEscapedForm() {
        assertThat(ContainerHash.value("a", "<&>")).isEqualTo(0x2ca54268);
    }
}
