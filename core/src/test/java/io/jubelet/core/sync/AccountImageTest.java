package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.Programs;
import io.jubelet.core.image.AccountWish;
import io.jubelet.core.image.AccountWish.Sharing;
import io.jubelet.core.image.CollectionSettings;
import io.jubelet.core.image.ImagePulls;
import io.jubelet.core.image.ImageSettings;
import io.jubelet.core.image.PluginCredentials;
import io.jubelet.core.image.PluginSettings;
import io.jubelet.core.image.PullRecords;
import io.jubelet.core.image.PullSettings;
import io.jubelet.core.image.PullVerification;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.sync.ImagePuller.Result;
import io.jubelet.core.testing.KnownAccounts;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.RecordFolder;
import io.jubelet.core.testing.StepExecution;
import io.jubelet.core.testing.ToldEvents;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.waiting.WaitReason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// An image of a registry that lets in what a program knows for one service account, and several
/// pods that want it.
final class AccountImageTest {
    private static final String V1 = "credentialprovider.kubelet.k8s.io/v1";

    private final StepExecution execution = new StepExecution();
    private final ToldEvents events = new ToldEvents();
    private final PrivateRegistry registry = new PrivateRegistry();
    private final Plugin plugin = new Plugin();
    private final KnownAccounts accounts =
            new KnownAccounts()
                    .with(new ObjectName("default", "robot"), "uid-1", Map.of("id", "robot"))
                    .with(new ObjectName("default", "other"), "uid-2", Map.of("id", "other"));
    private final ImagePuller puller = puller();

    private ImagePuller puller() {
        var credentials =
                new PluginCredentials(
                        new PluginSettings(
                                "test",
                                List.of("registry.example"),
                                Duration.ofMinutes(10),
                                V1,
                                new Programs.Command("/plugins/test", List.of(), Map.of()),
                                Optional.of(
                                        new AccountWish(
                                                "registry",
                                                Sharing.ACCOUNT,
                                                true,
                                                List.of("id"),
                                                List.of()))),
                        plugin,
                        execution);
        var trust =
                new PullRecords(
                        execution, new PullVerification.NeverPreloaded(), new RecordFolder());
        return new ImagePuller(
                new ImagePulls(
                        execution,
                        registry,
                        new ImageSettings(
                                PullSettings.STANDARD,
                                CollectionSettings.STANDARD,
                                credentials,
                                trust),
                        accounts,
                        _ -> {},
                        () -> {},
                        Meter.NONE),
                new PullSecrets(ObjectLookup.NONE),
                new PodEvents(events));
    }

    private static DesiredPod pod(String name, String account) {
        return Pods.pod(name)
                .containers("app")
                .with(it -> it.getSpecBuilder().setServiceAccountName(account))
                .build();
    }

    /// Asks again for as long as something is under way.
    private Result start(DesiredPod pod, String policy, RestartBackOff backOff) {
        var need = need(pod, policy);
        var result = puller.ensure(pod, need, backOff, execution.now());
        for (var looks = 0; result instanceof Result.Coming && looks < 3; looks++) {
            execution.runNew();
            result = puller.ensure(pod, need, backOff, execution.now());
        }
        return result;
    }

    private static ImageNeed need(DesiredPod pod, String policy) {
        var app = pod.containers().getFirst().toBuilder();
        return ImageNeed.of(
                app.setImage("registry.example/app:1").setImagePullPolicy(policy).build());
    }

    private Result start(DesiredPod pod) {
        return start(pod, "IfNotPresent", RestartBackOff.NONE);
    }

    @Test
    void whoRunsAsTheAccountUsesWhatIsHere() {
        assertThat(start(pod("one", "robot"))).isInstanceOf(Result.Present.class);
        assertThat(start(pod("two", "robot"))).isInstanceOf(Result.Present.class);
        assertThat(start(pod("three", "robot"), "Never", RestartBackOff.NONE))
                .isInstanceOf(Result.Present.class);

        assertThat(registry.pulls).isEqualTo(1);
        assertThat(events.lines("spec.containers{app}"))
                .filteredOn(it -> it.contains("Pulling image"))
                .hasSize(1);
    }

