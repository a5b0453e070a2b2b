package io.jubelet.model.defaulting;

import static io.jubelet.model.testing.Manifests.container;
import static io.jubelet.model.testing.Manifests.ephemeral;
import static io.jubelet.model.testing.Manifests.init;
import static io.jubelet.model.testing.Manifests.metadata;
import static io.jubelet.model.testing.Manifests.pod;
import static io.jubelet.model.testing.Manifests.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.EphemeralContainerCommon;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.Probe;
import io.jubelet.model.codec.MessageWriter;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PodDefaultsTest {
    record Row(String sentence, Pod given, Function<Pod, Object> read, Object expected) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> specRows() {
        return Stream.of(
                specRow("a pod restarts always", "{}", PodSpec::getRestartPolicy, "Always"),
                specRow(
                        "a pod's own restart policy stays",
                        "{restartPolicy: Never}",
                        PodSpec::getRestartPolicy,
                        "Never"),
                specRow("names come from the cluster", "{}", PodSpec::getDnsPolicy, "ClusterFirst"),
                specRow(
                        "half a minute is left for good-byes",
                        "{}",
                        PodSpec::getTerminationGracePeriodSeconds,
                        30L),
                specRow(
                        "a grace period of zero stays",
                        "{terminationGracePeriodSeconds: 0}",
                        PodSpec::getTerminationGracePeriodSeconds,
                        0L),
                specRow(
                        "a negative grace period is a second",
                        "{terminationGracePeriodSeconds: -3}",
                        PodSpec::getTerminationGracePeriodSeconds,
                        1L),
                specRow(
                        "the scheduler is the default one",
                        "{}",
                        PodSpec::getSchedulerName,
                        "default-scheduler"),
                specRow("there is a security context", "{}", PodSpec::hasSecurityContext, true),
                specRow(
                        "services are linked into the environment",
                        "{}",
                        PodSpec::getEnableServiceLinks,
                        true),
                specRow(
                        "links that were declined stay so",
                        "{enableServiceLinks: false}",
                        PodSpec::getEnableServiceLinks,
                        false),
                specRow(
                        "the older name of the service account counts",
                        "{serviceAccount: robot}",
                        PodSpec::getServiceAccountName,
                        "robot"),
                specRow(
                        "the newer name of the service account wins",
                        "{serviceAccount: old, serviceAccountName: new}",
                        spec -> List.of(spec.getServiceAccountName(), spec.getServiceAccount()),
                        List.of("new", "new")),
                specRow(
                        "the user namespace is left to the agent",
                        "{}",
                        PodSpec::hasHostUsers,
                        false),
                specRow(
                        "an overhead is rounded up to thousandths",
                        "{overhead: {cpu: 0.0001}}",
                        spec -> spec.getOverheadOrThrow("cpu"),
                        amount("1m")));
    }

    static Stream<Row> containerRows() {
        return Stream.of(
                image("an image without a tag is always pulled", "busybox", "Always"),
                image("an image tagged latest is always pulled", "a.b/c:latest", "Always"),
                image("a tagged image is pulled once", "busybox:1.36", "IfNotPresent"),
                image("a port is no tag", "localhost:5000/busybox", "Always"),
                image("a digest is fixed", "x@sha256:" + "a".repeat(64), "IfNotPresent"),
                image(
                        "latest with a digest is still latest",
                        "x:latest@sha256:" + "a".repeat(64),
                        "Always"),
                image("what is no image name is not latest", "No/Good", "IfNotPresent"),
                row(
                        "a pull policy that is given stays",
                        "{imagePullPolicy: Never}",
                        Container::getImagePullPolicy,
                        "Never"),
                row(
                        "a last message is read from a file",
                        "{}",
                        c ->
                                List.of(
                                        c.getTerminationMessagePath(),
                                        c.getTerminationMessagePolicy()),
                        List.of("/dev/termination-log", "File")),
                row(
                        "a port speaks TCP",
                        "{ports: [{containerPort: 80}, {containerPort: 53, protocol: UDP}]}",
                        c -> c.getPortsList().stream().map(port -> port.getProtocol()).toList(),
                        List.of("TCP", "UDP")),
                row(
                        "a port off the host's network takes no host port",
                        "{ports: [{containerPort: 80}]}",
                        c -> c.getPorts(0).hasHostPort(),
                        false),
                row(
                        "a field is of version v1",
                        "{env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}",
                        c -> c.getEnv(0).getValueFrom().getFieldRef().getApiVersion(),
                        "v1"),
                row(
                        "a file for variables is needed",
                        "{env: [{name: A, valueFrom: {fileKeyRef: {key: k}}}]}",
                        c -> c.getEnv(0).getValueFrom().getFileKeyRef().hasOptional(),
                        true),
                row(
                        "an amount without a divisor shows it as none",
                        "{env: [{name: A, valueFrom: {resourceFieldRef: {resource: r}}}]}",
                        c -> c.getEnv(0).getValueFrom().getResourceFieldRef().getDivisor(),
                        amount("0")),
                row("there are resources, if only empty ones", "{}", Container::hasResources, true),
                row(
                        "a hook over HTTP asks for the root",
                        "{lifecycle: {preStop: {httpGet: {port: 80}}}}",
                        c -> c.getLifecycle().getPreStop().getHttpGet().getPath(),
                        "/"),
                row(
                        "a hook after the start speaks HTTP",
                        "{lifecycle: {postStart: {httpGet: {port: 80}}}}",
                        c -> c.getLifecycle().getPostStart().getHttpGet().getScheme(),
                        "HTTP"));
    }

    static Stream<Row> probeRows() {
        Function<Probe, Object> numbers =
                probe ->
                        List.of(
                                probe.getTimeoutSeconds(),
                                probe.getPeriodSeconds(),
                                probe.getSuccessThreshold(),
                                probe.getFailureThreshold(),
                                probe.getInitialDelaySeconds());
        List<Integer> usual = List.of(1, 10, 1, 3, 0);
        return Stream.of(
                row(
                        "liveness is asked every ten seconds",
                        "{livenessProbe: {exec: {command: [a]}}}",
                        c -> numbers.apply(c.getLivenessProbe()),
                        usual),
                row(
                        "readiness is asked every ten seconds",
                        "{readinessProbe: {exec: {command: [a]}}}",
                        c -> numbers.apply(c.getReadinessProbe()),
                        usual),
                row(
                        "the start is asked for every ten seconds",
                        "{startupProbe: {exec: {command: [a]}}}",
                        c -> numbers.apply(c.getStartupProbe()),
                        usual),
                row(
                        "a probe's own numbers stay",
                        "{livenessProbe: {exec: {command: [a]}, timeoutSeconds: 2,"
                                + " periodSeconds: 3, successThreshold: 4, failureThreshold: 5,"
                                + " initialDelaySeconds: 6}}",
                        c -> numbers.apply(c.getLivenessProbe()),
                        List.of(2, 3, 4, 5, 6)),
                row(
                        "a probe over HTTP asks for the root",
                        "{livenessProbe: {httpGet: {port: 80}}}",
                        c ->
                                List.of(
                                        c.getLivenessProbe().getHandler().getHttpGet().getPath(),
                                        c.getLivenessProbe().getHandler().getHttpGet().getScheme()),
                        List.of("/", "HTTP")),
                row(
                        "a probe over gRPC asks for no service by name",
                        "{livenessProbe: {grpc: {port: 80}}}",
                        c -> c.getLivenessProbe().getHandler().getGrpc().hasService(),
                        true));
    }

    static Stream<Row> otherContainerRows() {
        Function<Pod, EphemeralContainerCommon> first =
                pod -> pod.getSpec().getEphemeralContainers(0).getEphemeralContainerCommon();
        String onHost = "{hostNetwork: true, initContainers: [{name: i, image: x, ports: [";
        return Stream.of(
                new Row(
                        "an init container has the same defaults",
                        init("{ports: [{containerPort: 80}]}"),
                        pod ->
                                List.of(
                                        pod.getSpec().getInitContainers(0).getImagePullPolicy(),
                                        pod.getSpec()
                                                .getInitContainers(0)
                                                .getPorts(0)
                                                .getProtocol()),
                        List.of("Always", "TCP")),
                new Row(
                        "an ephemeral container has the same defaults",
                        ephemeral("{image: 'x:1'}"),
                        pod ->
                                List.of(
                                        first.apply(pod).getImagePullPolicy(),
                                        first.apply(pod).getTerminationMessagePolicy()),
                        List.of("IfNotPresent", "File")),
                new Row(
                        "an ephemeral container keeps its target",
                        ephemeral("{targetContainerName: c}"),
                        pod -> pod.getSpec().getEphemeralContainers(0).getTargetContainerName(),
                        "c"),
                new Row(
                        "on the host's network a port is the host's",
                        spec(onHost + "{containerPort: 80}, {containerPort: 81, hostPort: 82}]}]}"),
                        pod ->
                                pod.getSpec().getInitContainers(0).getPortsList().stream()
                                        .map(port -> port.getHostPort())
                                        .toList(),
                        List.of(80, 82)),
                new Row(
                        "annotations of the first init containers are dropped",
                        metadata("{annotations: {pod.beta.kubernetes.io/init-containers: x}}"),
                        pod -> pod.getMetadata().getAnnotationsMap().keySet(),
                        Set.of()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"specRows", "containerRows", "probeRows", "otherContainerRows"})
    void fillsIn(Row row) {
        Pod defaulted = PodDefaults.apply(row.given());
        assertThat(row.read().apply(defaulted)).isEqualTo(row.expected());
        assertThat(PodDefaults.apply(defaulted)).as("once is enough").isEqualTo(defaulted);
    }

    @Test
    void theSmallestPodLooksAsTheApiServerWouldStoreIt() {
        Pod pod =
                PodDefaults.apply(
                        pod("{metadata: {name: a}, spec: {containers: [{name: c, image: i}]}}"));
        assertThat(MessageWriter.toJson(pod.getSpec()))
                .isEqualTo(
                        "{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{},"
                                + "\"terminationMessagePath\":\"/dev/termination-log\","
                                + "\"terminationMessagePolicy\":\"File\","
                                + "\"imagePullPolicy\":\"Always\"}],\"restartPolicy\":\"Always\","
                                + "\"terminationGracePeriodSeconds\":30,"
                                + "\"dnsPolicy\":\"ClusterFirst\",\"securityContext\":{},"
                                + "\"schedulerName\":\"default-scheduler\","
                                + "\"enableServiceLinks\":true}");
    }

    private static Row specRow(
            String sentence, String yaml, Function<PodSpec, Object> read, Object expected) {
        return new Row(sentence, spec(yaml), pod -> read.apply(pod.getSpec()), expected);
    }

    private static Row row(
            String sentence, String yaml, Function<Container, Object> read, Object expected) {
        return new Row(
                sentence,
                container(yaml),
                pod -> read.apply(pod.getSpec().getContainers(0)),
                expected);
    }

    private static Row image(String sentence, String image, String policy) {
        return row(sentence, "{image: '" + image + "'}", Container::getImagePullPolicy, policy);
    }

    private static io.jubelet.api.meta.Quantity amount(String text) {
        return io.jubelet.api.meta.Quantity.newBuilder().setString(text).build();
    }
}
