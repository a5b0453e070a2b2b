package io.jubelet.sim.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.certificate.KeeperSettings;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A certificate's age, the clock's jumps, and what becomes of one that nobody renews.
final class CertificateRenewalTest extends KeeperWorld {
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
    void oneThatIsNotRenewedIsLeftAlone() {
        signer.signFor(Duration.ofMinutes(10));
        keeper(KeeperSettings.clientOnce());
        passApproving(HOUR);

        assertThat(changes).hasSize(1);
    }
}
