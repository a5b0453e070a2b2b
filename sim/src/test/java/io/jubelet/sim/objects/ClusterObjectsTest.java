package io.jubelet.sim.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.jubelet.api.authentication.TokenRequest;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Secret;
import io.jubelet.api.core.Service;
import io.jubelet.api.core.ServiceAccount;
import io.jubelet.api.node.RuntimeClass;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.objects.ChangeDetection;
import io.jubelet.core.objects.ClusterObjects;
import io.jubelet.core.objects.ObjectAnswer;
import io.jubelet.core.objects.ServiceTokens.Answer;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.waiting.ObjectProblem;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The objects that pods name, in every weather, on virtual time.
class ClusterObjectsTest {
    private static final Duration MOMENT = Duration.ofSeconds(2);

    /// Longer than the longest wait between two tries.
    private static final Duration A_TRY = Duration.ofSeconds(63);

    private static final ObjectName KEY = new ObjectName("shop", "key");
    private static final ObjectName ACCOUNT = new ObjectName("shop", "default");

    private final SimScheduler scheduler = new SimScheduler(5, Pace.STEADY);
    private final SimScheduler.Session session = scheduler.attach("test");
    private final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(5), Latency.NORMAL);
    private final Set<PodUid> poked = new TreeSet<>();
    private ClusterObjects objects = objects(ChangeDetection.WATCH);

    private ClusterObjects objects(ChangeDetection detection) {
        return new ClusterObjects(
                scheduler, cluster, new Outages(scheduler), detection, poked::addAll);
    }

    @AfterEach
    void end() {
        session.close();
    }

    @ParameterizedTest
    @EnumSource(ChangeDetection.class)
    void aPodIsPokedWhenTheSecretItWaitsForAppears(ChangeDetection detection) {
        objects = objects(detection);
        objects.register(pod("a"));
        assertThat(objects.secret(KEY)).isEqualTo(new ObjectAnswer.NotHeardYet<>(""));
        pass(MOMENT);
        assertThat(objects.secret(KEY)).isEqualTo(new ObjectAnswer.Missing<>());
        assertThat(objects.secret(KEY).problem("secret", KEY))
                .hasValueSatisfying(
                        reason ->
                                assertThat(reason.message()).isEqualTo("secret \"key\" not found"));
        poked.clear();
        createSecret(false);
        pass(A_TRY);

        assertThat(objects.secret(KEY).found()).isPresent();
        assertThat(poked).containsExactly(new PodUid("a"));
    }

    @Test
    void aWatchedSecretIsKnownTheMomentItAppears() {
        objects.register(pod("a"));
        pass(MOMENT);
        createSecret(false);
        pass(Duration.ofMillis(200));

        assertThat(objects.secret(KEY).found()).isPresent();
    }

    @Test
    void aChangeIsToldToEveryPodThatNamesTheObject() {
        createSecret(false);
        objects.register(pod("a"));
        objects.register(pod("b"));
        pass(MOMENT);
        poked.clear();
        patchSecret("YmI=");
        pass(MOMENT);

        assertThat(poked).containsExactly(new PodUid("a"), new PodUid("b"));
        assertThat(value()).isEqualTo("bb");
        assertThat(watches()).isEqualTo(1);
    }

    @Test
    void anObjectThatNobodyNamesAnyMoreIsForgotten() {
        createSecret(false);
        objects.register(pod("a"));
        objects.register(pod("b"));
        pass(MOMENT);
        objects.unregister(new PodUid("a"));
        pass(MOMENT);
        assertThat(cluster.watchCount()).isEqualTo(1);
        objects.unregister(new PodUid("b"));
        pass(MOMENT);

        assertThat(cluster.watchCount()).isZero();
        assertThat(objects.secret(KEY)).isEqualTo(new ObjectAnswer.NotHeardYet<>(""));
    }

    @Test
    void anObjectThatNeverChangesIsNotWatched() {
        createSecret(true);
        objects.register(pod("a"));
        pass(MOMENT);

        assertThat(objects.secret(KEY).found()).isPresent();
        assertThat(cluster.watchCount()).isZero();
    }

    @Test
    void whatWeMayNotReadSaysSoUntilWeMay() {
        createSecret(false);
        cluster.faults().forbid(ApiResource.SECRETS);
        objects.register(pod("a"));
        pass(MOMENT);
        assertThat(objects.secret(KEY)).isInstanceOf(ObjectAnswer.Forbidden.class);
        assertThat(objects.secret(KEY).problem("secret", KEY).orElseThrow())
                .isInstanceOf(ObjectProblem.Forbidden.class);
        pass(Duration.ofHours(1));
        cluster.faults().clear();
        pass(A_TRY);

        assertThat(objects.secret(KEY).found()).isPresent();
    }

    @Test
    void whatIsKnownStaysGoodWhileTheServerIsAwayForHours() {
        createSecret(false);
        objects.register(pod("a"));
        pass(MOMENT);
        poked.clear();
        cluster.goDown();
        pass(Duration.ofHours(4));

        assertThat(value()).isEqualTo("aa");
        assertThat(poked).isEmpty();
        patchSecret("YmI=");
        cluster.comeBack();
        pass(A_TRY);
        assertThat(value()).isEqualTo("bb");
        assertThat(poked).containsExactly(new PodUid("a"));
    }

    @Test
    void whatWasNeverHeardBecauseTheServerIsAwaySaysSo() {
        cluster.goDown();
        objects.register(pod("a"));
        pass(MOMENT);

        assertThat(objects.secret(KEY).problem("secret", KEY).orElseThrow().message())
                .isEqualTo(
                        "secret shop/key is not known yet: dial tcp: connect: connection refused");
    }

    @Test
    void aDeletedObjectIsMissing() {
        createSecret(false);
        objects.register(pod("a"));
        pass(MOMENT);
        cluster.model()
                .delete(
                        ApiResource.SECRETS,
                        KEY,
                        new Deletion(OptionalLong.empty(), Optional.empty()));
        pass(MOMENT);

        assertThat(objects.secret(KEY)).isEqualTo(new ObjectAnswer.Missing<>());
    }

    @Test
    void servicesWithAnAddressAreKnownAfterTheFirstList() {
        createService("web", "10.0.0.1");
        createService("headless", "None");
        objects.register(pod("a"));
        assertThat(objects.services()).isEmpty();
        objects.start();
        pass(MOMENT);

        assertThat(objects.services().orElseThrow())
                .extracting(service -> service.getMetadata().getName())
                .containsExactly("web");
        assertThat(poked).contains(new PodUid("a"));
    }

    @Test
    void aRuntimeClassIsFoundByName() {
        objects.start();
        assertThat(objects.runtimeClass("gvisor")).isEqualTo(new ObjectAnswer.NotHeardYet<>(""));
        pass(MOMENT);
        assertThat(objects.runtimeClass("gvisor")).isEqualTo(new ObjectAnswer.Missing<>());
        var made = RuntimeClass.newBuilder().setHandler("runsc");
        made.getMetadataBuilder().setName("gvisor");
        cluster.model().create(ApiResource.RUNTIME_CLASSES, "", made.build());
        pass(MOMENT);

        assertThat(objects.runtimeClass("gvisor").found().orElseThrow().getHandler())
                .isEqualTo("runsc");
    }

    @Test
    void aTokenIsAskedForOnceAndRenewedInTime() {
        createAccount();
        assertThat(token()).isInstanceOf(Answer.NotYet.class);
        pass(MOMENT);
        assertThat(poked).containsExactly(new PodUid("a"));
        var first = ((Answer.Ready) token()).token();
        pass(Duration.ofMinutes(47));
        assertThat(((Answer.Ready) token()).token()).isEqualTo(first);
        pass(Duration.ofMinutes(2));
        assertThat(((Answer.Ready) token()).token()).isEqualTo(first);
        pass(MOMENT);

        assertThat(((Answer.Ready) token()).token()).isNotEqualTo(first);
        assertThat(tokenRequests()).isEqualTo(2);
    }

    @Test
    void aTokenThatCannotBeRenewedServesUntilItExpires() {
        createAccount();
        token();
        pass(MOMENT);
        cluster.goDown();
        pass(Duration.ofMinutes(55));
        assertThat(token()).isInstanceOf(Answer.Ready.class);
        pass(Duration.ofMinutes(6));
        assertThat(token()).isInstanceOf(Answer.Failed.class);
        cluster.comeBack();
        pass(A_TRY);

        assertThat(token()).isInstanceOf(Answer.Ready.class);
    }

    @Test
    void aTokenWithoutAnAccountFailsAndComesWithTheAccount() {
        token();
        pass(MOMENT);
        assertThat(token())
                .isEqualTo(
                        new Answer.Failed(
                                "failed to fetch token: serviceaccounts \"default\" not found"));
        createAccount();
        pass(A_TRY);

        assertThat(token()).isInstanceOf(Answer.Ready.class);
    }

    @Test
    void theTokensOfAPodThatIsGoneAreForgotten() {
        token();
        pass(MOMENT);
        objects.unregister(new PodUid("a"));
        pass(MOMENT);
        var asked = tokenRequests();
        pass(Duration.ofHours(1));

        assertThat(tokenRequests()).isEqualTo(asked);
    }

    @Test
    void noTokenShowsInText() {
        createAccount();
        token();
        pass(MOMENT);

        assertThat(token().toString()).doesNotContain("token-");
    }

    private Answer token() {
        var request = TokenRequest.newBuilder();
        request.getSpecBuilder().setExpirationSeconds(3600).getBoundObjectRefBuilder().setUID("a");
        return objects.token(ACCOUNT, request.build());
    }

    private long tokenRequests() {
        return cluster.calls().stream().filter(Call.of(ApiResource.SERVICE_ACCOUNT_TOKENS)).count();
    }

    private long watches() {
        return cluster.calls().stream().filter(call -> call.verb() == Verb.WATCH).count();
    }

    private static DesiredPod pod(String uid) {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setNamespace("shop").setName(uid).setUid(uid);
        pod.getSpecBuilder()
                .addVolumesBuilder()
                .setName("v")
                .getVolumeSourceBuilder()
                .getSecretBuilder()
                .setSecretName("key");
        return new DesiredPod(pod.build());
    }

    private void createSecret(boolean immutable) {
        var secret = Secret.newBuilder().setImmutable(immutable);
        secret.getMetadataBuilder().setName("key");
        secret.putData("k", ByteString.copyFromUtf8("aa"));
        cluster.model().create(ApiResource.SECRETS, "shop", secret.build());
    }

    private void patchSecret(String base64) {
        cluster.model()
                .patch(
                        ApiResource.SECRETS,
                        KEY,
                        new Patch(Patch.Kind.MERGE, "", "{\"data\":{\"k\":\"" + base64 + "\"}}"));
    }

    private String value() {
        return objects.secret(KEY).found().orElseThrow().getDataOrThrow("k").toStringUtf8();
    }

    private void createService(String name, String address) {
        var service = Service.newBuilder();
        service.getMetadataBuilder().setName(name);
        service.getSpecBuilder().setClusterIP(address);
        cluster.model().create(ApiResource.SERVICES, "shop", service.build());
    }

    private void createAccount() {
        var account = ServiceAccount.newBuilder();
        account.getMetadataBuilder().setName("default");
        cluster.model().create(ApiResource.SERVICE_ACCOUNTS, "shop", account.build());
    }

    private void pass(Duration time) {
        scheduler.advance(time);
    }
}
