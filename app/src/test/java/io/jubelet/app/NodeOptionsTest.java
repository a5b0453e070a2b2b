package io.jubelet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.config.gate.FeatureGates;
import io.jubelet.model.network.IpAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeOptionsTest {
    @ParameterizedTest(name = "--node-ip={0} is {1}")
    @CsvSource({
        "'', ''",
        "10.0.0.1, 10.0.0.1",
        "'10.0.0.1, fd01::1', '10.0.0.1,fd01::1'",
        "'fd01::1,10.0.0.1', 'fd01::1,10.0.0.1'",
        "'nonsense,10.0.0.1', 10.0.0.1",
        "::, ::",
    })
    void addressesAreRead(String flag, String expected) {
        var texts = NodeOptions.addresses(flag, "").stream().map(IpAddress::toString).toList();

        assertThat(String.join(",", texts)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "--node-ip={0}: {2}")
    @CsvSource({
        "'10.0.0.1,10.0.0.2', '', must contain either a single IP or a dual-stack pair of IPs",
        "'10.0.0.1,fd01::1', other, dual-stack not supported in this configuration",
    })
    void addressesAreRefused(String flag, String cloud, String why) {
        assertThatThrownBy(() -> NodeOptions.addresses(flag, cloud))
                .isInstanceOf(StartException.class)
                .hasMessage("failed to run Kubelet: bad --node-ip \"" + flag + "\": " + why);
    }

    @Test
    void aPairOfAddressesMayNotBeUnspecified() {
        assertThatThrownBy(() -> NodeOptions.addresses("0.0.0.0,::", ""))
                .hasMessageEndingWith("dual-stack node IP cannot include '0.0.0.0' or '::'");
    }

    @Test
    void aFeatureIsDeclaredWhereItsGateIsOn() {
        assertThat(NodeOptions.declaredFeatures(FeatureGates.defaults()))
                .containsExactly("RestartAllContainersOnContainerExits");
        assertThat(
                        NodeOptions.declaredFeatures(
                                FeatureGates.of(
                                        Map.of("RestartAllContainersOnContainerExits", false))))
                .isEmpty();
    }

    @Test
    void processorsAreCounted() {
        assertThat(NodeOptions.count("0-3,8")).isEqualTo(5);
        assertThat(NodeOptions.count("2")).isEqualTo(1);
    }
}
