package io.jubelet.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.execution.SystemExecution;
import io.jubelet.model.staticpod.StaticPods;
import io.jubelet.model.validation.ValidationOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StaticPodManifestsTest {
    private static final String WEB =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              containers: [{name: app, image: "example/app:1"}]
            """;

    private final Manifests manifests =
            new StaticPodManifests(
                    new StaticPods("node", true, ValidationOptions.defaults()),
                    new SystemExecution());

    @Test
    void makesAPodOfThisNodeWithAllDefaults() {
        var decoded = manifests.decode("/manifests/web.yaml", WEB);

        assertThat(decoded.problem()).isEmpty();
        var pod = decoded.pods().getFirst().pod();
        assertThat(pod.getMetadata().getName()).isEqualTo("web-node");
        assertThat(pod.getMetadata().getNamespace()).isEqualTo("default");
        assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Always");
        assertThat(pod.getSpec().getTerminationGracePeriodSeconds()).isEqualTo(30);
        assertThat(pod.getMetadata().getAnnotationsMap())
                .containsEntry("kubernetes.io/config.source", "file");
    }

    @Test
    void givesTheSameFileTheSameUidAndAnotherFileAnother() {
        var uid = uid("/manifests/web.yaml", WEB);

        assertThat(uid("/manifests/web.yaml", WEB)).isEqualTo(uid);
        assertThat(uid("/manifests/other.yaml", WEB)).isNotEqualTo(uid);
        assertThat(uid("/manifests/web.yaml", WEB.replace("app:1", "app:2"))).isNotEqualTo(uid);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    not yaml             | '{'                                   | web.yaml
                    not a pod            | 'apiVersion: v1\\nkind: Node'          | expected apiVersion v1 and kind Pod
                    empty                | ''                                    | web.yaml
                    no name              | 'apiVersion: v1\\nkind: Pod'           | name is needed
                    several documents    | 'a: 1\\n---\\nb: 2'                     | web.yaml
                    a list               | '[1, 2]'                              | web.yaml
                    """)
    void saysInOneLineWhatIsWrong(String name, String text, String expected) {
        var decoded = manifests.decode("web.yaml", text.replace("\\n", "\n"));

        assertThat(decoded.pods()).as(name).isEmpty();
        assertThat(decoded.problem()).hasValueSatisfying(p -> assertThat(p).contains(expected));
        assertThat(decoded.problem().orElseThrow()).doesNotContain("\n");
    }

    private String uid(String path, String text) {
        return manifests.decode(path, text).pods().getFirst().uid().value();
    }
}
