package io.jubelet.core.certificate;

import io.jubelet.pki.CertificateRequest.Subject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.Base64;
import java.util.List;

/// The name of a request that is the same whenever the same is asked for the same key, so that a
/// restarted agent finds the request it made before.
///
/// Thread: stateless.
/// Upstream: pkg/kubelet/certificate/bootstrap digestedName.
final class RequestNames {
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private RequestNames() {}

    static String ofKey(PublicKey key, Subject subject, List<String> usages) {
        try {
            var digest = MessageDigest.getInstance("SHA-512/256");
            add(digest, key.getEncoded());
            add(digest, subject.commonName().getBytes(StandardCharsets.UTF_8));
            subject.organizations()
                    .forEach(each -> add(digest, each.getBytes(StandardCharsets.UTF_8)));
            usages.forEach(each -> add(digest, each.getBytes(StandardCharsets.UTF_8)));
            return "node-csr-" + TEXT.encodeToString(digest.digest());
        } catch (NoSuchAlgorithmException failure) {
            throw new IllegalStateException("every Java has SHA-512/256", failure);
        }
    }

    /// What ends a part is in no part, so that no two inputs are written alike.
    private static void add(MessageDigest digest, byte[] part) {
        digest.update(TEXT.encode(part));
        digest.update((byte) '|');
    }
}
