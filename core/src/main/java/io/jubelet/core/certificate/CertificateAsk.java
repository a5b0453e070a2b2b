package io.jubelet.core.certificate;

import com.google.protobuf.ByteString;
import io.jubelet.api.certificates.CertificateSigningRequest;
import io.jubelet.api.certificates.CertificateSigningRequestSpec;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.core.certificate.KeeperSettings.Manner;
import io.jubelet.core.host.CertificateStore;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.Keys;
import io.jubelet.pki.PkiException;
import io.jubelet.pki.PrivateKeys;
import io.jubelet.pki.SigningRequest;
import java.security.KeyPair;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One request for a certificate: the key, and the object that the API server gets.
///
/// Thread: immutable.
///
/// @param keys what the certificate will be for; secret
record CertificateAsk(KeyPair keys, CertificateSigningRequest object) {
    private static final String GENERATED = "csr-";

    /// A new key, or the one that an earlier run asked with, as the settings have it.
    ///
    /// @throws io.jubelet.core.host.HostCallException when a key cannot be kept
    static CertificateAsk prepare(
            CertificateWish wish,
            KeeperSettings settings,
            CertificateStore store,
            Optional<CertifiedKey> held) {
        var keys =
                switch (settings.manner()) {
                    case RENEW -> Keys.make(Keys.Kind.EC);
                    case ONCE -> keptKey(store, held);
                };
        var usages = usages(wish, settings, keys.getPrivate().getAlgorithm());
        var request = SigningRequest.make(keys, wish.subject(), wish.names());
        var spec =
                CertificateSigningRequestSpec.newBuilder()
                        .setRequest(ByteString.copyFromUtf8(request.pem()))
                        .setSignerName(wish.purpose().signer())
                        .addAllUsages(usages);
        settings.lifetime().ifPresent(spec::setExpirationSeconds);
        var metadata =
                switch (settings.manner()) {
                    case RENEW -> ObjectMeta.newBuilder().setGenerateName(GENERATED);
                    case ONCE ->
                            ObjectMeta.newBuilder()
                                    .setName(
                                            RequestNames.ofKey(
                                                    keys.getPublic(), wish.subject(), usages));
                };
        return new CertificateAsk(
                keys,
                CertificateSigningRequest.newBuilder().setMetadata(metadata).setSpec(spec).build());
    }

    private static KeyPair keptKey(CertificateStore store, Optional<CertifiedKey> held) {
        if (held.isPresent()) {
            return new KeyPair(held.get().certificate().getPublicKey(), held.get().key());
        }
        var pending = store.pendingKey();
        if (pending.isPresent()) {
            return pending.get();
        }
        var made = Keys.make(Keys.Kind.EC);
        store.keepPendingKey(made);
        return made;
    }

    /// Upstream names them in another order for the first certificate, and digests that.
    private static List<String> usages(
            CertificateWish wish, KeeperSettings settings, String algorithm) {
        var usages = new ArrayList<>(wish.purpose().usages(algorithm));
        if (settings.manner() == Manner.ONCE && usages.remove("key encipherment")) {
            usages.add("key encipherment");
        }
        return usages;
    }

    /// The certificate that came back, with its key.
    ///
    /// @throws PkiException when it is not for the key, or has expired
    CertifiedKey certified(String pem, Instant now) {
        var certified =
                CertifiedKey.parse(pem, PrivateKeys.pem(keys.getPrivate(), keys.getPublic()));
        if (certified.expiredAt(now)) {
            throw new PkiException(
                    "one of the certificates for the CSR has expired: " + certified.notAfter());
        }
        return certified;
    }

    @Override
    public String toString() {
        return "CertificateAsk[" + object.getSpec().getSignerName() + "]";
    }
}
