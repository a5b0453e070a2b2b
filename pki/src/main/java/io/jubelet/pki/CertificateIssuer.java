package io.jubelet.pki;

import io.jubelet.pki.CertificateRequest.Subject;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Arrays;

/// Signs X.509 version 3 certificates.
///
/// Thread: immutable.
public final class CertificateIssuer {
    private static final String SUBJECT_KEY_ID = "2.5.29.14";
    private static final String KEY_USAGE = "2.5.29.15";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String AUTHORITY_KEY_ID = "2.5.29.35";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";

    private static final int EXPLICIT_VERSION = Der.CONTEXT | Der.CONSTRUCTED;
    private static final int EXPLICIT_EXTENSIONS = Der.CONTEXT | Der.CONSTRUCTED | 3;

    /// digitalSignature and keyEncipherment, of eight bits the first and the third.
    private static final int LEAF_USAGE = 0xa0;

    /// An EC key signs and never enciphers another.
    private static final int EC_LEAF_USAGE = 0x80;

    /// The same, and keyCertSign.
    private static final int AUTHORITY_USAGE = 0xa4;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Subject name;
    private final PublicKey publicKey;
    private final PrivateKey key;

    public CertificateIssuer(Subject name, PublicKey publicKey, PrivateKey key) {
        this.name = name;
        this.publicKey = publicKey;
        this.key = key;
    }

    public X509Certificate issue(CertificateRequest request) {
        try {
            var body = body(request);
            var signature = Signature.getInstance(Signing.algorithm(key));
            signature.initSign(key);
            signature.update(body);
            var encoded =
                    Der.sequence(body, Signing.identifier(key), Der.bits(0, signature.sign()));
            return Certificates.read(encoded);
        } catch (GeneralSecurityException failure) {
            throw new PkiException("cannot sign a certificate: " + failure.getMessage(), failure);
        }
    }

    private byte[] body(CertificateRequest request) throws GeneralSecurityException {
        return Der.sequence(
                Der.value(EXPLICIT_VERSION, Der.integer(2)),
                Der.integer(new BigInteger(63, RANDOM).add(BigInteger.ONE)),
                Signing.identifier(key),
                Names.subject(name),
                Der.sequence(Der.time(request.notBefore()), Der.time(request.notAfter())),
                Names.subject(request.subject()),
                request.key().getEncoded(),
                Der.value(EXPLICIT_EXTENSIONS, extensions(request)));
    }

    private byte[] extensions(CertificateRequest request) throws GeneralSecurityException {
        var all = new ByteArrayOutputStream();
        var ec = request.key().getAlgorithm().equals("EC");
        var leafUsage = ec ? EC_LEAF_USAGE : LEAF_USAGE;
        var usage = request.authority() ? AUTHORITY_USAGE : leafUsage;
        var unused = Integer.numberOfTrailingZeros(usage);
        all.writeBytes(critical(KEY_USAGE, Der.bits(unused, new byte[] {(byte) usage})));
        if (!request.usages().isEmpty()) {
            var usages = request.usages().stream().map(Der::objectId).toArray(byte[][]::new);
            all.writeBytes(plain(EXTENDED_KEY_USAGE, Der.sequence(usages)));
        }
        var constraints = request.authority() ? Der.sequence(Der.yes()) : Der.sequence();
        all.writeBytes(critical(BASIC_CONSTRAINTS, constraints));
        if (request.authority()) {
            all.writeBytes(plain(SUBJECT_KEY_ID, Der.octets(keyId(request.key()))));
        }
        all.writeBytes(
                plain(AUTHORITY_KEY_ID, Der.sequence(Der.value(Der.CONTEXT, keyId(publicKey)))));
        if (!request.alternativeNames().isEmpty()) {
            all.writeBytes(
                    plain(Names.ALTERNATIVE_NAMES, Names.alternatives(request.alternativeNames())));
        }
        return Der.sequence(all.toByteArray());
    }

    private static byte[] critical(String id, byte[] value) {
        return Der.sequence(Der.objectId(id), Der.yes(), Der.octets(value));
    }

    private static byte[] plain(String id, byte[] value) {
        return Der.sequence(Der.objectId(id), Der.octets(value));
    }

    /// The first 20 bytes of a digest of the key's bits.
    private static byte[] keyId(PublicKey key) throws GeneralSecurityException {
        var info = new DerReader(key.getEncoded()).expect(Der.SEQUENCE).reader();
        info.expect(Der.SEQUENCE);
        var bits = info.expect(Der.BIT_STRING).content();
        var digest =
                MessageDigest.getInstance("SHA-256")
                        .digest(Arrays.copyOfRange(bits, 1, bits.length));
        return Arrays.copyOf(digest, 20);
    }
}
