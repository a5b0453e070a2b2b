package io.jubelet.pki;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;

/// Makes keys.
///
/// Thread: stateless; an RSA key takes up to seconds.
public final class Keys {
    private static final int RSA_BITS = 2048;

    private Keys() {}

    /// What a key is made of.
    public enum Kind {
        /// P-256: made at once.
        EC,
        RSA
    }

    public static KeyPair make(Kind kind) {
        try {
            return switch (kind) {
                case EC -> {
                    var generator = KeyPairGenerator.getInstance("EC");
                    generator.initialize(new ECGenParameterSpec("secp256r1"));
                    yield generator.generateKeyPair();
                }
                case RSA -> {
                    var generator = KeyPairGenerator.getInstance("RSA");
                    generator.initialize(RSA_BITS);
                    yield generator.generateKeyPair();
                }
            };
        } catch (GeneralSecurityException failure) {
            throw new PkiException("cannot make a key: " + failure.getMessage(), failure);
        }
    }
}
