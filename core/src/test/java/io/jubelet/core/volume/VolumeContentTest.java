package io.jubelet.core.volume;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Volume;
import io.jubelet.api.core.VolumeSource;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.VolumeFiles.ContentFile;
import io.jubelet.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Rows that upstream has too carry its names, from the tests of its volume plugins.
final class VolumeContentTest {
    private final FakeObjects objects =
            new FakeObjects()
                    .configMap("default", "map", Map.of("foo", "foo", "bar", "bar"))
                    .secret("default", "hidden", Map.of("pass", "w"));

    @Test
    void noOverrides() {
        assertThat(files(s -> configMap(s, "map").getConfigMapBuilder().setDefaultMode(0644)))
                .containsExactly("bar=bar 644", "foo=foo 644");
    }

    @Test
    void basic1WithMode() {
        assertThat(
                        files(
                                s ->
                                        configMap(s, "map")
                                                .getConfigMapBuilder()
                                                .addItemsBuilder()
                                                .setKey("foo")
                                                .setPath("path/to/foo.txt")
                                                .setMode(0400)))
                .containsExactly("path/to/foo.txt=foo 400");
    }

    @Test
    void nonExistentKey() {
        assertThat(problem(s -> item(s, false)))
                .isEqualTo("configmap references non-existent config key: zab");
        assertThat(files(s -> item(s, true))).isEmpty();
    }

    @Test
    void aMissingObjectIsNamedUnlessItIsOptional() {
        assertThat(problem(s -> s.getSecretBuilder().setSecretName("gone")))
                .isEqualTo("secret \"gone\" not found");
        assertThat(files(s -> s.getSecretBuilder().setSecretName("gone").setOptional(true)))
                .isEmpty();
    }

    @Test
    void theVolumeEveryPodOfAClusterHas() {
        var result =
                collect(
                        s -> {
                            var projected = s.getProjectedBuilder().setDefaultMode(0644);
                            projected
                                    .addSourcesBuilder()
                                    .getServiceAccountTokenBuilder()
                                    .setExpirationSeconds(3607)
                                    .setPath("token");
                            projected
                                    .addSourcesBuilder()
                                    .getConfigMapBuilder()
                                    .getLocalObjectReferenceBuilder()
                                    .setName("map");
                            projected
                                    .addSourcesBuilder()
                                    .getDownwardAPIBuilder()
                                    .addItemsBuilder()
                                    .setPath("namespace")
                                    .getFieldRefBuilder()
                                    .setFieldPath("metadata.namespace");
                        },
                        _ -> {});
        var complete = (VolumeContent.Result.Complete) result;

        assertThat(complete.refreshAt()).contains(new Tick(3607));
        assertThat(complete.files().stream().map(VolumeContentTest::text))
                .containsExactly(
                        "bar=bar 644",
                        "foo=foo 644",
                        "namespace=default 644",
                        "token=token for  644");
    }

    @Test
    void aTokenBelongsToTheOneUserOfThePod() {
        assertThat(token(p -> p.getSpecBuilder().getSecurityContextBuilder().setRunAsUser(7)))
                .satisfies(
                        file -> {
                            assertThat(file.mode()).isEqualTo(0600);
                            assertThat(file.owner()).hasValue(7);
                        });
        assertThat(token(p -> p.getSpecBuilder().getSecurityContextBuilder().setFsGroup(9)))
                .satisfies(
                        file -> {
                            assertThat(file.mode()).isEqualTo(0600);
                            assertThat(file.owner()).isEmpty();
                        });
    }

    @Test
    void aFileShowsNothingOfWhatItHolds() {
        assertThat(collect(s -> s.getSecretBuilder().setSecretName("hidden"), _ -> {}).toString())
                .contains("pass")
                .doesNotContain("=w")
                .doesNotContain("\"w\"");
    }

    private ContentFile token(Consumer<Pod.Builder> change) {
        var result =
                collect(
                        s ->
                                s.getProjectedBuilder()
                                        .addSourcesBuilder()
                                        .getServiceAccountTokenBuilder()
                                        .setPath("token"),
                        change);
        return ((VolumeContent.Result.Complete) result).files().getFirst();
    }