    @Test
    void whoRunsAsAnotherHasToAskTheRegistry() {
        start(pod("one", "robot"));
        plugin.knows = false;

        assertThat(start(pod("two", "other")))
                .isInstanceOfSatisfying(
                        Result.Missing.class,
                        missing ->
                                assertThat(missing.reason())
                                        .isInstanceOf(WaitReason.ImagePullFailed.class));
        assertThat(registry.pulls).isEqualTo(2);
    }

    @Test
    void whoRunsAsAnotherThatTheRegistryLetsInMayUseItFromThenOn() {
        start(pod("one", "robot"));

        assertThat(start(pod("two", "other"))).isInstanceOf(Result.Present.class);
        assertThat(start(pod("three", "other"))).isInstanceOf(Result.Present.class);
        assertThat(registry.pulls).isEqualTo(2);
    }

    @Test
    void whoHasNoAccountPullsInVain() {
        start(pod("one", "robot"));

        assertThat(start(pod("two", ""))).isInstanceOf(Result.Missing.class);
        assertThat(registry.pulls).isEqualTo(2);
    }

    @Test
    void whoMustNotPullIsToldThatItIsNotHere() {
        start(pod("one", "robot"));

        assertThat(start(pod("two", "other"), "Never", RestartBackOff.NONE))
                .isInstanceOfSatisfying(
                        Result.Missing.class,
                        missing ->
                                assertThat(missing.reason())
                                        .isInstanceOf(WaitReason.ImageNeverPull.class));
        assertThat(registry.pulls).isEqualTo(1);
    }

    @Test
    void whoWasToldSoIsToldTheSameWhileItIsLookedIntoOnceMore() {
        start(pod("one", "robot"));
        var other = pod("two", "other");
        start(other, "Never", RestartBackOff.NONE);
        var need = need(other, "Never");
        for (var look = 0; look < 3; look++) {
            assertThat(puller.ensure(other, need, RestartBackOff.NONE, execution.now()))
                    .isInstanceOf(Result.Missing.class);
            execution.runNew();
        }
        assertThat(puller.ensure(other, need, RestartBackOff.NONE, execution.now()))
                .isInstanceOf(Result.Missing.class);
        start(pod("three", "other"));
        puller.ensure(other, need, RestartBackOff.NONE, execution.now());
        execution.runNew();

        assertThat(puller.ensure(other, need, RestartBackOff.NONE, execution.now()))
                .as("the registry let in another pod of its account")
                .isInstanceOf(Result.Present.class);
    }

    @Test
    void whoLeavesIsForgotten() {
        start(pod("one", "robot"));
        var other = pod("two", "other");
        start(other, "Never", RestartBackOff.NONE);
        puller.leave(other.uid());

        assertThat(puller.ensure(other, need(other, "Never"), RestartBackOff.NONE, execution.now()))
                .isInstanceOf(Result.Coming.class);
    }

    /// Otherwise its status would change with every look.
    @Test
    void noProgramIsAskedWhileThePullBacksOff() {
        start(pod("one", "robot"));
        var asked = plugin.asked;
        var need = need(pod("two", "other"), "IfNotPresent");
        var now = execution.now();
        var backOff = RestartBackOff.NONE.lengthened(need.backOffKey(), now, now);

        assertThat(start(pod("two", "other"), "IfNotPresent", backOff))
                .isInstanceOfSatisfying(
                        Result.Missing.class,
                        missing ->
                                assertThat(missing.reason())
                                        .isInstanceOf(WaitReason.ImagePullBackOff.class));
        assertThat(plugin.asked).isEqualTo(asked);
    }

    private static final class Plugin implements Programs {
        private boolean knows = true;
        private int asked;

        @Override
        public byte[] ask(Command command, byte[] input) {
            asked++;
            var auth =
                    knows
                            ? "\"registry.example\":{\"username\":\"ann\",\"password\":\"secret\"}"
                            : "";
            return ("{\"kind\":\"CredentialProviderResponse\",\"apiVersion\":\"%s\","
                            + "\"cacheKeyType\":\"Image\",\"auth\":{%s}}")
                    .formatted(V1, auth)
                    .getBytes(StandardCharsets.UTF_8);
        }
    }
}
