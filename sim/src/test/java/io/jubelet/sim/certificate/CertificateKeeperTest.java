package io.jubelet.sim.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.api.core.NodeAddress;
import io.jubelet.core.certificate.CertificateKeeper;
import io.jubelet.core.certificate.CertificateWish;
import io.jubelet.core.certificate.CertifiedApi;
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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A keeper against the simulated API server: months pass in milliseconds.
final class CertificateKeeperTest extends KeeperWorld {
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
