package io.jubelet.pki;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;

/// Tells whether a certificate speaks for a private key, by signing with one and checking with the
/// other.
///
/// Thread: stateless.
final class KeyMatch {
    private static final byte[] SAMPLE = "one key, two halves".getBytes(StandardCharsets.US_ASCII);

    private KeyMatch() {}

    static boolean matches(PrivateKey key, X509Certificate certificate) {
        try {
            var signature = Signature.getInstance(Signing.algorithm(key));
            signature.initSign(key);
            signature.update(SAMPLE);
            var signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(SAMPLE);
            return signature.verify(signed);
        } catch (GeneralSecurityException _) {
            // Halves of different kinds do not belong together, which is the answer.
            return false;
        }
    }
}
