package io.jubelet.model.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each gate changes the verdict on some pod: one message with the gate one way, another or none
/// with it the other way.
class ValidationOptionsTest {
    record Row(
            String sentence,
            String manifest,
            UnaryOperator<ValidationOptions> other,
            List<String> byDefault,
            List<String> otherwise) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row(
                        "amounts on pod level are checked only behind their gate",
                        "spec: {resources: {limits: {foo: '1'}}}",
                        o -> with(o, 0),
                        List.of(
                                "spec.resources.limits[foo]: Invalid value: \"foo\": must be a"
                                        + " standard resource type or fully qualified"),
                        List.of()),
                new Row(
                        "without its gate a container has no restart policy",
                        "container: {restartPolicy: Never}",
                        o -> with(o, 1),
                        List.of(),
                        List.of(
                                "spec.containers[0].restartPolicy: Forbidden: may not be set for"
                                        + " non-init containers")),
                new Row(
                        "without that gate an init container restarts always or not at all",
                        "init: {restartPolicy: Never}",
                        o -> with(o, 1),
                        List.of(),
                        List.of(
                                "spec.initContainers[0].restartPolicy: Unsupported value:"
                                        + " \"Never\": supported values: \"Always\"")),
                new Row(
                        "restarting all containers is behind a gate",
                        "container: {restartPolicy: Never, restartPolicyRules: [{action:"
                                + " RestartAllContainers, exitCodes: {operator: In}}]}",
                        o -> with(o, 2),
                        List.of(),
                        List.of(
                                "spec.containers[0].restartPolicyRules[0].action: Unsupported"
                                        + " value: \"RestartAllContainers\": supported values:"
                                        + " \"Restart\"")),
                new Row(
                        "without that gate a sidecar has no rules",
                        "init: {restartPolicy: Always, restartPolicyRules: [{action: Restart,"
                                + " exitCodes: {operator: In}}]}",
                        o -> with(o, 2),
                        List.of(),
                        List.of(
                                "spec.initContainers[0].restartPolicyRules: Forbidden:"
                                        + " restartPolicyRules are not allowed for init"
                                        + " containers with restart policy Always")),
                new Row(
                        "without their gate files are not offered for variables",
                        "container: {env: [{name: A, valueFrom: {}}]}",
                        o -> with(o, 3),
                        List.of(
                                "spec.containers[0].env[0].valueFrom: Invalid value: \"\": must"
                                        + " specify one of: `fieldRef`, `resourceFieldRef`,"
                                        + " `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"),
                        List.of(
                                "spec.containers[0].env[0].valueFrom: Invalid value: \"\": must"
                                        + " specify one of: `fieldRef`, `resourceFieldRef`,"
                                        + " `configMapKeyRef` or `secretKeyRef`")),
                new Row(
                        "user namespaces with the host's network are behind a gate",
                        "spec: {hostUsers: false, hostNetwork: true}",
                        o -> with(o, 4),
                        List.of("spec.hostNetwork: Forbidden: when `hostUsers` is false"),
                        List.of()),
                new Row(
                        "SELinux labels by mount option are behind a gate",
                        "spec: {securityContext: {seLinuxChangePolicy: MountOption}}",
                        o -> with(o, 5),
                        List.of(
                                "spec.securityContext.seLinuxChangePolicy: Unsupported value:"
                                        + " \"MountOption\": supported values: \"Recursive\""),
                        List.of()),
                new Row(
                        "behind its gate a toleration compares whole numbers",
                        "spec: {tolerations: [{key: k, operator: Gt, value: '007'}, {key: k,"
                                + " operator: Gt, value: '5'}]}",
                        o -> with(o, 6),
                        Stream.of(0, 1)
                                .map(
                                        i ->
                                                "spec.tolerations["
                                                        + i
                                                        + "].operator: Unsupported value: \"Gt\":"
                                                        + " supported values: \"Equal\","
                                                        + " \"Exists\", \"Lt\", \"Gt\"")
                                .toList(),
                        List.of(
                                "spec.tolerations[0].value: Invalid value: \"007\": must be a"
                                        + " valid decimal integer in canonical form")),
                new Row(
                        "leading zeros in addresses were fine once",
                        "spec: {hostAliases: [{ip: 010.0.0.01}]}",
                        o -> with(o, 7),
                        List.of(
                                "spec.hostAliases[0].ip: Invalid value: \"010.0.0.01\": must not"
                                        + " have leading 0s"),
                        List.of()),
                new Row(
                        "a deletion cost is checked only behind its gate",
                        "metadata: {annotations: {controller.kubernetes.io/pod-deletion-cost: x}}",
                        o -> with(o, 8),
                        List.of(
                                "metadata.annotations[controller.kubernetes.io/pod-deletion-cost]:"
                                        + " Invalid value: \"x\": must be a 32bit integer"),
                        List.of()),
                new Row(
                        "keys that are not merged may not be in the selector at all",
                        "spec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: z,"
                                + " whenUnsatisfiable: DoNotSchedule, matchLabelKeys: [a],"
                                + " labelSelector: {matchLabels: {a: b}}}]}",
                        o -> with(o, 9),
                        List.of(),
                        List.of(
                                "spec.topologySpreadConstraints[0].matchLabelKeys[0]: Invalid"
                                        + " value: \"a\": exists in both matchLabelKeys and"
                                        + " labelSelector")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void gatesChangeWhatIsValid(Row row) {
        ValidationOptions defaults = ValidationOptions.defaults();
        assertThat(messages(row, defaults)).isEqualTo(row.byDefault());
        assertThat(messages(row, row.other().apply(defaults))).isEqualTo(row.otherwise());
    }

    private static List<String> messages(Row row, ValidationOptions options) {
        return PodValidator.validate(PodValidatorTest.complete(row.manifest()), options).stream()
                .map(Violation::toString)
                .toList();
    }

    /// The options with the one at this place turned.
    private static ValidationOptions with(ValidationOptions o, int turned) {
        boolean[] flags = {
            o.podLevelResources(),
            o.containerRestartRules(),
            o.restartAllContainers(),
            o.envFiles(),
            o.userNamespacesHostNetwork(),
            o.seLinuxMount(),
            o.tolerationComparison(),
            o.strictAddresses(),
            o.podDeletionCost(),
            o.labelKeysMerge()
        };
        flags[turned] = !flags[turned];
        return new ValidationOptions(
                flags[0], flags[1], flags[2], flags[3], flags[4], flags[5], flags[6], flags[7],
                flags[8], flags[9]);
    }
}
