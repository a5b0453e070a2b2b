package io.jubelet.core.admission;

import static io.jubelet.core.admission.Candidates.RULES;
import static io.jubelet.core.admission.Candidates.empty;
import static io.jubelet.core.admission.Candidates.node;
import static io.jubelet.core.admission.Candidates.pod;
import static io.jubelet.core.admission.Candidates.requesting;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerPort;
import io.jubelet.api.core.ContainerRestartRule;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Sysctl;
import io.jubelet.api.core.Taint;
import io.jubelet.api.core.Toleration;
import io.jubelet.core.admission.AdmissionPlanner.Decision;
import io.jubelet.model.pod.PodNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class AdmissionPlannerTest {
    private static final AdmissionNode NODE = node("cpu=10m memory=20 pods=32");

    /// Name, candidate, who is there, the node, and the names of what speaks against it.
    static Stream<Arguments> generalPredicates() {
        return Stream.of(
                Arguments.of(
                        "no resources/port/host requested always fits",
                        empty(),
                        requesting("there", "cpu=9m memory=19"),
                        NODE,
                        List.of()),
                Arguments.of(
                        "not enough cpu and memory resource",
                        requesting("p", "cpu=8m memory=10"),
                        requesting("there", "cpu=5m memory=19"),
                        NODE,
                        List.of("OutOfcpu", "OutOfmemory")),
                Arguments.of(
                        "host not match",
                        pod("p", it -> it.getSpecBuilder().setNodeName("machine2")),
                        empty(),
                        NODE,
                        List.of("NodeName")),
                Arguments.of("hostport conflict", port(123), port(123), NODE, List.of("NodePorts")),
                Arguments.of(
                        "taint/toleration match",
                        pod("p", it -> it.getSpecBuilder().addTolerations(toleration("bar"))),
                        empty(),
                        tainted("bar", "NoExecute"),
                        List.of()),
                Arguments.of(
                        "NoSchedule taint/toleration not match",
                        empty(),
                        empty(),
                        tainted("foo", "NoSchedule"),
                        List.of()),
                Arguments.of(
                        "NoExecute taint/toleration not match",
                        empty(),
                        empty(),
                        tainted("bar", "NoExecute"),
                        List.of("TaintToleration")),
                Arguments.of(
                        "PreferNoSchedule taint/toleration not match",
                        empty(),
                        empty(),
                        tainted("baz", "PreferNoSchedule"),
                        List.of()),
                Arguments.of(
                        "static pods ignore taints",
                        staticPod(it -> {}),
                        empty(),
                        tainted("bar", "NoExecute"),
                        List.of()),
                Arguments.of(
                        "node affinity failure",
                        pod("p", it -> it.getSpecBuilder().putNodeSelector("key", "value")),
                        empty(),
                        NODE,
                        List.of("NodeAffinity")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("generalPredicates")
    void findsWhatSpeaksAgainstAPod(
            String name, Pod candidate, Pod there, AdmissionNode node, List<String> expected) {
        assertThat(AdmissionPlanner.misfits(candidate, List.of(there), node, RULES))
                .extracting(Misfit::reason)
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "the same address and port,          10.0.0.1, TCP, 10.0.0.1, TCP, true",
        "another address,                    10.0.0.1, TCP, 10.0.0.2, TCP, false",
        "another protocol,                   10.0.0.1, TCP, 10.0.0.1, UDP, false",
        "one that takes every address,       '',       TCP, 10.0.0.1, TCP, true",
        "one beside one that takes them all, 10.0.0.1, TCP, 0.0.0.0,  '',  true",
    })
    void portsConflict(
            String name, String one, String first, String other, String second, boolean conflict) {
        assertThat(HostPortPolicy.allows(port(80, one, first), List.of(port(80, other, second))))
                .isEqualTo(!conflict);
    }

    @Test
    void theFirstFailureIsTheReason() {
        var candidate =
                pod(
                        "p",
                        it -> {
                            it.getSpecBuilder().setNodeName("machine2");
                            it.getSpecBuilder().putNodeSelector("key", "value");
                        });

        assertThat(plan(candidate))
                .isEqualTo(
                        new Decision.Reject(
                                "NodeAffinity",
                                "Predicate NodeAffinity failed: node(s) didn't match Pod's node"
                                        + " affinity/selector"));
        assertThat(AdmissionPlanner.byAffinityAlone(candidate, List.of(), NODE, RULES)).isFalse();
    }

    @Test
    void tellsAFailureByAffinityAlone() {
        var candidate = pod("p", it -> it.getSpecBuilder().putNodeSelector("key", "value"));

        assertThat(AdmissionPlanner.byAffinityAlone(candidate, List.of(), NODE, RULES)).isTrue();
    }

    /// Name, candidate, reason, message.
    static Stream<Arguments> rejections() {
        return Stream.of(
                Arguments.of(
                        "a sysctl that is not safe",
                        pod(
                                "p",
                                it ->
                                        it.getSpecBuilder()
                                                .getSecurityContextBuilder()
                                                .addSysctls(
                                                        Sysctl.newBuilder()
                                                                .setName("kernel.msgmax"))),
                        "SysctlForbidden",
                        "forbidden sysctl: \"kernel.msgmax\" not allowlisted"),
                Arguments.of(
                        "OS label mismatch",
                        pod("p", it -> it.getMetadataBuilder().putLabels("kubernetes.io/os", "x")),
                        "PodOSSelectorNodeLabelDoesNotMatch",
                        "Failed to admit pod as the `kubernetes.io/os` label doesn't match node"
                                + " label"),
                Arguments.of(
                        "OS field mismatch",
                        pod("p", it -> it.getSpecBuilder().getOsBuilder().setName("windows")),
                        "PodOSNotSupported",
                        "Failed to admit pod as the OS field doesn't match node OS"),
                Arguments.of(
                        "feature=Beta, node=feature not supported, pod=in use: it should REJECT",
                        pod(
                                "p",
                                it ->
                                        it.getSpecBuilder()
                                                .getSecurityContextBuilder()
                                                .setSupplementalGroupsPolicy("Strict")),
                        "SupplementalGroupsPolicyNotSupported",
                        "SupplementalGroupsPolicy=Strict is not supported in this node"),
                Arguments.of(
                        "a confined pod on a machine without AppArmor",
                        pod(
                                "p",
                                it ->
                                        it.getSpecBuilder()
                                                .getSecurityContextBuilder()
                                                .getAppArmorProfileBuilder()
                                                .setType("RuntimeDefault")),
                        "AppArmor",
                        "Cannot enforce AppArmor: AppArmor is not enabled on the host"),
                Arguments.of(
                        "a feature that the node does not declare",
                        pod(
                                "p",
                                it ->
                                        it.getSpecBuilder()
                                                .addContainers(
                                                        Container.newBuilder()
                                                                .addRestartPolicyRules(
                                                                        restartsAll()))),
                        "PodFeatureUnsupported",
                        "Pod requires node features that are not available:"
                                + " RestartAllContainersOnContainerExits"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rejections")
    void refuses(String name, Pod candidate, String reason, String message) {
        var rules =
                AdmissionRules.standard(RULES.sysctls(), Optional.of(AdmissionRules.NO_APP_ARMOR));

        assertThat(AdmissionPlanner.plan(candidate, List.of(), NODE, rules))
                .isEqualTo(new Decision.Reject(reason, message));
    }

    @Test
    void admitsWhatAskedForNothingSpecial() {
        assertThat(
                        plan(
                                pod(
                                        "p",
                                        it -> {
                                            it.getMetadataBuilder()
                                                    .putLabels("kubernetes.io/os", "linux");
                                            it.getSpecBuilder().getOsBuilder().setName("linux");
                                            it.getSpecBuilder()
                                                    .getSecurityContextBuilder()
                                                    .setSupplementalGroupsPolicy("Merge");
                                        })))
                .isEqualTo(new Decision.Admit());
    }

    @Test
    void aCriticalPodTakesItsRoom() {
        var there = requesting("there", "cpu=9m");
        var candidate =
                staticPod(
                        it ->
                                it.getSpecBuilder()
                                        .addContainers(Candidates.container("cpu=5m", "")));

        assertThat(AdmissionPlanner.plan(candidate, List.of(there), NODE, RULES))
                .isEqualTo(new Decision.Preempt(List.of(there)));
    }

    @Test
    void aCriticalPodThatCannotFitIsAnError() {
        var candidate =
                staticPod(
                        it ->
                                it.getSpecBuilder()
                                        .addContainers(Candidates.container("cpu=15m", "")));

        assertThat(plan(candidate))
                .isEqualTo(
                        new Decision.Reject(
                                "UnexpectedAdmissionError",
                                "Unexpected error while attempting to recover from admission"
                                        + " failure: preemption: error finding a set of pods to"
                                        + " preempt: no set of running pods found to reclaim"
                                        + " resources: [(res: cpu, q: 5), ]"));
    }

    @Test
    void aCriticalPodOnAWrongNodeCostsNobodyHisPlace() {
        var there = requesting("there", "cpu=9m");
        var candidate =
                staticPod(
                        it -> {
                            it.getSpecBuilder().addContainers(Candidates.container("cpu=5m", ""));
                            it.getSpecBuilder().setNodeName("machine2");
                        });

        assertThat(AdmissionPlanner.plan(candidate, List.of(there), NODE, RULES))
                .isEqualTo(
                        new Decision.Reject(
                                "NodeName",
                                "Predicate NodeName failed: node(s) didn't match the requested"
                                        + " node name"));
    }

    private static Decision plan(Pod candidate) {
        return AdmissionPlanner.plan(candidate, List.of(), NODE, RULES);
    }

    private static Pod staticPod(Consumer<Pod.Builder> change) {
        return pod(
                "static",
                it -> {
                    it.getMetadataBuilder()
                            .putAnnotations(PodNames.CONFIG_SOURCE, PodNames.SOURCE_FILE);
                    change.accept(it);
                });
    }

    private static Pod port(int number) {
        return port(number, "", "");
    }

    private static Pod port(int number, String address, String protocol) {
        return pod(
                "p",
                it ->
                        it.getSpecBuilder()
                                .addContainers(
                                        Container.newBuilder()
                                                .addPorts(
                                                        ContainerPort.newBuilder()
                                                                .setHostPort(number)
                                                                .setHostIP(address)
                                                                .setProtocol(protocol))));
    }

    private static Toleration toleration(String key) {
        return Toleration.newBuilder().setKey(key).build();
    }

    private static ContainerRestartRule restartsAll() {
        return ContainerRestartRule.newBuilder().setAction("RestartAllContainers").build();
    }

    private static AdmissionNode tainted(String key, String effect) {
        return new AdmissionNode(
                "machine1",
                Map.of(),
                List.of(Taint.newBuilder().setKey(key).setEffect(effect).build()),
                NODE.allocatable(),
                false,
                Set.of());
    }
}
