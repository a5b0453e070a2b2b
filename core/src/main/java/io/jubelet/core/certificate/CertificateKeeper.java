package io.jubelet.core.certificate;

import io.jubelet.core.certificate.KeeperSettings.Manner;
import io.jubelet.core.certificate.RotationPlanner.Situation;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.CertificateStore;
import io.jubelet.core.host.HostCallException;
import io.jubelet.log.Log;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.PkiException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/// Keeps one certificate of the node valid: asks for it, waits for as long as it takes, stores it,
/// renews it in time. What it holds is used until it has something better.
///
/// Validity is judged by the wall clock and waits are counted in ticks, so that a clock that jumps
/// makes a certificate due, never a wait endless.
///
/// Thread: its own, named by its settings; [#current] and [#waiting] from any.
/// Upstream: client-go util/certificate manager; pkg/kubelet/certificate/transport.go.
public final class CertificateKeeper {
    private static final Log LOG = Log.of(CertificateKeeper.class);

    /// How long a pause lasts at most, so that a jump of the clock or a new wish is noticed.
    private static final Duration LOOK = Duration.ofSeconds(10);

    private static final Duration NOTHING_TO_ASK = Duration.ofSeconds(1);

    private final Execution execution;
    private final CertificateStore store;
    private final KeeperSettings settings;
    private final Wishes wishes;
    private final KeeperListener listener;
    private final Signal wake;
    private final LostWatch lostWatch;

    private volatile Optional<CertifiedKey> held;
    private volatile Optional<Pending> pending = Optional.empty();
    private final AtomicLong failedTries = new AtomicLong();
    private volatile boolean hurry;
    private volatile boolean serverAnswers;
    private Optional<CertificateWish> answered = Optional.empty();
    private boolean forced;
    private double jitter;
    private int failures;

    /// Why the certificate that is wanted is not there, and since when that is so.
    public record Pending(CertificateWait reason, Instant since) {}

    /// What is asked for and where.
    ///
    /// @param wish what a certificate should say now; empty when that is not known yet
    /// @param server whom to ask, given the certificate that is valid at the moment
    /// @param lent a certificate to begin with where the store has none; it is renewed at once
    public record Wishes(
            Supplier<Optional<CertificateWish>> wish,
            Function<Optional<CertifiedKey>, ClusterApi> server,
            Optional<CertifiedKey> lent) {}

    /// Reads what the store has; a store that cannot be read counts as empty.
    public CertificateKeeper(
            Execution execution,
            CertificateStore store,
            KeeperSettings settings,
            Wishes wishes,
            KeeperListener listener) {
        this.execution = execution;
        this.store = store;
        this.settings = settings;
        this.wishes = wishes;
        this.listener = listener;
        this.wake = execution.signal(settings.thread());
        this.jitter = execution.random();
        this.lostWatch = new LostWatch(execution, settings.exitAfter(), listener::lost);
        this.held = stored();
        if (valid(held).isEmpty() && wishes.lent().isPresent()) {
            borrow(wishes.lent().get());
        }
    }

    private Optional<CertifiedKey> stored() {
        try {
            return store.current();
        } catch (HostCallException failure) {
            LOG.error(failure, "Cannot use the stored certificate", "keeper", settings.thread());
            return Optional.empty();
        }
    }

    private void borrow(CertifiedKey lent) {
        held = Optional.of(lent);
        forced = true;
        try {
            store.replace(lent);
        } catch (HostCallException failure) {
            LOG.error(failure, "Unable to set the cert/key pair to the bootstrap certificate");
        }
    }

    public void start() {
        execution.start(ThreadKind.SERVICE, settings.thread(), this::run);
    }

    /// The certificate to use now; empty when there is none or it has expired.
    public Optional<CertifiedKey> current() {
        return valid(held);
    }

    private Optional<CertifiedKey> valid(Optional<CertifiedKey> certificate) {
        return certificate.filter(each -> !each.expiredAt(execution.now()));
    }

    /// Why the certificate that is wanted is not there; empty while all is well.
    public Optional<CertificateWait> waiting() {
        return pending.map(Pending::reason);
    }

    /// The same with the time.
    public Optional<Pending> pending() {
        return pending;
    }

    /// How many tries to get a new certificate have failed since the start.
    public long failedTries() {
        return failedTries.get();
    }

    /// Why there is no certificate to use; empty when there is one, even if a better is wanted.
    public Optional<CertificateWait> missing() {
        return current().isPresent()
                ? Optional.empty()
                : waiting()
                        .or(
                                () ->
                                        Optional.of(
                                                new CertificateWait.RequestFailed(
                                                        "not asked for yet")));
    }

    /// Whether the API server was heard when it was last asked for a certificate.
    public boolean serverAnswers() {
        return serverAnswers;
    }

    /// What a certificate should say may have changed.
    public void wishChanged() {
        wake.raise();
    }

    /// What made the last try fail may be over: the next one is made at once.
    public void tryNow() {
        hurry = true;
        wake.raise();
    }

    private void waitFor(CertificateWait reason) {
        if (!waiting().equals(Optional.of(reason))) {
            pending = Optional.of(new Pending(reason, execution.now()));
        }
    }

    private void run() {
        while (settings.manner() == Manner.RENEW || current().isEmpty()) {
            look();
            switch (RotationPlanner.plan(situation(), execution.now())) {
                case RotationStep.Keep(Instant until) -> keep(until);
                case RotationStep.NothingToAsk _ -> {
                    waitFor(new CertificateWait.AddressesUnknown());
                    pause(NOTHING_TO_ASK);
                }
                case RotationStep.Ask(CertificateWish wish) -> ask(wish);
            }
        }
    }

