package io.jubelet.pki;

import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Optional;

/// Subjects and alternative names as certificates and requests hold them.
///
/// Thread: stateless.
final class Names {
    static final String ALTERNATIVE_NAMES = "2.5.29.17";

    private static final String COMMON_NAME = "2.5.4.3";
    private static final String ORGANIZATION = "2.5.4.10";
    private static final int DNS_NAME = Der.CONTEXT | 2;
    private static final int IP_ADDRESS = Der.CONTEXT | 7;

    private Names() {}

    static byte[] subject(Subject subject) {
        var parts = new ByteArrayOutputStream();
        subject.organizations().forEach(each -> parts.writeBytes(attribute(ORGANIZATION, each)));
        if (!subject.commonName().isEmpty()) {
            parts.writeBytes(attribute(COMMON_NAME, subject.commonName()));
        }
        return Der.sequence(parts.toByteArray());
    }

    private static byte[] attribute(String id, String value) {
        return Der.value(Der.SET, Der.sequence(Der.objectId(id), Der.text(value)));
    }

    /// The common name and the organizations; what else a subject says is passed over.
    static Subject readSubject(DerReader names) {
        var commonName = "";
        var organizations = new ArrayList<String>();
        for (var set = names.next(); set.isPresent(); set = names.next()) {
            var attribute = set.orElseThrow().reader().expect(Der.SEQUENCE).reader();
            var id = attribute.expect(Der.OBJECT_ID).content();
            var value = attribute.next().orElseThrow(Names::cutShort).content();
            var text = new String(value, StandardCharsets.UTF_8);
            if (isId(id, COMMON_NAME)) {
                commonName = text;
            } else if (isId(id, ORGANIZATION)) {
                organizations.add(text);
            }
        }
        return new Subject(commonName, organizations);
    }

    static boolean isId(byte[] content, String dotted) {
        return Arrays.equals(Der.value(Der.OBJECT_ID, content), Der.objectId(dotted));
    }

    private static IllegalArgumentException cutShort() {
        return new IllegalArgumentException("a name without a value");
    }

    static byte[] alternatives(AlternativeNames names) {
        var all = new ByteArrayOutputStream();
        for (String dns : names.dns()) {
            all.writeBytes(Der.value(DNS_NAME, dns.getBytes(StandardCharsets.US_ASCII)));
        }
        for (String address : names.addresses()) {
            all.writeBytes(Der.value(IP_ADDRESS, addressBytes(address)));
        }
        return Der.sequence(all.toByteArray());
    }

    private static byte[] addressBytes(String address) {
        try {
            return InetAddress.ofLiteral(address).getAddress();
        } catch (IllegalArgumentException failure) {
            throw new PkiException("no IP address: " + address, failure);
        }
    }

    static AlternativeNames readAlternatives(DerReader names) {
        var dns = new ArrayList<String>();
        var addresses = new ArrayList<String>();
        for (var name = names.next(); name.isPresent(); name = names.next()) {
            var element = name.orElseThrow();
            if (element.tag() == DNS_NAME) {
                dns.add(new String(element.content(), StandardCharsets.US_ASCII));
            } else if (element.tag() == IP_ADDRESS) {
                address(element.content()).ifPresent(addresses::add);
            }
        }
        return new AlternativeNames(dns, addresses);
    }

    private static Optional<String> address(byte[] bytes) {
        try {
            return Optional.of(InetAddress.getByAddress(bytes).getHostAddress());
        } catch (UnknownHostException _) {
            // Neither four bytes nor sixteen: no address at all.
            return Optional.empty();
        }
    }
}
