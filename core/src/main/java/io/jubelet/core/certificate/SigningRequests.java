package io.jubelet.core.certificate;

import io.jubelet.api.certificates.CertificateSigningRequest;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectEvent;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.ObjectWatch.Next;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.Tick;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.Optional;

/// Makes one request for a certificate and follows it to its end.
///
/// Thread: the keeper's.
/// Upstream: client-go util/certificate/csr.
final class SigningRequests {
    private static final Log LOG = Log.of(SigningRequests.class);
    private static final ApiResource<CertificateSigningRequest> RESOURCE =
            ApiResource.CERTIFICATE_SIGNING_REQUESTS;

    /// How long a watch is silent before we look whether it is still wanted.
    static final Duration LOOK = Duration.ofSeconds(10);

    private static final Duration WATCH_AT_MOST = Duration.ofMinutes(8);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final Duration LAST_RETRY = Duration.ofSeconds(30);

    private final Execution execution;
    private final ClusterApi api;
    private final Signal pause;

    SigningRequests(Execution execution, ClusterApi api) {
        this.execution = execution;
        this.api = api;
        this.pause = execution.signal("certificate-request");
    }

    /// A request that the API server has.
    record Submitted(String name, String uid) {}

    /// Who waits for the answer.
    interface Waiting {
        /// Asked every few seconds: whether the certificate is still wanted as it was asked for.
        boolean wanted();

        void saw(SigningAnswer answer);
    }

    /// How waiting ended.
    sealed interface Outcome {
        record Issued(String pem) implements Outcome {}

        record Refused(String detail) implements Outcome {}

        record TimedOut() implements Outcome {}

        record NotWanted() implements Outcome {}
    }

    /// Creates the request, or takes up the one of this name that is there already.
    ///
    /// @throws ApiCallException when the server did not take it
    Submitted submit(CertificateSigningRequest request) {
        var name = request.getMetadata().getName();
        try {
            var made = api.create(RESOURCE, "", request);
            LOG.v(2)
                    .info(
                            "Certificate signing request created",
                            "csr",
                            made.getMetadata().getName());
            return submitted(made);
        } catch (ApiCallException failure) {
            if (failure.code() != Code.ALREADY_EXISTS || name.isEmpty()) {
                throw failure;
            }
            LOG.info("csr for this node already exists, reusing", "csr", name);
            var there = api.get(RESOURCE, ObjectName.ofCluster(name));
            if (!there.getSpec().getSignerName().equals(request.getSpec().getSignerName())) {
                throw new ApiCallException(
                        Code.INVALID, "retrieved csr is not compatible: csr signerNames differ");
            }
            return submitted(there);
        }
    }

    private static Submitted submitted(CertificateSigningRequest request) {
        var metadata = request.getMetadata();
        return new Submitted(metadata.getName(), metadata.getUid());
    }

    /// Waits for an end of the request, through failing lists and breaking watches.
    Outcome await(Submitted request, Tick deadline, Waiting waiting) {
        var retry = FIRST_RETRY;
        while (true) {
            try {
                var outcome = follow(request, deadline, waiting);
                if (outcome.isPresent()) {
                    return outcome.get();
                }
                retry = FIRST_RETRY;
            } catch (ApiCallException failure) {
                LOG.v(2)
                        .info(
                                "Error fetching v1 certificate signing request",
                                "csr",
                                request.name(),
                                "err",
                                failure.reason());
            }
            var stop = stop(deadline, waiting);
            if (stop.isPresent()) {
                return stop.get();
            }
            pause.await(retry);
            retry = retry.plus(retry).compareTo(LAST_RETRY) < 0 ? retry.plus(retry) : LAST_RETRY;
        }
    }

    private Optional<Outcome> stop(Tick deadline, Waiting waiting) {
        if (!waiting.wanted()) {
            return Optional.of(new Outcome.NotWanted());
        }
        return execution.tick().isBefore(deadline)
                ? Optional.empty()
                : Optional.of(new Outcome.TimedOut());
    }

    /// One list and one watch; empty when the watch ended before the request did.
    private Optional<Outcome> follow(Submitted request, Tick deadline, Waiting waiting) {
        var selection = Selection.of(ObjectName.ofCluster(request.name()));
        var list = api.list(RESOURCE, selection, ClusterApi.Staleness.NEWEST);
        if (list.items().isEmpty()) {
            return Optional.of(deleted());
        }
        var known = outcome(list.items().getFirst(), request, waiting);
        if (known.isPresent()) {
            return known;
        }
        try (var watch = api.watch(RESOURCE, selection, list.resourceVersion(), WATCH_AT_MOST)) {
            while (true) {
                var next = watch.next(LOOK);
                if (next instanceof Next.Ended<CertificateSigningRequest>) {
                    return Optional.empty();
                }
                var outcome =
                        next instanceof Next.Event<CertificateSigningRequest>(var event)
                                ? outcome(event, request, waiting)
                                : Optional.<Outcome>empty();
                if (outcome.isPresent()) {
                    return outcome;
                }
                var stop = stop(deadline, waiting);
                if (stop.isPresent()) {
                    return stop;
                }
            }
        }
    }

    private static Outcome deleted() {
        return new Outcome.Refused("the request was deleted");
    }

    private static Optional<Outcome> outcome(
            ObjectEvent<CertificateSigningRequest> event, Submitted request, Waiting waiting) {
        return switch (event) {
            case ObjectEvent.Added<CertificateSigningRequest>(var object) ->
                    outcome(object, request, waiting);
            case ObjectEvent.Modified<CertificateSigningRequest>(var object) ->
                    outcome(object, request, waiting);
            case ObjectEvent.Deleted<CertificateSigningRequest> _ -> Optional.of(deleted());
            case ObjectEvent.Bookmark<CertificateSigningRequest> _ -> Optional.empty();
        };
    }

    private static Optional<Outcome> outcome(
            CertificateSigningRequest object, Submitted request, Waiting waiting) {
        var answer = SigningAnswer.of(object, request.uid());
        waiting.saw(answer);
        return switch (answer) {
            case SigningAnswer.Undecided _, SigningAnswer.Approved _ -> Optional.empty();
            case SigningAnswer.Issued(var pem) -> Optional.of(new Outcome.Issued(pem));
            case SigningAnswer.Refused(var detail) -> Optional.of(new Outcome.Refused(detail));
        };
    }
}