    private Situation situation() {
        return new Situation(
                held.map(CertificateFacts::of), wishes.wish().get(), answered, forced, jitter);
    }

    private void keep(Instant until) {
        pending = Optional.empty();
        var left = Duration.between(execution.now(), until);
        pause(left.compareTo(LOOK) < 0 ? left : LOOK);
    }

    private void ask(CertificateWish wish) {
        LOG.v(2).info("Rotating certificates", "signer", wish.purpose().signer());
        hurry = false;
        try {
            var server = wishes.server().apply(current());
            var request = CertificateAsk.prepare(wish, settings, store, held);
            var requests = new SigningRequests(execution, server);
            var submitted = requests.submit(request.object());
            var progress = new Progress(wish, submitted.name());
            var deadline = execution.tick().plus(settings.patience());
            switch (requests.await(submitted, deadline, progress)) {
                case SigningRequests.Outcome.Issued(var pem) ->
                        take(wish, request.certified(pem, execution.now()));
                case SigningRequests.Outcome.Refused(var detail) ->
                        fail(new CertificateWait.Refused(submitted.name(), detail));
                case SigningRequests.Outcome.TimedOut _ ->
                        fail(
                                new CertificateWait.NotApproved(
                                        submitted.name(), wish.purpose().signer()));
                case SigningRequests.Outcome.NotWanted _ ->
                        LOG.v(2).info("Certificate template changed, rotating");
            }
        } catch (ApiCallException failure) {
            serverAnswers = answers(failure.code());
            fail(new CertificateWait.RequestFailed(failure.reason()));
        } catch (HostCallException failure) {
            fail(new CertificateWait.NotStored(failure.reason()));
        } catch (PkiException failure) {
            fail(new CertificateWait.RequestFailed("the certificate issued: " + failure));
        }
    }

    /// A server that does not know us, or does not let us, lives.
    private static boolean answers(ApiCallException.Code code) {
        return switch (code) {
            case UNAUTHORIZED, FORBIDDEN, NOT_FOUND -> true;
            case UNREACHABLE,
                    TIMED_OUT,
                    ALREADY_EXISTS,
                    CONFLICT,
                    EXPIRED,
                    INVALID,
                    TOO_MANY_REQUESTS,
                    SERVER_ERROR,
                    FAILED ->
                    false;
        };
    }

    private void take(CertificateWish wish, CertifiedKey issued) {
        store.replace(issued);
        var before = held;
        held = Optional.of(issued);
        answered = Optional.of(wish);
        forced = false;
        jitter = execution.random();
        failures = 0;
        serverAnswers = true;
        pending = Optional.empty();
        var deadline = RotationPlanner.deadline(CertificateFacts.of(issued), jitter);
        LOG.info(
                "Certificate rotation deadline determined",
                "signer",
                wish.purpose().signer(),
                "expiration",
                issued.notAfter().toString(),
                "deadline",
                deadline.toString());
        before.ifPresent(
                old -> listener.renewed(Duration.between(old.notBefore(), execution.now())));
        listener.changed(issued);
        forgetPending();
    }

    private void forgetPending() {
        try {
            store.forgetPendingKey();
        } catch (HostCallException failure) {
            LOG.warning("Failed cleaning up private key file", "err", failure.reason());
        }
    }

    private void fail(CertificateWait reason) {
        failures++;
        if (!waiting().equals(Optional.of(reason)) || RotationPlanner.backOffReached(failures)) {
            LOG.warning(
                    RotationPlanner.backOffReached(failures)
                            ? "Reached backoff limit, still unable to rotate certs"
                            : "No new certificate",
                    "reason",
                    reason.code(),
                    "message",
                    reason.message());
        }
        waitFor(reason);
        failedTries.incrementAndGet();
        listener.failed();
        var rest = RotationPlanner.retryAfter(failures, execution.random());
        var next = execution.tick().plus(rest);
        while (!hurry && execution.tick().isBefore(next)) {
            look();
            var left = execution.tick().until(next);
            pause(left.compareTo(LOOK) < 0 ? left : LOOK);
        }
    }

    private void pause(Duration atMost) {
        wake.await(atMost);
    }

    private void look() {
        lostWatch.look(current().isPresent(), serverAnswers);
    }

    /// One request on its way.
    private final class Progress implements SigningRequests.Waiting {
        private final CertificateWish wish;
        private final String request;

        private Progress(CertificateWish wish, String request) {
            this.wish = wish;
            this.request = request;
            show(new CertificateWait.NotApproved(request, wish.purpose().signer()));
        }

        @Override
        public boolean wanted() {
            look();
            return wishes.wish().get().equals(Optional.of(wish));
        }

        @Override
        public void saw(SigningAnswer answer) {
            switch (answer) {
                case SigningAnswer.Undecided _ ->
                        show(new CertificateWait.NotApproved(request, wish.purpose().signer()));
                case SigningAnswer.Approved _ ->
                        show(new CertificateWait.NotIssued(request, wish.purpose().signer()));
                case SigningAnswer.Issued _ ->
                        LOG.v(2).info("Certificate signing request is issued", "csr", request);
                case SigningAnswer.Refused _ -> {}
            }
        }

        private void show(CertificateWait reason) {
            if (!waiting().equals(Optional.of(reason))) {
                LOG.info("Waiting for a certificate", "reason", reason.message());
            }
            waitFor(reason);
        }
    }
}
