package io.jubelet.pki;

import java.security.Key;

/// How a kind of key signs.
///
/// Thread: stateless.
final class Signing {
    private static final String SHA256_WITH_ECDSA = "1.2.840.10045.4.3.2";
    private static final String SHA256_WITH_RSA = "1.2.840.113549.1.1.11";

    private Signing() {}

    /// Java's name of the algorithm.
    static String algorithm(Key key) {
        return switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
    }

    /// The algorithm as certificates name it.
    static byte[] identifier(Key key) {
        return key.getAlgorithm().equals("EC")
                ? Der.sequence(Der.objectId(SHA256_WITH_ECDSA))
                : Der.sequence(Der.objectId(SHA256_WITH_RSA), Der.nothing());
    }
}
