package io.jubelet.sim.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.api.core.NodeAddress;
import io.jubelet.core.certificate.CertificateKeeper;
import io.jubelet.core.certificate.CertificateKeeper.Wishes;
import io.jubelet.core.certificate.CertificateWait;
import io.jubelet.core.certificate.CertificateWish;
import io.jubelet.core.certificate.CertifiedApi;
import io.jubelet.core.certificate.KeeperListener;
import io.jubelet.core.certificate.KeeperSettings;
import io.jubelet.core.certificate.ServingNamesCalculator;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi.Staleness;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Selection;
import io.jubelet.pki.Certificates;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.cluster.FakeSigner;
import io.jubelet.sim.host.FakeCertificateStore;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Incarnation;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A keeper against the simulated API server: months pass in milliseconds.
final class CertificateKeeperTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final CertificateWish CLIENT = CertificateWish.client("a");

    private final SimScheduler scheduler = new SimScheduler(7, Pace.STEADY);
    private final SimScheduler.Session session = scheduler.attach("test");
    private final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(7), Latency.NORMAL);
    private final FakeCluster bootstrap = cluster.connection();
    private final FakeSigner signer = new FakeSigner(cluster.model(), scheduler::now);
    private final FakeCertificateStore store = new FakeCertificateStore();
    private final List<CertifiedKey> changes = new ArrayList<>();
    private final List<Duration> lived = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private Incarnation process = scheduler.incarnation();
    private Optional<CertificateWish> wish = Optional.of(CLIENT);

    @AfterEach
    void end() {
        session.close();
    }

    private final KeeperListener listener =
            new KeeperListener() {
                @Override
                public void changed(CertifiedKey current) {
                    changes.add(current);
                }

                @Override
                public void renewed(Duration time) {
                    lived.add(time);
                }

                @Override
                public void lost(String reason) {
                    lost.add(reason);
                }
            };

    private CertificateKeeper keeper(KeeperSettings settings) {
        return keeper(settings, Optional.empty());
    }

    private CertificateKeeper keeper(KeeperSettings settings, Optional<CertifiedKey> lent) {
        var keeper =
                new CertificateKeeper(
                        process,
                        store,
                        settings,
                        new Wishes(
                                () -> wish, valid -> valid.isPresent() ? cluster : bootstrap, lent),
                        listener);
        keeper.start();
        return keeper;
    }

    /// One that can always begin anew with bootstrap credentials.
    private CertificateKeeper bootstrapping() {
        return keeper(KeeperSettings.client(Optional.empty()));
    }

    private void pass(Duration time) {
        scheduler.advance(time);
    }

    /// Time in which somebody approves whatever is asked.
    private void passApproving(Duration time) {
        for (var left = time; left.isPositive(); left = left.minusSeconds(1)) {
            pass(Duration.ofSeconds(1));
            signer.undecided().forEach(signer::approve);
        }
    }

    private static String code(CertificateKeeper keeper) {
        return keeper.waiting().map(CertificateWait::code).orElse("");
    }

    @Test
    void anApprovalAfterHoursIsWaitedForWithTheRequestsName() {
        var keeper = bootstrapping();
        pass(HOUR.multipliedBy(5));

        assertThat(keeper.current()).isEmpty();
        var newest = signer.undecided().getLast().getMetadata().getName();
        assertThat(code(keeper)).isEqualTo("CertificateNotApproved");
        assertThat(keeper.waiting().orElseThrow().message()).contains(newest);
        assertThat(lost).isEmpty();

        passApproving(MINUTE);

        assertThat(keeper.current()).isPresent();
        assertThat(keeper.waiting()).isEmpty();
        assertThat(Certificates.subject(keeper.current().orElseThrow().certificate()))
                .isEqualTo(CLIENT.subject());
        assertThat(store.current()).isEqualTo(keeper.current());
    }

    @Test
    void callsFailAtOnceWithTheReasonUntilThereIsACertificate() {
        var keeper = bootstrapping();
        var guarded = CertifiedApi.guard(cluster.cluster(), keeper::missing);
        pass(Duration.ofSeconds(5));

        assertThatThrownBy(() -> guarded.api().list(ApiResource.PODS, Selection.ALL, Staleness.ANY))
                .isInstanceOf(ApiCallException.class)
                .hasMessageContaining("CertificateNotApproved")
                .extracting(failure -> ((ApiCallException) failure).code())
                .isEqualTo(Code.UNREACHABLE);

        passApproving(MINUTE);
        assertThat(guarded.api().list(ApiResource.PODS, Selection.ALL, Staleness.ANY).items())
                .isEmpty();
    }

    @Test
    void aRequestIsMadeAnewAfterFifteenMinutesAndNotMoreOften() {
        bootstrapping();
        pass(Duration.ofMinutes(14));
        assertThat(signer.undecided()).hasSize(1);

        pass(Duration.ofMinutes(2));
        assertThat(signer.undecided()).hasSize(2);
    }

    @Test
    void aDenialIsShownAndAskedAgainWithBackOff() {
        var keeper = bootstrapping();
        pass(Duration.ofSeconds(1));
        signer.undecided().forEach(signer::deny);
        pass(Duration.ofSeconds(1));

        assertThat(code(keeper)).isEqualTo("CertificateRefused");
        assertThat(keeper.waiting().orElseThrow().message()).contains("denied, reason: NotOurs");

        pass(Duration.ofSeconds(3));
        assertThat(signer.undecided()).hasSize(1);
        passApproving(MINUTE);
        assertThat(keeper.current()).isPresent();
    }

    @Test
    void anApprovalThatIsNotSignedIsAnotherWait() {
        var keeper = bootstrapping();
        pass(Duration.ofSeconds(1));
        signer.undecided().forEach(signer::approveWithoutSigning);
        pass(Duration.ofSeconds(1));

        assertThat(code(keeper)).isEqualTo("CertificateNotIssued");
    }

    @Test
    void aRequestThatSomebodyDeletesIsMadeAnew() {
        var keeper = bootstrapping();
        pass(Duration.ofSeconds(1));
        var name = signer.undecided().getFirst().getMetadata().getName();
        cluster.model()
                .delete(
                        ApiResource.CERTIFICATE_SIGNING_REQUESTS,
                        ObjectName.ofCluster(name),
                        Deletion.now(signer.undecided().getFirst().getMetadata().getUid()));
        pass(Duration.ofSeconds(1));
        assertThat(code(keeper)).isEqualTo("CertificateRefused");

        passApproving(MINUTE);
        assertThat(keeper.current()).isPresent();
    }

    @Test
    void anApiServerThatIsAwayForHoursIsAskedUntilItIsBack() {
        bootstrap.goDown();
        var keeper = bootstrapping();
        pass(HOUR.multipliedBy(3));

        assertThat(code(keeper)).isEqualTo("CertificateRequestFailed");
        assertThat(keeper.serverAnswers()).isFalse();
        bootstrap.comeBack();
        passApproving(MINUTE);

        assertThat(keeper.current()).isPresent();
    }

    @Test
    void whoKnowsThatTheCauseIsOverSavesTheRestOfTheBackOff() {
        bootstrap.goDown();
        var keeper = bootstrapping();
        pass(HOUR);
        assertThat(keeper.failedTries()).isGreaterThan(10);
        assertThat(keeper.pending().orElseThrow().since()).isBefore(process.now().minusSeconds(60));
        bootstrap.comeBack();

        keeper.tryNow();
        pass(Duration.ofSeconds(1));

        assertThat(code(keeper)).isEqualTo("CertificateNotApproved");
        passApproving(Duration.ofSeconds(5));
        assertThat(keeper.pending()).isEmpty();
    }

    @Test
    void watchesThatBreakWhileItWaitsLoseNothing() {
        var keeper = bootstrapping();
        pass(Duration.ofSeconds(1));
        for (var cut = 0; cut < 5; cut++) {
            bootstrap.cutWatches();
            pass(Duration.ofSeconds(1));
        }
        bootstrap.goDown();
        signer.undecided().forEach(signer::approve);
        pass(MINUTE);
        bootstrap.comeBack();
        pass(MINUTE);

        assertThat(keeper.current()).isPresent();
        assertThat(changes).hasSize(1);
    }

    @Test
    void threeRotationsHappenInOneProcessEachWhileTheLastIsValid() {
        signer.signFor(Duration.ofMinutes(3));
        var keeper = bootstrapping();
        for (var second = 0; second < 12 * 60; second++) {
            passApproving(Duration.ofSeconds(1));
            assertThat(second < 5 || keeper.current().isPresent()).isTrue();
        }

        assertThat(changes).hasSizeGreaterThanOrEqualTo(4);
        assertThat(lived)
                .hasSize(changes.size() - 1)
                .allSatisfy(
                        each ->
                                assertThat(each)
                                        .isBetween(
                                                Duration.ofSeconds(330), MINUTE.multipliedBy(8)));
    }

    @Test
    void aYearsCertificateIsRenewedBetweenSeventyAndNinetyPercent() {
        var keeper = bootstrapping();
        passApproving(MINUTE);
        var first = keeper.current().orElseThrow();
        while (signer.undecided().isEmpty()) {
            pass(HOUR);
        }
        var life = Duration.between(first.notBefore(), first.notAfter());
        var age = Duration.between(first.notBefore(), scheduler.now());

        assertThat(age.toMinutes())
                .isBetween(life.toMinutes() * 7 / 10, life.toMinutes() * 9 / 10 + 60);
        assertThat(keeper.current()).contains(first);
    }

    @Test
    void aClockThatJumpsPastTheDeadlineMakesTheCertificateDue() {
        signer.signFor(Duration.ofDays(1));
        var keeper = bootstrapping();
        passApproving(MINUTE);
        assertThat(changes).hasSize(1);

        scheduler.jumpWallClock(Duration.ofDays(30));
        assertThat(keeper.current()).isEmpty();
        passApproving(MINUTE);

        assertThat(changes).hasSize(2);
        assertThat(keeper.current()).isPresent();
    }

    @Test
    void aClockThatJumpsBackKeepsTheCertificateAndEndsEveryWait() {
        signer.signFor(Duration.ofMinutes(10));
        var keeper = bootstrapping();
        passApproving(MINUTE);
        scheduler.jumpWallClock(Duration.ofDays(-30));
        passApproving(HOUR);
        assertThat(keeper.current()).isPresent();
        assertThat(changes).hasSize(1);

        scheduler.jumpWallClock(Duration.ofDays(30));
        passApproving(MINUTE);
        assertThat(changes).hasSize(2);
    }

    @Test
    void oneThatHadExpiredAtTheStartIsAskedForWithTheBootstrapCredentials() {
        store.replace(
                signer.certified(
                        CLIENT.subject(),
                        scheduler.now().minus(Duration.ofDays(2)),
                        scheduler.now().minus(Duration.ofDays(1))));
        cluster.faults()
                .refuse(Call.any(), new ApiCallException(Code.UNAUTHORIZED, "Unauthorized"));
        var keeper = bootstrapping();
        assertThat(keeper.current()).isEmpty();
        passApproving(MINUTE);

        assertThat(keeper.current()).isPresent();
        assertThat(lost).isEmpty();
    }

    @Test
    void oneThatHadExpiredAtTheStartEndsTheProcessAfterFiveMinutesWithoutBootstrapCredentials() {
        store.replace(
                signer.certified(
                        CLIENT.subject(),
                        scheduler.now().minus(Duration.ofDays(2)),
                        scheduler.now().minus(Duration.ofDays(1))));
        bootstrap
                .faults()
                .refuse(Call.any(), new ApiCallException(Code.UNAUTHORIZED, "Unauthorized"));
        var keeper = keeper(KeeperSettings.client(Optional.of(KeeperSettings.EXIT_AFTER)));
        pass(Duration.ofSeconds(295));
        assertThat(lost).isEmpty();
        assertThat(keeper.waiting().orElseThrow().message()).contains("Unauthorized");

        pass(Duration.ofSeconds(30));
        assertThat(lost.getFirst())
                .isEqualTo(
                        "No valid client certificate is found and the server is responsive,"
                                + " exiting.");
    }

    @Test
    void withoutAServerThatAnswersTheProcessGoesOnWithoutACertificate() {
        bootstrap.goDown();
        keeper(KeeperSettings.client(Optional.of(KeeperSettings.EXIT_AFTER)));
        pass(HOUR);

        assertThat(lost).isEmpty();
    }

    @Test
    void aRevokedCertificateIsKeptAndRenewingItIsTriedOn() {
        signer.signFor(Duration.ofMinutes(10));
        var keeper = keeper(KeeperSettings.client(Optional.of(KeeperSettings.EXIT_AFTER)));
        passApproving(MINUTE);
        cluster.faults()
                .refuse(Call.any(), new ApiCallException(Code.UNAUTHORIZED, "Unauthorized"));
        pass(Duration.ofMinutes(8));

        assertThat(keeper.current()).isPresent();
        assertThat(code(keeper)).isEqualTo("CertificateRequestFailed");
        assertThat(keeper.serverAnswers()).isTrue();
        assertThat(lost).isEmpty();

        cluster.faults().clear();
        passApproving(MINUTE);
        assertThat(changes).hasSize(2);
    }

    @Test
    void aFullDiskLeavesTheOldCertificateInUseUntilThereIsRoom() {
        signer.signFor(Duration.ofMinutes(10));
        var keeper = bootstrapping();
        passApproving(MINUTE);
        var first = keeper.current().orElseThrow();
        store.full(true);
        passApproving(Duration.ofMinutes(9));

        assertThat(keeper.current()).contains(first);
        assertThat(keeper.waiting().orElseThrow().message()).contains("No space left on device");
        assertThat(code(keeper)).isEqualTo("CertificateNotStored");

        store.full(false);
        passApproving(MINUTE);
        assertThat(changes).hasSize(2);
    }

    @Test
    void aCertificateThatWasLentIsStoredAndReplacedAtOnce() {
        var lent =
                signer.certified(
                        CLIENT.subject(),
                        scheduler.now(),
                        scheduler.now().plus(Duration.ofDays(9)));
        var keeper = keeper(KeeperSettings.client(Optional.empty()), Optional.of(lent));
        assertThat(store.current()).contains(lent);
        assertThat(keeper.current()).contains(lent);

        passApproving(MINUTE);
        assertThat(keeper.current()).isPresent().get().isNotEqualTo(lent);
        assertThat(cluster.calls()).isNotEmpty();
    }

    @Test
    void aRestartUsesWhatIsStoredAndAsksForNothing() {
        bootstrapping();
        passApproving(MINUTE);
        process.crash();
        process = scheduler.incarnation();
        var keeper = bootstrapping();
        pass(HOUR);

        assertThat(keeper.current()).isEqualTo(store.current());
        assertThat(signer.undecided()).isEmpty();
        assertThat(changes).hasSize(1);
    }

    @Test
    void aFirstRequestIsTakenUpAgainAfterARestart() {
        keeper(KeeperSettings.clientOnce());
        pass(MINUTE);
        process.crash();
        process = scheduler.incarnation();
        var keeper = keeper(KeeperSettings.clientOnce());
        pass(MINUTE);

        assertThat(signer.undecided()).hasSize(1);
        assertThat(signer.undecided().getFirst().getMetadata().getName()).startsWith("node-csr-");
        passApproving(MINUTE);
        assertThat(keeper.current()).isPresent();
        assertThat(store.pendingKey()).isEmpty();
    }

    @Test
    void oneThatIsNotRenewedIsLeftAlone() {
        signer.signFor(Duration.ofMinutes(10));
        keeper(KeeperSettings.clientOnce());
        passApproving(HOUR);

        assertThat(changes).hasSize(1);
    }

    private static Optional<CertificateWish> serving(String... addresses) {
        var all =
                java.util.Arrays.stream(addresses)
                        .map(
                                each ->
                                        NodeAddress.newBuilder()
                                                .setType("InternalIP")
                                                .setAddress(each)
                                                .build())
                        .toList();
        return ServingNamesCalculator.wish("a", all, false);
    }

    @Test
    void aServingCertificateWaitsForAnAddressAndFollowsItsChanges() {
        wish = serving();
        var keeper = keeper(KeeperSettings.serving());
        pass(MINUTE);
        assertThat(code(keeper)).isEqualTo("NodeAddressesUnknown");
        assertThat(signer.undecided()).isEmpty();

        wish = serving("10.0.0.1");
        passApproving(Duration.ofSeconds(5));
        assertThat(addresses(keeper)).containsExactly("10.0.0.1");

        wish = serving("10.0.0.1", "10.0.0.2");
        keeper.wishChanged();
        passApproving(Duration.ofSeconds(5));
        assertThat(addresses(keeper)).containsExactly("10.0.0.1", "10.0.0.2");
        assertThat(changes).hasSize(2);
    }

    @Test
    void aRequestForAddressesThatAreNoMoreIsGivenUp() {
        wish = serving("10.0.0.1");
        var keeper = keeper(KeeperSettings.serving());
        pass(Duration.ofSeconds(5));
        wish = serving("10.0.0.9");
        pass(Duration.ofSeconds(30));

        assertThat(signer.undecided()).hasSize(2);
        passApproving(MINUTE);
        assertThat(addresses(keeper)).containsExactly("10.0.0.9");
    }

    private static List<String> addresses(CertificateKeeper keeper) {
        return Certificates.alternativeNames(keeper.current().orElseThrow().certificate())
                .addresses();
    }
}