    private static VolumeSource.Builder configMap(VolumeSource.Builder source, String name) {
        source.getConfigMapBuilder().getLocalObjectReferenceBuilder().setName(name);
        return source;
    }

    private static void item(VolumeSource.Builder source, boolean optional) {
        configMap(source, "map")
                .getConfigMapBuilder()
                .setOptional(optional)
                .addItemsBuilder()
                .setKey("zab")
                .setPath("zab");
    }

    private List<String> files(Consumer<VolumeSource.Builder> change) {
        var complete = (VolumeContent.Result.Complete) collect(change, _ -> {});
        return complete.files().stream().map(VolumeContentTest::text).toList();
    }

    private static String text(ContentFile file) {
        return file.path()
                + "="
                + file.data().toStringUtf8()
                + " "
                + Integer.toOctalString(file.mode());
    }

    private String problem(Consumer<VolumeSource.Builder> change) {
        return ((VolumeContent.Result.Incomplete) collect(change, _ -> {})).problem().message();
    }

    private VolumeContent.Result collect(
            Consumer<VolumeSource.Builder> change, Consumer<Pod.Builder> ofPod) {
        var desired =
                pod("web")
                        .containers("app")
                        .with(
                                p -> {
                                    ofPod.accept(p);
                                    change.accept(
                                            p.getSpecBuilder()
                                                    .addVolumesBuilder()
                                                    .setName("v")
                                                    .getVolumeSourceBuilder());
                                })
                        .build();
        return VolumeContent.collect(
                desired,
                desired.pod().getSpec().getVolumes(0),
                Map.of("memory", Quantity.parse("1Gi")),
                objects);
    }

    @Test
    void theSmallestLimitIsTheSizeOfAVolumeInMemory() {
        var volume = Volume.newBuilder().setName("v");
        var allocatable = Map.of("memory", Quantity.parse("1Gi"));
        var small = pod("web").containers("app").with(VolumeContentTest::limited).build().pod();
        var free = pod("web").containers("app").build().pod();

        assertThat(VolumeOrderCalculator.size(free, volume.build(), allocatable))
                .isEqualTo(1L << 30);
        assertThat(VolumeOrderCalculator.size(small, volume.build(), allocatable))
                .isEqualTo(64L << 20);
        volume.getVolumeSourceBuilder().getEmptyDirBuilder().getSizeLimitBuilder().setString("1Mi");
        assertThat(VolumeOrderCalculator.size(small, volume.build(), allocatable))
                .isEqualTo(1L << 20);
        assertThat(VolumeOrderCalculator.size(free, Volume.getDefaultInstance(), Map.of()))
                .isZero();
    }

    private static void limited(Pod.Builder pod) {
        pod.getSpecBuilder()
                .getContainersBuilder(0)
                .getResourcesBuilder()
                .putLimits(
                        "memory",
                        io.jubelet.api.meta.Quantity.newBuilder().setString("64Mi").build());
    }

    @Test
    void foldersForOtherVolumesInsideThisOneAreMade() {
        var desired =
                pod("web")
                        .containers("app")
                        .with(
                                p -> {
                                    var container = p.getSpecBuilder().getContainersBuilder(0);
                                    container
                                            .addVolumeMountsBuilder()
                                            .setName("v")
                                            .setMountPath("/dir");
                                    container
                                            .addVolumeMountsBuilder()
                                            .setName("w")
                                            .setMountPath("/dir/nested/deep");
                                    container
                                            .addVolumeMountsBuilder()
                                            .setName("x")
                                            .setMountPath("/directory");
                                })
                        .build();

        assertThat(VolumeOrderCalculator.nested(desired.pod(), "v")).containsExactly("nested/deep");
        assertThat(VolumeOrderCalculator.nested(desired.pod(), "w")).isEmpty();
        assertThat(VolumeOrderCalculator.commonUser(desired.pod())).isEqualTo(OptionalLong.empty());
    }
}
