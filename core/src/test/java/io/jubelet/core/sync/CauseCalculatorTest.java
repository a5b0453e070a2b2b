package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.volume.FakeObjects;
import io.jubelet.core.volume.ObjectLookup;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CauseCalculatorTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final CauseCalculator causes =
            new CauseCalculator(
                    new FakeObjects()
                            .configMap("default", "settings", Map.of())
                            .configMap("default", "mounted", Map.of())
                            .secret("default", "pull", Map.of()));

    private static DesiredPod web() {
        return pod("web").containers("app", "other").with(CauseCalculatorTest::name).build();
    }

    private static void name(Pod.Builder pod) {
        var spec = pod.getSpecBuilder();
        spec.addImagePullSecretsBuilder().setName("pull");
        volume(pod, "data")
                .getConfigMapBuilder()
                .getLocalObjectReferenceBuilder()
                .setName("mounted");
        volume(pod, "unused").getSecretBuilder().setSecretName("unused");
        var app = spec.getContainersBuilder(0);
        app.addVolumeMountsBuilder().setName("data").setMountPath("/data");
        app.addEnvFromBuilder()
                .getConfigMapRefBuilder()
                .getLocalObjectReferenceBuilder()
                .setName("settings");
        app.addEnvBuilder()
                .setName("X")
                .getValueFromBuilder()
                .getSecretKeyRefBuilder()
                .setKey("k")
                .getLocalObjectReferenceBuilder()
                .setName("gone");
    }

    private static io.jubelet.api.core.VolumeSource.Builder volume(Pod.Builder pod, String name) {
        return pod.getSpecBuilder().addVolumesBuilder().setName(name).getVolumeSourceBuilder();
    }

    private static Container container(int index) {
        return web().containers().get(index);
    }

    @Test
    void namesWhatAContainersVariablesAndMountsComeFrom() {
        assertThat(causes.ofRestart(web(), container(0)).versions())
                .containsOnly(
                        Map.entry("configmap/default/settings", ""),
                        Map.entry("configmap/default/mounted", ""),
                        Map.entry("secret/default/gone", Causes.MISSING));
        assertThat(causes.ofRestart(web(), container(1))).isEqualTo(Causes.NONE);
    }

    @Test
    void namesThePullSecretsOfAPull() {
        assertThat(causes.ofPull(web()).versions())
                .containsOnly(Map.entry("secret/default/pull", ""));
    }

    @Test
    void saysNothingOfWhatCannotBeRead() {
        var blind = new CauseCalculator(ObjectLookup.NONE);

        assertThat(blind.ofRestart(web(), container(0))).isEqualTo(Causes.NONE);
    }

    @Test
    void looksOnlyAtWhatHasFailed() {
        var key = ContainerPlanner.backOffKey(container(0));
        var backOff = RestartBackOff.NONE.lengthened(key, NOW, NOW);

        assertThat(causes.of(web(), backOff)).containsOnlyKeys(key);
        assertThat(causes.of(web(), RestartBackOff.NONE)).isEmpty();
    }
}
