package io.jubelet.sim.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.ServiceAccount;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.image.ClusterAccounts;
import io.jubelet.core.image.ServiceAccounts.AccountException;
import io.jubelet.core.objects.ChangeDetection;
import io.jubelet.core.objects.ClusterObjects;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Service accounts for who can wait for them, in every weather, on virtual time.
class ClusterAccountsTest {
    private static final ObjectName ROBOT = new ObjectName("shop", "robot");
    private static final String AUDIENCE = "registry";

    private final SimScheduler scheduler = new SimScheduler(5, Pace.STEADY);
    private final SimScheduler.Session session = scheduler.attach("test");
    private final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(5), Latency.NORMAL);
    private final ClusterObjects objects =
            new ClusterObjects(
                    scheduler, cluster, new Outages(scheduler), ChangeDetection.WATCH, _ -> {});
    private final ClusterAccounts accounts = new ClusterAccounts(cluster, objects);
    private DesiredPod pod = new DesiredPod(Pod.getDefaultInstance());

    @BeforeEach
    void begin() {
        var account = ServiceAccount.newBuilder();
        account.getMetadataBuilder().setName("robot").putAnnotations("id", "7");
        cluster.model().create(ApiResource.SERVICE_ACCOUNTS, "shop", account.build());
        var web = Pod.newBuilder();
        web.getMetadataBuilder().setName("web");
        pod = new DesiredPod(cluster.model().create(ApiResource.PODS, "shop", web.build()));
        objects.register(pod);
    }

    @AfterEach
    void end() {
        session.close();
    }

    private String token(PodIdentity identity) {
        var uid = accounts.find(ROBOT).getMetadata().getUid();
        return accounts.token(ROBOT, uid, identity, AUDIENCE);
    }

    private long requests() {
        return cluster.calls().stream().filter(Call.of(ApiResource.SERVICE_ACCOUNT_TOKENS)).count();
    }

    @Test
    void anAccountIsReadAsItIsNow() {
        assertThat(accounts.find(ROBOT).getMetadata().getAnnotationsMap()).containsEntry("id", "7");
        assertThatExceptionOfType(AccountException.class)
                .isThrownBy(() -> accounts.find(new ObjectName("shop", "nobody")))
                .withMessage("serviceaccounts \"nobody\" not found");
    }

    @Test
    void aTokenIsWaitedForAndKeptForTheNextTime() {
        var first = token(pod.identity());

        assertThat(first).startsWith("token-");
        assertThat(token(pod.identity())).isEqualTo(first);
        assertThat(requests()).isEqualTo(1);
    }

    /// The API server checks that the pod is there and is that one.
    @Test
    void aTokenIsBoundToThePod() {
        var stranger = new PodIdentity("shop", "web", new PodUid("another"));
        var twin = Pod.newBuilder();
        twin.getMetadataBuilder().setNamespace("shop").setName("web").setUid("another");
        objects.register(new DesiredPod(twin.build()));

        assertThatExceptionOfType(AccountException.class)
                .isThrownBy(() -> token(stranger))
                .withMessageContaining("does not match the UID in record");
    }

    @Test
    void aServerThatIsAwayIsAReason() {
        var uid = accounts.find(ROBOT).getMetadata().getUid();
        cluster.goDown();

        assertThatExceptionOfType(AccountException.class).isThrownBy(() -> accounts.find(ROBOT));
        assertThatExceptionOfType(AccountException.class)
                .isThrownBy(() -> accounts.token(ROBOT, uid, pod.identity(), AUDIENCE))
                .withMessageContaining("failed to fetch token");
    }

    @Test
    void nobodyWaitsForTheTokenOfAPodThatIsGone() {
        var uid = accounts.find(ROBOT).getMetadata().getUid();
        cluster.faults().slow(Call.of(ApiResource.SERVICE_ACCOUNT_TOKENS), Duration.ofSeconds(50));
        scheduler.after(Duration.ofSeconds(2), "the pod goes", () -> objects.unregister(pod.uid()));
        Tick began = scheduler.tick();

        assertThatExceptionOfType(AccountException.class)
                .isThrownBy(() -> accounts.token(ROBOT, uid, pod.identity(), AUDIENCE))
                .withMessage("its pod is gone");
        assertThat(began.until(scheduler.tick())).isLessThan(Duration.ofSeconds(3));
        var asked = requests();
        assertThatExceptionOfType(AccountException.class)
                .isThrownBy(() -> accounts.token(ROBOT, uid, pod.identity(), AUDIENCE));
        scheduler.advance(Duration.ofHours(2));
        assertThat(requests()).isEqualTo(asked);
    }

    @Test
    void aServerThatDoesNotAnswerIsWaitedForAMinuteAtMost() {
        var uid = accounts.find(ROBOT).getMetadata().getUid();
        cluster.faults().slow(Call.of(ApiResource.SERVICE_ACCOUNT_TOKENS), Duration.ofMinutes(9));
        Tick began = scheduler.tick();

        assertThatExceptionOfType(AccountException.class)
                .isThrownBy(() -> accounts.token(ROBOT, uid, pod.identity(), AUDIENCE));
        assertThat(began.until(scheduler.tick())).isLessThan(Duration.ofSeconds(62));
    }
}
