package io.jubelet.model.defaulting;

import static io.jubelet.model.testing.Manifests.volume;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.VolumeSource;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VolumeDefaultsTest {
    private static final int USUAL_MODE = 0644;

    record Row(String sentence, String yaml, Function<VolumeSource, Object> read, Object expected) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("no source is an empty folder", "{}", VolumeSource::hasEmptyDir, true),
                new Row(
                        "a host path's type is not checked",
                        "{hostPath: {path: /a}}",
                        source -> source.getHostPath().hasType(),
                        true),
                new Row(
                        "a secret's files are 0644",
                        "{secret: {secretName: s}}",
                        source -> source.getSecret().getDefaultMode(),
                        USUAL_MODE),
                new Row(
                        "a config map's files are 0644",
                        "{configMap: {name: m}}",
                        source -> source.getConfigMap().getDefaultMode(),
                        USUAL_MODE),
                new Row(
                        "a downward file is 0644 and of version v1",
                        "{downwardAPI: {items: [{path: a, fieldRef: {fieldPath: f}}]}}",
                        source ->
                                List.of(
                                        source.getDownwardAPI().getDefaultMode(),
                                        source.getDownwardAPI()
                                                .getItems(0)
                                                .getFieldRef()
                                                .getApiVersion()),
                        List.of(USUAL_MODE, "v1")),
                new Row(
                        "a projected file is 0644",
                        "{projected: {}}",
                        source -> source.getProjected().getDefaultMode(),
                        USUAL_MODE),
                new Row(
                        "a mode of zero stays",
                        "{projected: {defaultMode: 0}}",
                        source -> source.getProjected().getDefaultMode(),
                        0),
                new Row(
                        "a projected field is of version v1",
                        "{projected: {sources: [{downwardAPI: {items: [{path: a, fieldRef:"
                                + " {fieldPath: f}}]}}]}}",
                        source ->
                                source.getProjected()
                                        .getSources(0)
                                        .getDownwardAPI()
                                        .getItems(0)
                                        .getFieldRef()
                                        .getApiVersion(),
                        "v1"),
                new Row(
                        "a token lasts an hour",
                        "{projected: {sources: [{serviceAccountToken: {path: t}}]}}",
                        source ->
                                source.getProjected()
                                        .getSources(0)
                                        .getServiceAccountToken()
                                        .getExpirationSeconds(),
                        3600L),
                new Row(
                        "an image volume without a tag is always pulled",
                        "{image: {reference: x}}",
                        source -> source.getImage().getPullPolicy(),
                        "Always"),
                new Row(
                        "a tagged image volume is pulled once",
                        "{image: {reference: 'x:1'}}",
                        source -> source.getImage().getPullPolicy(),
                        "IfNotPresent"),
                new Row(
                        "an ephemeral claim holds files",
                        "{ephemeral: {volumeClaimTemplate: {spec: {resources: {requests:"
                                + " {storage: 1000.0001}}}}}}",
                        source -> {
                            var claim = source.getEphemeral().getVolumeClaimTemplate().getSpec();
                            return List.of(
                                    claim.getVolumeMode(),
                                    claim.getResources().getRequestsOrThrow("storage").getString());
                        },
                        List.of("Filesystem", "1000001m")),
                new Row(
                        "a block target uses the default interface",
                        "{iscsi: {targetPortal: t, iqn: i, lun: 1}}",
                        source -> source.getIscsi().getIscsiInterface(),
                        "default"),
                new Row(
                        "a Ceph device has a pool, a user and a keyring",
                        "{rbd: {monitors: [m], image: i}}",
                        source ->
                                List.of(
                                        source.getRbd().getPool(),
                                        source.getRbd().getUser(),
                                        source.getRbd().getKeyring()),
                        List.of("rbd", "admin", "/etc/ceph/keyring")),
                new Row(
                        "an Azure disk is shared, cached and ext4",
                        "{azureDisk: {diskName: d, diskURI: u}}",
                        source ->
                                List.of(
                                        source.getAzureDisk().getKind(),
                                        source.getAzureDisk().getCachingMode(),
                                        source.getAzureDisk().getFsType(),
                                        source.getAzureDisk().hasReadOnly()),
                        List.of("Shared", "ReadWrite", "ext4", true)),
                new Row(
                        "a ScaleIO volume is thin and xfs",
                        "{scaleIO: {gateway: g, system: s}}",
                        source ->
                                List.of(
                                        source.getScaleIO().getStorageMode(),
                                        source.getScaleIO().getFsType()),
                        List.of("ThinProvisioned", "xfs")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void fillsIn(Row row) {
        var defaulted = PodDefaults.apply(volume(row.yaml()));
        VolumeSource source = defaulted.getSpec().getVolumes(0).getVolumeSource();
        assertThat(row.read().apply(source)).isEqualTo(row.expected());
        assertThat(PodDefaults.apply(defaulted)).as("once is enough").isEqualTo(defaulted);
    }
}
