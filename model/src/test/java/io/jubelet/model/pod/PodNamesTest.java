package io.jubelet.model.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.meta.ObjectMeta;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodNamesTest {
    @Test
    void fullNameIsNameThenNamespace() {
        Pod pod = pod(Map.of());
        assertThat(PodNames.fullName(pod)).isEqualTo("web_default");
        assertThat(PodNames.logName(pod)).isEqualTo("default/web");
    }

    @ParameterizedTest(name = "a pod with {0}={1} is static: {2}, mirror: {3}, critical: {4}")
    @CsvSource({
        "kubernetes.io/config.source, file, true, false, true",
        "kubernetes.io/config.source, http, true, false, true",
        "kubernetes.io/config.source, api, false, false, false",
        "kubernetes.io/config.mirror, 1234, false, true, true",
        "example.com/other, x, false, false, false",
    })
    void annotationsTellWhereAPodCameFrom(
            String key, String value, boolean isStatic, boolean isMirror, boolean isCritical) {
        Pod pod = pod(Map.of(key, value));
        assertThat(PodNames.isStatic(pod)).isEqualTo(isStatic);
        assertThat(PodNames.isMirror(pod)).isEqualTo(isMirror);
        assertThat(PodNames.isCritical(pod)).isEqualTo(isCritical);
    }

    @ParameterizedTest(name = "priority {0} of class {1} is critical: {2}, node critical: {3}")
    @CsvSource({
        "2000000000, system-cluster-critical, true, false",
        "2000001000, system-node-critical, true, true",
        "1999999999, system-node-critical, false, false",
        "0, '', false, false",
    })
    void systemPrioritiesAreCritical(
            int priority, String className, boolean critical, boolean nodeCritical) {
        Pod pod =
                pod(Map.of()).toBuilder()
                        .setSpec(
                                PodSpec.newBuilder()
                                        .setPriority(priority)
                                        .setPriorityClassName(className))
                        .build();
        assertThat(PodNames.isCritical(pod)).isEqualTo(critical);
        assertThat(PodNames.isNodeCritical(pod)).isEqualTo(nodeCritical);
    }

    private static Pod pod(Map<String, String> annotations) {
        return Pod.newBuilder()
                .setMetadata(
                        ObjectMeta.newBuilder()
                                .setName("web")
                                .setNamespace("default")
                                .putAllAnnotations(annotations))
                .build();
    }
}
