package io.jubelet.model.staticpod;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.model.testing.Manifests;
import io.jubelet.model.validation.ValidationOptions;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ApiReferencesTest {
    private static final String FINE = "accepted";
    private static final String CLAIM =
            "{volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests:"
                    + " {storage: 1Gi}}}}}";

    record Row(String sentence, Pod manifest, boolean gate, String verdict) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> containerRows() {
        return Stream.of(
                refused(
                        "a service account is an API object",
                        Manifests.spec("{serviceAccountName: sa}"),
                        "serviceaccounts"),
                refused(
                        "a service account by its older name is one too",
                        Manifests.spec("{serviceAccount: sa}"),
                        "serviceaccounts"),
                refused(
                        "a pull secret is an API object",
                        Manifests.spec("{imagePullSecrets: [{name: s}]}"),
                        "secrets"),
                refused(
                        "variables from a secret need the API",
                        Manifests.container("{envFrom: [{secretRef: {name: s}}]}"),
                        "secrets"),
                refused(
                        "a variable from a secret needs the API",
                        Manifests.init(
                                "{env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}]}"),
                        "secrets"),
                refused(
                        "variables from a config map need the API",
                        Manifests.container("{envFrom: [{configMapRef: {name: m}}]}"),
                        "configmaps"),
                refused(
                        "a variable from a config map needs the API",
                        Manifests.container(
                                "{env: [{name: A, valueFrom: {configMapKeyRef: {name: m, key:"
                                        + " k}}}]}"),
                        "configmaps"),
                refused(
                        "a resource claim is an API object",
                        Manifests.spec("{resourceClaims: [{name: r, resourceClaimName: x}]}"),
                        "resourceclaims"));
    }

    static Stream<Row> volumeRows() {
        return Stream.of(
                volume("a config map volume needs the API", "{configMap: {name: m}}", "configmaps"),
                volume("a secret volume needs the API", "{secret: {secretName: s}}", "secrets"),
                volume(
                        "a CSI volume needs the API",
                        "{csi: {driver: d.example}}",
                        "csidrivers (via CSI volumes)"),
                volume(
                        "a CSI volume's secret is seen first",
                        "{csi: {driver: d.example, nodePublishSecretRef: {name: s}}}",
                        "secrets"),
                volume(
                        "a GlusterFS volume needs the API",
                        "{glusterfs: {endpoints: e, path: p}}",
                        "endpoints (via glusterFS volumes)"),
                volume(
                        "a claim is an API object",
                        "{persistentVolumeClaim: {claimName: p}}",
                        "persistentvolumeclaims"),
                volume(
                        "an ephemeral volume makes a claim",
                        "{ephemeral: " + CLAIM + "}",
                        "persistentvolumeclaims (via ephemeral volumes)"),
                volume(
                        "an Azure file needs a secret",
                        "{azureFile: {secretName: s, shareName: f}}",
                        "secrets"),
                volume(
                        "a projected config map needs the API",
                        "{projected: {sources: [{configMap: {name: m}}]}}",
                        "configmaps"),
                volume(
                        "a projected secret needs the API",
                        "{projected: {sources: [{secret: {name: s}}]}}",
                        "secrets"),
                volume(
                        "a trust bundle needs the API",
                        "{projected: {sources: [{clusterTrustBundle: {name: b, path: p}}]}}",
                        "clustertrustbundles"),
                volume(
                        "a pod certificate needs the API",
                        "{projected: {sources: [{podCertificate: {signerName: a.b/c, keyType:"
                                + " ED25519, keyPath: k}}]}}",
                        "podcertificates"),
                new Row(
                        "an unknown projected source is refused",
                        Manifests.volume("{projected: {sources: [{}]}}"),
                        true,
                        "unknown source for projected volume \"v\""),
                fine(
                        "the pod's own fields are no API objects",
                        "{projected: {sources: [{downwardAPI: {}}]}}"),
                fine("a host path is no API object", "{hostPath: {path: /a}}"),
                fine("an empty folder is no API object", "{emptyDir: {}}"),
                fine("an image is no API object", "{image: {reference: r}}"));
    }

    static Stream<Row> rowsWithoutTheGate() {
        return Stream.of(
                new Row(
                        "without the gate a config map is let through",
                        Manifests.volume("{configMap: {name: m}}"),
                        false,
                        FINE),
                new Row(
                        "without the gate a trust bundle is still refused",
                        Manifests.volume(
                                "{projected: {sources: [{clusterTrustBundle: {name: b, path:"
                                        + " p}}]}}"),
                        false,
                        "static pods may not use ClusterTrustBundle projected volume sources"),
                new Row(
                        "without the gate a resource claim is still refused",
                        Manifests.spec("{resourceClaims: [{name: r, resourceClaimName: x}]}"),
                        false,
                        "static pods may not use ResourceClaims"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"containerRows", "volumeRows", "rowsWithoutTheGate"})
    void whatLivesInTheApiIsRefused(Row row) {
        StaticPods pods = new StaticPods("node1", row.gate(), ValidationOptions.defaults());
        String verdict =
                switch (pods.fromManifest(
                        row.manifest(), new ManifestSource.File("/a"), Instant.EPOCH)) {
                    case StaticPodResult.Accepted _ -> FINE;
                    case StaticPodResult.Rejected(String reason) -> reason;
                };
        assertThat(verdict).isEqualTo(row.verdict());
    }

    private static Row refused(String sentence, Pod manifest, String resource) {
        return new Row(sentence, manifest, true, "static pods may not reference " + resource);
    }

    private static Row volume(String sentence, String yaml, String resource) {
        return refused(sentence, Manifests.volume(yaml), resource);
    }

    private static Row fine(String sentence, String yaml) {
        return new Row(sentence, Manifests.volume(yaml), true, FINE);
    }
}
