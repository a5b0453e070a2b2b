package io.jubelet.sim.cluster;

import com.google.protobuf.ByteString;
import io.jubelet.api.certificates.CertificateSigningRequest;
import io.jubelet.api.certificates.CertificateSigningRequestCondition;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Selection;
import io.jubelet.pki.Authority;
import io.jubelet.pki.CertificateRequest;
import io.jubelet.pki.Certificates;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.Keys;
import io.jubelet.pki.SigningRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;

/// Decides on certificate signing requests as people and kube-controller-manager do: approves and
/// signs, or denies, when a test says so.
///
/// Thread: the test's.
/// Upstream: pkg/controller/certificates, which dates certificates five minutes back.
public final class FakeSigner {
    private static final ApiResource<CertificateSigningRequest> RESOURCE =
            ApiResource.CERTIFICATE_SIGNING_REQUESTS;
    private static final Duration BACKDATED = Duration.ofMinutes(5);
    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    private final ClusterModel model;
    private final InstantSource clock;
    private final Authority authority;
    private Duration lifetime = Duration.ofDays(365);

    public FakeSigner(ClusterModel model, InstantSource clock) {
        this.model = model;
        this.clock = clock;
        this.authority = new Authority("cluster", Instant.EPOCH, clock.instant().plus(FOR_EVER));
    }

    /// How long certificates live from now on.
    public void signFor(Duration time) {
        lifetime = time;
    }

    /// The requests nobody has decided on, oldest first.
    public List<CertificateSigningRequest> undecided() {
        return model.list(RESOURCE, Selection.ALL).items().stream()
                .filter(each -> each.getStatus().getConditionsCount() == 0)
                .sorted(
                        Comparator.comparingLong(
                                each -> Long.parseLong(each.getMetadata().getResourceVersion())))
                .toList();
    }

    public void approve(CertificateSigningRequest request) {
        decide(request, "Approved", "AutoApproved", true);
    }

    public void approveWithoutSigning(CertificateSigningRequest request) {
        decide(request, "Approved", "ByHand", false);
    }

    public void deny(CertificateSigningRequest request) {
        decide(request, "Denied", "NotOurs", false);
    }

    private void decide(
            CertificateSigningRequest request, String type, String reason, boolean sign) {
        var name = ObjectName.ofCluster(request.getMetadata().getName());
        var next = model.get(RESOURCE, name).toBuilder();
        next.getStatusBuilder()
                .addConditions(
                        CertificateSigningRequestCondition.newBuilder()
                                .setType(type)
                                .setReason(reason)
                                .setMessage("decided by the simulation")
                                .setStatus("True"));
        if (sign) {
            next.getStatusBuilder().setCertificate(ByteString.copyFromUtf8(signed(request)));
        }
        model.update(RESOURCE, name, next.build());
    }

    private String signed(CertificateSigningRequest request) {
        var asked = SigningRequest.parse(request.getSpec().getRequest().toStringUtf8());
        var now = clock.instant();
        return Certificates.pem(
                authority.sign(
                        asked,
                        now.minus(BACKDATED),
                        now.plus(lifetime),
                        List.of(CertificateRequest.CLIENT_AUTH)));
    }

    /// A certificate that nobody asked for, as a node has one from long ago.
    public CertifiedKey certified(
            CertificateRequest.Subject subject, Instant notBefore, Instant notAfter) {
        var keys = Keys.make(Keys.Kind.EC);
        var asked = SigningRequest.make(keys, subject, CertificateRequest.AlternativeNames.NONE);
        return new CertifiedKey(
                keys.getPrivate(), List.of(authority.sign(asked, notBefore, notAfter, List.of())));
    }
}
