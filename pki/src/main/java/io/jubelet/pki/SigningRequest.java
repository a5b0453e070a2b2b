package io.jubelet.pki;

import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;

/// A request for a certificate (PKCS#10): who wants it, under which names, for which key, signed
/// with that key.
///
/// Thread: immutable.
///
/// Upstream: client-go util/cert MakeCSRFromTemplate.
public record SigningRequest(
        Subject subject, AlternativeNames alternativeNames, PublicKey key, String pem) {
    private static final String TYPE = "CERTIFICATE REQUEST";
    private static final String EXTENSION_REQUEST = "1.2.840.113549.1.9.14";
    private static final String RSA_KEY = "1.2.840.113549.1.1.1";
    private static final int ATTRIBUTES = Der.CONTEXT | Der.CONSTRUCTED;

    public static SigningRequest make(KeyPair keys, Subject subject, AlternativeNames names) {
        try {
            var body =
                    Der.sequence(
                            Der.integer(0),
                            Names.subject(subject),
                            keys.getPublic().getEncoded(),
                            attributes(names));
            var signature = Signature.getInstance(Signing.algorithm(keys.getPrivate()));
            signature.initSign(keys.getPrivate());
            signature.update(body);
            var whole =
                    Der.sequence(
                            body,
                            Signing.identifier(keys.getPrivate()),
                            Der.bits(0, signature.sign()));
            return new SigningRequest(subject, names, keys.getPublic(), Pem.text(TYPE, whole));
        } catch (GeneralSecurityException failure) {
            throw new PkiException("cannot sign a request: " + failure.getMessage(), failure);
        }
    }

    private static byte[] attributes(AlternativeNames names) {
        if (names.isEmpty()) {
            return Der.value(ATTRIBUTES);
        }
        var extension =
                Der.sequence(
                        Der.objectId(Names.ALTERNATIVE_NAMES),
                        Der.octets(Names.alternatives(names)));
        return Der.value(
                ATTRIBUTES,
                Der.sequence(
                        Der.objectId(EXTENSION_REQUEST),
                        Der.value(Der.SET, Der.sequence(extension))));
    }

    /// Reads a request and checks that whoever made it has its key.
    ///
    /// @throws PkiException when it cannot be read or its signature is wrong
    public static SigningRequest parse(String pem) {
        try {
            var block = Pem.blocks(pem).getFirst();
            if (!block.type().equals(TYPE)) {
                throw new PkiException("PEM block type must be " + TYPE);
            }
            var outer = new DerReader(block.content()).expect(Der.SEQUENCE).reader();
            var body = outer.expect(Der.SEQUENCE);
            outer.expect(Der.SEQUENCE);
            var bits = outer.expect(Der.BIT_STRING).content();
            var request = read(body.reader(), pem);
            verify(request.key(), Der.value(Der.SEQUENCE, body.content()), bits);
            return request;
        } catch (GeneralSecurityException | RuntimeException failure) {
            throw failure instanceof PkiException known
                    ? known
                    : new PkiException("cannot read the request: " + failure.getMessage(), failure);
        }
    }

    private static SigningRequest read(DerReader body, String pem) throws GeneralSecurityException {
        body.expect(Der.INTEGER);
        var subject = Names.readSubject(body.expect(Der.SEQUENCE).reader());
        var keyInfo = body.expect(Der.SEQUENCE);
        var id = keyInfo.reader().expect(Der.SEQUENCE).reader().expect(Der.OBJECT_ID).content();
        var key =
                KeyFactory.getInstance(Names.isId(id, RSA_KEY) ? "RSA" : "EC")
                        .generatePublic(
                                new X509EncodedKeySpec(Der.value(Der.SEQUENCE, keyInfo.content())));
        return new SigningRequest(subject, names(body.expect(ATTRIBUTES).reader()), key, pem);
    }

    private static AlternativeNames names(DerReader attributes) {
        for (var next = attributes.next(); next.isPresent(); next = attributes.next()) {
            var attribute = next.orElseThrow().reader();
            if (Names.isId(attribute.expect(Der.OBJECT_ID).content(), EXTENSION_REQUEST)) {
                var extensions = attribute.expect(Der.SET).reader().expect(Der.SEQUENCE).reader();
                return namesAmong(extensions);
            }
        }
        return AlternativeNames.NONE;
    }

    private static AlternativeNames namesAmong(DerReader extensions) {
        for (var next = extensions.next(); next.isPresent(); next = extensions.next()) {
            var extension = next.orElseThrow().reader();
            if (Names.isId(extension.expect(Der.OBJECT_ID).content(), Names.ALTERNATIVE_NAMES)) {
                var value = extension.expect(Der.OCTET_STRING).reader();
                return Names.readAlternatives(value.expect(Der.SEQUENCE).reader());
            }
        }
        return AlternativeNames.NONE;
    }

    private static void verify(PublicKey key, byte[] body, byte[] bits)
            throws GeneralSecurityException {
        var signature = Signature.getInstance(Signing.algorithm(key));
        signature.initVerify(key);
        signature.update(body);
        if (!signature.verify(bits, 1, bits.length - 1)) {
            throw new PkiException("the request is not signed with its key");
        }
    }
}
