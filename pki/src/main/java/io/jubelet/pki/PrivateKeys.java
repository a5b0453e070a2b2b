package io.jubelet.pki;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Reads private keys in the forms that tools write: PKCS#8, PKCS#1 for RSA, SEC1 for EC.
///
/// Thread: stateless.
public final class PrivateKeys {
    private static final String RSA = "1.2.840.113549.1.1.1";
    private static final String EC = "1.2.840.10045.2.1";
    private static final int SEC1_PARAMETERS = Der.CONTEXT | Der.CONSTRUCTED;
    private static final int SEC1_PUBLIC = Der.CONTEXT | Der.CONSTRUCTED | 1;

    private PrivateKeys() {}

    /// The first private key among the blocks; empty when there is none.
    ///
    /// @throws GeneralSecurityException when it cannot be read
    /// @throws IllegalArgumentException when it is no DER
    public static Optional<PrivateKey> first(List<Pem.Block> blocks)
            throws GeneralSecurityException {
        for (Pem.Block block : blocks) {
            switch (block.type()) {
                case "RSA PRIVATE KEY" -> {
                    return Optional.of(key("RSA", fromPkcs1(block.content())));
                }
                case "EC PRIVATE KEY" -> {
                    return Optional.of(key("EC", fromSec1(block.content())));
                }
                case "PRIVATE KEY" -> {
                    return Optional.of(fromPkcs8(block.content()));
                }
                default -> {}
            }
        }
        return Optional.empty();
    }

    /// The first private key among the blocks with its public half, where the text tells that: an
    /// RSA key, or an EC key in SEC1.
    ///
    /// @throws GeneralSecurityException when it cannot be read
    /// @throws IllegalArgumentException when it is no DER
    public static Optional<KeyPair> firstPair(List<Pem.Block> blocks)
            throws GeneralSecurityException {
        var found = first(blocks);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        if (found.get() instanceof RSAPrivateCrtKey rsa) {
            var half = new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent());
            var published = KeyFactory.getInstance("RSA").generatePublic(half);
            return Optional.of(new KeyPair(published, rsa));
        }
        for (Pem.Block block : blocks) {
            if (block.type().equals("EC PRIVATE KEY")) {
                return Optional.of(new KeyPair(publicOf(block.content()), found.get()));
            }
        }
        return Optional.empty();
    }

    private static PublicKey publicOf(byte[] sec1) throws GeneralSecurityException {
        var inner = new DerReader(sec1).expect(Der.SEQUENCE).reader();
        inner.expect(Der.INTEGER);
        inner.expect(Der.OCTET_STRING);
        var curve = inner.expect(SEC1_PARAMETERS).content();
        var bits = inner.expect(SEC1_PUBLIC).content();
        var info = Der.sequence(Der.sequence(Der.objectId(EC), curve), bits);
        return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(info));
    }

    private static PrivateKey fromPkcs8(byte[] encoded) throws GeneralSecurityException {
        var outer = new DerReader(encoded).expect(Der.SEQUENCE).reader();
        outer.expect(Der.INTEGER);
        var id = outer.expect(Der.SEQUENCE).reader().expect(Der.OBJECT_ID);
        var named = Der.value(Der.OBJECT_ID, id.content());
        if (Arrays.equals(named, Der.objectId(RSA))) {
            return key("RSA", encoded);
        }
        if (Arrays.equals(named, Der.objectId(EC))) {
            return key("EC", encoded);
        }
        return key("EdDSA", encoded);
    }

    private static byte[] fromPkcs1(byte[] encoded) {
        return pkcs8(Der.sequence(Der.objectId(RSA), Der.nothing()), encoded);
    }

    /// SEC1 names its curve within the key, PKCS#8 beside it.
    private static byte[] fromSec1(byte[] encoded) {
        var inner = new DerReader(encoded).expect(Der.SEQUENCE).reader();
        inner.expect(Der.INTEGER);
        inner.expect(Der.OCTET_STRING);
        var curve = inner.expect(SEC1_PARAMETERS).content();
        return pkcs8(Der.sequence(Der.objectId(EC), curve), encoded);
    }

    private static byte[] pkcs8(byte[] algorithm, byte[] key) {
        return Der.sequence(Der.integer(0), algorithm, Der.octets(key));
    }

    private static PrivateKey key(String algorithm, byte[] pkcs8) throws GeneralSecurityException {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    }

    /// The text in which upstream writes a key: PKCS#1 for RSA, SEC1 for EC, else PKCS#8.
    public static String pem(PrivateKey key, PublicKey publicKey) {
        return switch (key.getAlgorithm()) {
            case "RSA" -> Pem.text("RSA PRIVATE KEY", toPkcs1(key));
            case "EC" -> Pem.text("EC PRIVATE KEY", toSec1(key, publicKey));
            default -> Pem.text("PRIVATE KEY", key.getEncoded());
        };
    }

    /// SEC1 with the curve's name and the public half in it, which PKCS#8 has beside it.
    private static byte[] toSec1(PrivateKey key, PublicKey publicKey) {
        var outer = new DerReader(key.getEncoded()).expect(Der.SEQUENCE).reader();
        outer.expect(Der.INTEGER);
        var algorithm = outer.expect(Der.SEQUENCE).reader();
        algorithm.expect(Der.OBJECT_ID);
        var curve = algorithm.expect(Der.OBJECT_ID);
        var inner = outer.expect(Der.OCTET_STRING).reader().expect(Der.SEQUENCE).reader();
        inner.expect(Der.INTEGER);
        var number = inner.expect(Der.OCTET_STRING).content();
        return Der.sequence(
                Der.integer(1),
                Der.octets(number),
                Der.value(SEC1_PARAMETERS, Der.value(Der.OBJECT_ID, curve.content())),
                Der.value(SEC1_PUBLIC, publicBits(publicKey)));
    }

    private static byte[] publicBits(PublicKey key) {
        var info = new DerReader(key.getEncoded()).expect(Der.SEQUENCE).reader();
        info.expect(Der.SEQUENCE);
        return Der.value(Der.BIT_STRING, info.expect(Der.BIT_STRING).content());
    }

    /// The PKCS#1 form of an RSA key, which PKCS#8 wraps.
    static byte[] toPkcs1(PrivateKey key) {
        var outer = new DerReader(key.getEncoded()).expect(Der.SEQUENCE).reader();
        outer.expect(Der.INTEGER);
        outer.expect(Der.SEQUENCE);
        return outer.expect(Der.OCTET_STRING).content();
    }
}
