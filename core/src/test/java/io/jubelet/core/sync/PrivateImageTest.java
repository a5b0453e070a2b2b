package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.image.CollectionSettings;
import io.jubelet.core.image.ImagePulls;
import io.jubelet.core.image.ImageSettings;
import io.jubelet.core.image.NodeCredentials;
import io.jubelet.core.image.PullRecords;
import io.jubelet.core.image.PullSettings;
import io.jubelet.core.image.PullVerification;
import io.jubelet.core.image.ServiceAccounts;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.sync.ImagePuller.Result;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.RecordFolder;
import io.jubelet.core.testing.StepExecution;
import io.jubelet.core.testing.ToldEvents;
import io.jubelet.core.volume.FakeObjects;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.waiting.WaitReason;
import org.junit.jupiter.api.Test;

/// An image of a registry that lets in only one user, and several pods that want it.
final class PrivateImageTest {
    private static final String JSON = "kubernetes.io/dockerconfigjson";
    private static final String SECRET =
            "{\"auths\": {\"registry.example\": {\"username\": \"ann\", \"password\":"
                    + " \"secret\"}}}";

    private final StepExecution execution = new StepExecution();
    private final ToldEvents events = new ToldEvents();
    private final PrivateRegistry registry = new PrivateRegistry();
    private final RecordFolder folder = new RecordFolder();
    private final ObjectLookup objects =
            new FakeObjects().pullSecret("default", "key", JSON, SECRET);
    private final ImagePuller puller = puller();

    private ImagePuller puller() {
        var trust = new PullRecords(execution, new PullVerification.NeverPreloaded(), folder);
        var settings =
                new ImageSettings(
                        PullSettings.STANDARD,
                        CollectionSettings.STANDARD,
                        NodeCredentials.NONE,
                        trust);
        return new ImagePuller(
                new ImagePulls(
                        execution,
                        registry,
                        settings,
                        ServiceAccounts.NONE,
                        _ -> {},
                        () -> {},
                        Meter.NONE),
                new PullSecrets(objects),
                new PodEvents(events));
    }

    private static DesiredPod pod(String name, String... secrets) {
        return Pods.pod(name)
                .containers("app")
                .with(
                        it -> {
                            for (var secret : secrets) {
                                it.getSpecBuilder().addImagePullSecretsBuilder().setName(secret);
                            }
                        })
                .build();
    }

    private Result start(ImagePuller with, DesiredPod pod, String policy) {
        Container app = pod.containers().getFirst();
        var need = ImageNeed.of(app.toBuilder().setImagePullPolicy(policy).build());
        var result = with.ensure(pod, need, RestartBackOff.NONE, execution.now());
        execution.runNew();
        return result instanceof Result.Coming
                ? with.ensure(pod, need, RestartBackOff.NONE, execution.now())
                : result;
    }

    private Result start(DesiredPod pod) {
        return start(puller, pod, "IfNotPresent");
    }

    @Test
    void whoHasTheSecretTooUsesWhatIsHere() {
        assertThat(start(pod("one", "key"))).isInstanceOf(Result.Present.class);
        assertThat(start(pod("two", "key"))).isInstanceOf(Result.Present.class);

        assertThat(registry.pulls).isEqualTo(1);
        assertThat(events.lines("spec.containers{app}"))
                .anyMatch(it -> it.endsWith("present on machine and can be accessed by the pod"));
    }

    @Test
    void whoHasNoRightToItPullsInVain() {
        start(pod("one", "key"));

        assertThat(start(pod("two")))
                .isInstanceOfSatisfying(
                        Result.Missing.class,
                        missing ->
                                assertThat(missing.reason())
                                        .isInstanceOf(WaitReason.ImagePullFailed.class));
        assertThat(registry.pulls).isEqualTo(2);
    }

    @Test
    void whoMustNotPullIsToldThatItIsNotHere() {
        start(pod("one", "key"));

        assertThat(start(puller, pod("two"), "Never"))
                .isInstanceOfSatisfying(
                        Result.Missing.class,
                        missing ->
                                assertThat(missing.reason())
                                        .isInstanceOf(WaitReason.ImageNeverPull.class));
        assertThat(start(puller, pod("three", "key"), "Never")).isInstanceOf(Result.Present.class);
    }

    @Test
    void theNextAgentKnowsItToo() {
        start(pod("one", "key"));

        assertThat(start(puller(), pod("two"), "IfNotPresent")).isInstanceOf(Result.Missing.class);
        assertThat(start(puller(), pod("three", "key"), "IfNotPresent"))
                .isInstanceOf(Result.Present.class);
        assertThat(registry.pulls).isEqualTo(2);
    }

    @Test
    void withoutADiskForItsRecordNothingIsPulled() {
        folder.breaks(true);

        assertThat(start(pod("one", "key")))
                .isInstanceOfSatisfying(
                        Result.Missing.class,
                        missing ->
                                assertThat(missing.reason().message())
                                        .contains("failed to record image pull intent"));
        assertThat(registry.pulls).isZero();
    }
}
