package io.jubelet.model.defaulting;

import static io.jubelet.model.testing.Manifests.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.ResourceRequirements;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResourceDefaultsTest {
    record Row(
            String sentence,
            String spec,
            Function<Pod, ResourceRequirements> read,
            String limits,
            String requests) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> rows() {
        Function<Pod, ResourceRequirements> first =
                pod -> pod.getSpec().getContainers(0).getResources();
        Function<Pod, ResourceRequirements> init =
                pod -> pod.getSpec().getInitContainers(0).getResources();
        return Stream.of(
                new Row(
                        "what is limited is requested",
                        "containers: [{resources: {limits: {cpu: 1, memory: 1Gi}}}]",
                        first,
                        "{cpu=1, memory=1Gi}",
                        "{cpu=1, memory=1Gi}"),
                new Row(
                        "a request that is given stays",
                        "containers: [{resources: {limits: {cpu: 1, memory: 1Gi},"
                                + " requests: {cpu: 500m}}}]",
                        first,
                        "{cpu=1, memory=1Gi}",
                        "{cpu=500m, memory=1Gi}"),
                new Row(
                        "a request makes no limit",
                        "containers: [{resources: {requests: {cpu: 1}}}]",
                        first,
                        "{}",
                        "{cpu=1}"),
                new Row(
                        "init containers request their limits too",
                        "initContainers: [{resources: {limits: {memory: 1Gi}}}]",
                        init,
                        "{memory=1Gi}",
                        "{memory=1Gi}"),
                new Row(
                        "amounts are rounded up to thousandths and written canonically",
                        "containers: [{resources: {limits: {cpu: 0.0001, memory: 1024Mi}}}]",
                        first,
                        "{cpu=1m, memory=1Gi}",
                        "{cpu=1m, memory=1Gi}"));
    }

    static Stream<Row> podRows() {
        return Stream.of(
                podRow(
                        "no amounts on pod level stay none",
                        "containers: [{resources: {requests: {cpu: 1}}}]",
                        "{}",
                        "{}"),
                podRow(
                        "a pod requests what its containers do",
                        "containers: [{resources: {requests: {cpu: 1}}},"
                                + " {resources: {requests: {cpu: 500m}}}],"
                                + " resources: {limits: {cpu: 4}}",
                        "{cpu=4}",
                        "{cpu=1500m}"),
                podRow(
                        "what only the pod limits it requests",
                        "containers: [{}], resources: {limits: {cpu: 4, memory: 1Gi}}",
                        "{cpu=4, memory=1Gi}",
                        "{cpu=4, memory=1Gi}"),
                podRow(
                        "a pod's own request stays",
                        "containers: [{resources: {requests: {cpu: 1}}}],"
                                + " resources: {limits: {cpu: 4}, requests: {cpu: 3}}",
                        "{cpu=4}",
                        "{cpu=3}"),
                podRow(
                        "requests alone are left alone",
                        "containers: [{resources: {requests: {cpu: 1, memory: 1Gi}}}],"
                                + " resources: {requests: {cpu: 3}}",
                        "{}",
                        "{cpu=3}"),
                podRow(
                        "a needy init container counts for the pod",
                        "containers: [{resources: {requests: {cpu: 1}}}], initContainers:"
                                + " [{resources: {requests: {cpu: 2}}}],"
                                + " resources: {limits: {cpu: 4}}",
                        "{cpu=4}",
                        "{cpu=2}"),
                podRow(
                        "a sidecar counts beside the containers and later init containers",
                        "containers: [{resources: {requests: {cpu: 1}}}], initContainers:"
                                + " [{restartPolicy: Always, resources: {requests: {cpu: 1}}},"
                                + " {resources: {requests: {cpu: 2}}}],"
                                + " resources: {limits: {cpu: 4}}",
                        "{cpu=4}",
                        "{cpu=3}"),
                podRow(
                        "huge pages of the containers become the pod's limit",
                        "containers: [{resources: {limits: {hugepages-2Mi: 2Mi}}},"
                                + " {resources: {limits: {hugepages-2Mi: 4Mi}}}],"
                                + " resources: {limits: {cpu: 1}}",
                        "{cpu=1, hugepages-2Mi=6Mi}",
                        "{cpu=1, hugepages-2Mi=6Mi}"),
                podRow(
                        "huge pages that the pod requests are left alone",
                        "containers: [{resources: {limits: {hugepages-2Mi: 2Mi}}}],"
                                + " resources: {limits: {cpu: 1}, requests: {hugepages-2Mi: 8Mi}}",
                        "{cpu=1}",
                        "{cpu=1, hugepages-2Mi=8Mi}"),
                podRow(
                        "other resources do not come up to pod level",
                        "containers: [{resources: {limits: {ephemeral-storage: 1Gi}}}],"
                                + " resources: {limits: {cpu: 1}}",
                        "{cpu=1}",
                        "{cpu=1}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"rows", "podRows"})
    void amountsAreCompleted(Row row) {
        Pod defaulted = PodDefaults.apply(pod("{spec: {" + row.spec() + "}}"));
        ResourceRequirements resources = row.read().apply(defaulted);
        assertThat(texts(resources.getLimitsMap())).isEqualTo(row.limits());
        assertThat(texts(resources.getRequestsMap())).isEqualTo(row.requests());
    }

    @Test
    void withoutTheGateAmountsOnPodLevelStayAsWritten() {
        Pod pod = pod("{spec: {containers: [{}], resources: {limits: {cpu: 4}}}}");
        Pod defaulted = PodDefaults.apply(pod, false);
        assertThat(defaulted.getSpec().getResources().getRequestsMap()).isEmpty();
    }

    @Test
    void amountsInAStatusAreRoundedToo() {
        Pod pod =
                PodDefaults.apply(
                        pod(
                                "{status: {containerStatuses: [{name: c, allocatedResources: {cpu:"
                                        + " 0.0001}, resources: {limits: {cpu: 0.0002}}}]}}"));
        var status = pod.getStatus().getContainerStatuses(0);
        assertThat(texts(status.getAllocatedResourcesMap())).isEqualTo("{cpu=1m}");
        assertThat(texts(status.getResources().getLimitsMap())).isEqualTo("{cpu=1m}");
    }

    private static Row podRow(String sentence, String spec, String limits, String requests) {
        return new Row(sentence, spec, pod -> pod.getSpec().getResources(), limits, requests);
    }

    private static String texts(Map<String, io.jubelet.api.meta.Quantity> amounts) {
        TreeMap<String, String> texts = new TreeMap<>();
        amounts.forEach((name, amount) -> texts.put(name, amount.getString()));
        return texts.toString();
    }
}
