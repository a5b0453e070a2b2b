package io.jubelet.config.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.log.LogCapture;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class FeatureGatesTest {
    @Test
    void knowsEveryGateOfTheRelease() {
        assertThat(FeatureGates.known()).hasSize(242);
        assertThat(count(Stage.ALPHA)).isEqualTo(50);
        assertThat(count(Stage.BETA)).isEqualTo(100);
        assertThat(count(Stage.GA)).isEqualTo(76);
        assertThat(count(Stage.DEPRECATED)).isEqualTo(16);
        assertThat(FeatureGates.known()).filteredOn(Gate::locked).hasSize(76);
    }

    private static long count(Stage stage) {
        return FeatureGates.known().stream().filter(gate -> gate.stage() == stage).count();
    }

    @Test
    void everyDependencyNamesKnownGatesAndHoldsByDefault() {
        var known = FeatureGates.known().stream().map(Gate::name).toList();
        GateDependencies.all()
                .forEach(
                        (name, needed) -> {
                            assertThat(known).contains(name).containsAll(needed);
                        });
        assertThat(GateDependencies.all()).hasSize(49);
        assertThat(FeatureGates.defaults().requested()).isEmpty();
    }

    private static Stream<Arguments> settings() {
        return Stream.of(
                Arguments.of("nothing set: beta is on", "", "GracefulNodeShutdown", true),
                Arguments.of("nothing set: alpha is off", "", "EventedPLEG", false),
                Arguments.of("nothing set: some beta is off", "", "SELinuxMount", false),
                Arguments.of("alpha set on", "EventedPLEG=true", "EventedPLEG", true),
                Arguments.of(
                        "spaces and other spellings", " EventedPLEG = T ,", "EventedPLEG", true),
                Arguments.of(
                        "last of two wins", "QOSReserved=1,QOSReserved=0", "QOSReserved", false),
                Arguments.of("locked gate set to its default", "NodeSwap=true", "NodeSwap", true),
                Arguments.of("AllAlpha turns alpha on", "AllAlpha=true", "QOSReserved", true),
                Arguments.of("AllAlpha leaves beta alone", "AllAlpha=true", "SELinuxMount", false),
                Arguments.of("AllAlpha is itself", "AllAlpha=true", "AllAlpha", true),
                Arguments.of("AllAlpha does not touch AllBeta", "AllAlpha=true", "AllBeta", false),
                Arguments.of(
                        "one gate beats AllAlpha before it",
                        "AllAlpha=true,QOSReserved=false",
                        "QOSReserved",
                        false),
                Arguments.of(
                        "one gate beats AllAlpha after it",
                        "QOSReserved=true,AllAlpha=false",
                        "QOSReserved",
                        true),
                Arguments.of("AllBeta turns beta on", "AllBeta=true", "SELinuxMount", true),
                Arguments.of("AllBeta turns beta off", "AllBeta=false", "EnvFiles", false),
                Arguments.of("AllBeta leaves GA alone", "AllBeta=false", "NodeSwap", true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("settings")
    void settingGates(String name, String text, String gate, boolean expected) {
        assertThat(FeatureGates.parse(text).enabled(gate)).as(name).isEqualTo(expected);
    }

    private static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("Nope=true", "unrecognized feature gate: Nope"),
                Arguments.of("EventedPLEG", "missing bool value for EventedPLEG"),
                Arguments.of(
                        "EventedPLEG=x",
                        "invalid value of EventedPLEG=x, err:"
                                + " strconv.ParseBool: parsing \"x\": invalid syntax"),
                Arguments.of(
                        "NodeSwap=false",
                        "cannot set feature gate NodeSwap to false,"
                                + " feature is locked to true"),
                Arguments.of(
                        "GitRepoVolumeDriver=true",
                        "cannot set feature gate"
                                + " GitRepoVolumeDriver to true, feature is locked to false"),
                Arguments.of(
                        "NodeSwap=false,KubeletPSI=false",
                        "[cannot set feature gate"
                                + " KubeletPSI to false, feature is locked to true, cannot set"
                                + " feature gate NodeSwap to false, feature is locked to true]"),
                Arguments.of("NodeSwap=false,Nope=true", "unrecognized feature gate: Nope"),
                Arguments.of(
                        "ClusterTrustBundleProjection=true",
                        "ClusterTrustBundleProjection is"
                                + " enabled, but depends on features that are disabled:"
                                + " [ClusterTrustBundle]"),
                Arguments.of(
                        "DRAWorkloadResourceClaims=true",
                        "DRAWorkloadResourceClaims is"
                                + " enabled, but depends on features that are disabled:"
                                + " [GenericWorkload]"),
                Arguments.of(
                        "GracefulNodeShutdown=false",
                        "[GracefulNodeShutdownBasedOnPodPriority is enabled, but depends on"
                                + " features that are disabled: [GracefulNodeShutdown],"
                                + " WindowsGracefulNodeShutdown is enabled, but depends on"
                                + " features that are disabled: [GracefulNodeShutdown]]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void mistakesAreToldAsUpstreamDoes(String text, String message) {
        assertThatThrownBy(() -> FeatureGates.parse(text))
                .isInstanceOf(GateException.class)
                .hasMessage(message);
    }

    @Test
    void mapSetsTheSameAsText() {
        var gates = FeatureGates.of(Map.of("EventedPLEG", true));
        assertThat(gates.enabled("EventedPLEG")).isTrue();
        assertThat(gates.requested()).containsExactly(Map.entry("EventedPLEG", true));
    }

    @Test
    void askingForAnUnknownGateIsABug() {
        assertThatThrownBy(() -> FeatureGates.defaults().enabled("Nope"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void warnsOfGatesThatWillGoAway() {
        var gates = FeatureGates.parse("NodeSwap=true,AllowDNSOnlyNodeCSR=true,EventedPLEG=true");
        assertThat(gates.warnings())
                .extracting(GateWarning::gate)
                .isEqualTo(List.of("AllowDNSOnlyNodeCSR", "NodeSwap"));
        try (var captured = LogCapture.start()) {
            gates.logWarnings();
            assertThat(captured.lines().get(1))
                    .endsWith(
                            "\"Warning: setting GA feature gate. It will be removed in a future"
                                    + " release.\" featureGate=\"NodeSwap\" value=true");
        }
    }

    @Test
    void helpListsWhatMayBeSet() {
        assertThat(FeatureGates.help())
                .contains(
                        "AllAlpha=true|false (ALPHA - default=false)",
                        "EventedPLEG=true|false (ALPHA - default=false)")
                .hasSize(150);
    }
}
