package io.jubelet.sim.certificate;

import io.jubelet.core.certificate.CertificateKeeper;
import io.jubelet.core.certificate.CertificateKeeper.Wishes;
import io.jubelet.core.certificate.CertificateWait;
import io.jubelet.core.certificate.CertificateWish;
import io.jubelet.core.certificate.KeeperListener;
import io.jubelet.core.certificate.KeeperSettings;
import io.jubelet.pki.CertifiedKey;
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

/// A keeper, the signer that it asks and the disk that it writes to, as long as a test likes.
abstract class KeeperWorld {
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Duration HOUR = Duration.ofHours(1);
    static final CertificateWish CLIENT = CertificateWish.client("a");

    final SimScheduler scheduler = new SimScheduler(7, Pace.STEADY);
    final SimScheduler.Session session = scheduler.attach("test");
    final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(7), Latency.NORMAL);
    final FakeCluster bootstrap = cluster.connection();
    final FakeSigner signer = new FakeSigner(cluster.model(), scheduler::now);
    final FakeCertificateStore store = new FakeCertificateStore();
    final List<CertifiedKey> changes = new ArrayList<>();
    final List<Duration> lived = new ArrayList<>();
    final List<String> lost = new ArrayList<>();
    Incarnation process = scheduler.incarnation();
    Optional<CertificateWish> wish = Optional.of(CLIENT);

    @AfterEach
    void end() {
        session.close();
    }

    final KeeperListener listener =
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

    CertificateKeeper keeper(KeeperSettings settings) {
        return keeper(settings, Optional.empty());
    }

    CertificateKeeper keeper(KeeperSettings settings, Optional<CertifiedKey> lent) {
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
    CertificateKeeper bootstrapping() {
        return keeper(KeeperSettings.client(Optional.empty()));
    }

    void pass(Duration time) {
        scheduler.advance(time);
    }

    /// Time in which somebody approves whatever is asked.
    void passApproving(Duration time) {
        for (var left = time; left.isPositive(); left = left.minusSeconds(1)) {
            pass(Duration.ofSeconds(1));
            signer.undecided().forEach(signer::approve);
        }
    }

    static String code(CertificateKeeper keeper) {
        return keeper.waiting().map(CertificateWait::code).orElse("");
    }
}
