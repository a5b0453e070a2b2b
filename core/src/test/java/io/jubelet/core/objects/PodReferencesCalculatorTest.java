package io.jubelet.core.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.model.codec.MessageReader;
import io.jubelet.model.codec.Strictness;
import io.jubelet.model.codec.Yaml;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Every place where a pod can name a secret or a config map.
class PodReferencesCalculatorTest {
    private static final String POD =
            """
            metadata: {name: web, namespace: shop}
            spec:
              imagePullSecrets: [{name: s-pull}]
              initContainers:
              - name: init
                envFrom: [{secretRef: {name: s-init}}, {configMapRef: {name: c-init}}]
              containers:
              - name: main
                env:
                - {name: A, valueFrom: {secretKeyRef: {name: s-env, key: a}}}
                - {name: B, valueFrom: {configMapKeyRef: {name: c-env, key: b}}}
                - {name: C, value: plain}
              ephemeralContainers:
              - name: debug
                envFrom: [{secretRef: {name: s-debug}}]
              volumes:
              - {name: v1, secret: {secretName: s-volume}}
              - {name: v2, configMap: {name: c-volume}}
              - name: v3
                projected:
                  sources:
                  - {secret: {name: s-projected}}
                  - {configMap: {name: c-projected}}
                  - {serviceAccountToken: {path: token}}
              - {name: v4, csi: {driver: d, nodePublishSecretRef: {name: s-csi}}}
              - {name: v5, iscsi: {targetPortal: p, iqn: q, lun: 0, secretRef: {name: s-iscsi}}}
              - {name: v6, emptyDir: {}}
            """;

    @Test
    void allNamesAreFoundInThePodsNamespace() {
        var names = PodReferencesCalculator.of(pod());

        assertThat(names.secrets())
                .extracting(ObjectName::toString)
                .containsExactlyInAnyOrder(
                        "shop/s-pull",
                        "shop/s-init",
                        "shop/s-env",
                        "shop/s-debug",
                        "shop/s-volume",
                        "shop/s-projected",
                        "shop/s-csi",
                        "shop/s-iscsi");
        assertThat(names.configMaps())
                .extracting(ObjectName::toString)
                .containsExactlyInAnyOrder(
                        "shop/c-init", "shop/c-env", "shop/c-volume", "shop/c-projected");
    }

    @Test
    void aPodThatNamesNothingNamesNothing() {
        var names = PodReferencesCalculator.of(Pod.getDefaultInstance());

        assertThat(names.secrets()).isEmpty();
        assertThat(names.configMaps()).isEmpty();
    }

    private static Pod pod() {
        var tree = Yaml.documents("pod", POD.getBytes(StandardCharsets.UTF_8)).getFirst();
        return MessageReader.read(tree, Pod.getDefaultInstance(), Strictness.STRICT).message();
    }
}
