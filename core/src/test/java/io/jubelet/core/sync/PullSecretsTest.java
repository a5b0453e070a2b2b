package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Cancellation;
import io.jubelet.core.image.ImagePulls;
import io.jubelet.core.image.ImageSettings;
import io.jubelet.core.image.Keyring;
import io.jubelet.core.image.ServiceAccounts;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.testing.OnlyPulls;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.StepExecution;
import io.jubelet.core.testing.ToldEvents;
import io.jubelet.core.volume.FakeObjects;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.waiting.WaitReason;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PullSecretsTest {
    private static final String JSON = "kubernetes.io/dockerconfigjson";
    private static final RegistryCredential ANN = new RegistryCredential("ann", "secret");
    private static final RegistryCredential BOB = new RegistryCredential("bob", "hidden");

    @ParameterizedTest(name = "{0} for {1}: {2}")
    @CsvSource({
        "registry.example, registry.example/app, true",
        "https://registry.example, registry.example/app, true",
        "http://registry.example/v1/, registry.example/app, true",
        "https://registry.example/v2/, registry.example/team/app, true",
        "registry.example/team, registry.example/team/app, true",
        "registry.example/team, registry.example/other/app, false",
        "registry.example:5000, registry.example:5000/app, true",
        "registry.example:5000, registry.example/app, false",
        "*.example, registry.example/app, true",
        "*.example, deep.registry.example/app, false",
        "re?istry.example, registry.example/app, true",
        "re?istry.example, reistry.example/app, false",
        "other.example, registry.example/app, false",
        "https://index.docker.io/v1/, docker.io/library/app, true",
        "docker.io, docker.io/library/app, true",
        "index.docker.io, registry.example/app, false",
    })
    void aPlaceOpensTheRepositoriesUnderIt(String place, String repository, boolean opens) {
        var keyring = new Keyring();
        assertThat(keyring.add(config(place, ANN), true)).isTrue();

        assertThat(keyring.find(repository)).isEqualTo(opens ? List.of(ANN) : List.of());
    }

    @Test
    void theMostParticularPlaceComesFirst() {
        var keyring = new Keyring();
        keyring.add(config("registry.example", ANN), true);
        keyring.add(config("registry.example/team", BOB), true);

        assertThat(keyring.find("registry.example/team/app")).containsExactly(BOB, ANN);
    }

    @Test
    void userAndPasswordMayStandApart() {
        var keyring = new Keyring();
        var text = "{\"registry.example\": {\"username\": \"ann\", \"password\": \"secret\"}}";

        assertThat(keyring.add(text.getBytes(StandardCharsets.UTF_8), false)).isTrue();
        assertThat(keyring.find("registry.example/app")).containsExactly(ANN);
    }

    @ParameterizedTest
    @CsvSource({"nonsense", "'{\"auths\": {\"r\": {\"auth\": \"!!\"}}}'", "'{'"})
    void whatCannotBeReadIsSaidToBe(String text) {
        assertThat(new Keyring().add(text.getBytes(StandardCharsets.UTF_8), true)).isFalse();
    }

    @Test
    void aCredentialTellsNothingOfItself() {
        assertThat(ANN.toString()).doesNotContain("ann").doesNotContain("secret");
    }

    @Test
    void pullsWithOneCredentialAfterTheOther() {
        var objects =
                new FakeObjects()
                        .pullSecret("default", "one", JSON, text("registry.example", ANN))
                        .pullSecret("default", "two", JSON, text("registry.example", BOB));
        var registry = new Registry(Optional.of(BOB));

        assertThat(ensure(registry, objects, new ToldEvents(), "one", "two"))
                .isInstanceOf(ImagePuller.Result.Present.class);
        assertThat(registry.asked).containsExactly(Optional.of(ANN), Optional.of(BOB));
    }

    @Test
    void tellsOfSecretsThatAreNotThereAndTriesWithoutThem() {
        var told = new ToldEvents();
        var registry = new Registry(Optional.empty());

        assertThat(ensure(registry, new FakeObjects(), told, "one", "two"))
                .isInstanceOf(ImagePuller.Result.Present.class);
        assertThat(told.lines(""))
                .containsExactly(
                        "Warning FailedToRetrieveImagePullSecret Unable to retrieve some image pull"
                                + " secrets (one, two); attempting to pull the image may not"
                                + " succeed.");
    }

    @Test
    void waitsForASecretThatNobodyHasReadYet() {
        var registry = new Registry(Optional.empty());

        var result = ensure(registry, ObjectLookup.NONE, new ToldEvents(), "one");

        assertThat(registry.asked).isEmpty();
        assertThat(result)
                .isInstanceOfSatisfying(
                        ImagePuller.Result.Missing.class,
                        missing ->
                                assertThat(missing.reason())
                                        .isInstanceOf(WaitReason.ContainerConfigFailed.class)
                                        .extracting(WaitReason::unblockedBy)
                                        .asString()
                                        .contains("secret default/one"));
    }

    private static ImagePuller.Result ensure(
            Registry registry, ObjectLookup objects, ToldEvents told, String... secrets) {
        var desired = withSecrets(secrets);
        var execution = new StepExecution();
        var puller =
                new ImagePuller(
                        new ImagePulls(
                                execution,
                                registry,
                                ImageSettings.STANDARD,
                                ServiceAccounts.NONE,
                                _ -> {},
                                () -> {},
                                Meter.NONE),
                        new PullSecrets(objects),
                        new PodEvents(told));
        var first = puller.ensure(desired, ImageNeed.of(app()), RestartBackOff.NONE, Instant.EPOCH);
        execution.run();
        return first instanceof ImagePuller.Result.Coming
                ? puller.ensure(desired, ImageNeed.of(app()), RestartBackOff.NONE, Instant.EPOCH)
                : first;
    }

    private static Container app() {
        return Pods.container("app").toBuilder().setImagePullPolicy("Always").build();
    }

    private static DesiredPod withSecrets(String... names) {
        return pod("web")
                .containers("app")
                .with(
                        it -> {
                            for (var name : names) {
                                it.getSpecBuilder().addImagePullSecretsBuilder().setName(name);
                            }
                        })
                .build();
    }

    private static byte[] config(String place, RegistryCredential credential) {
        return text(place, credential).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(String place, RegistryCredential credential) {
        var both = credential.user() + ":" + credential.password();
        var auth = Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
        return "{\"auths\": {\"" + place + "\": {\"auth\": \"" + auth + "\"}}}";
    }

    /// A registry that lets in whoever has the one credential, or everybody.
    private static final class Registry implements OnlyPulls {
        private final Optional<RegistryCredential> wanted;
        private final List<Optional<RegistryCredential>> asked = new ArrayList<>();

        Registry(Optional<RegistryCredential> wanted) {
            this.wanted = wanted;
        }

        @Override
        public Optional<LocalImage> find(String image) {
            return Optional.empty();
        }

        @Override
        public String pull(
                String image, Optional<RegistryCredential> credential, Cancellation cancellation) {
            var shown = credential.map(it -> new RegistryCredential(it.user(), it.password()));
            asked.add(shown);
            if (!shown.equals(wanted)) {
                throw new RuntimeCallException(
                        "PullImage", RuntimeCallException.Code.FAILED, "unauthorized");
            }
            return "sha256:pulled";
        }
    }
}
