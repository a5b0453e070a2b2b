package io.jubelet.server.auth;

import io.jubelet.pki.DerReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/// The parts of a certificate's subject that name a user.
record DistinguishedName(String commonName, List<String> organizations) {
    private static final int SEQUENCE = 0x30;
    private static final int OBJECT_ID = 0x06;
    private static final int BMP_STRING = 0x1e;
    private static final List<Byte> COMMON_NAME = List.of((byte) 0x55, (byte) 4, (byte) 3);
    private static final List<Byte> ORGANIZATION = List.of((byte) 0x55, (byte) 4, (byte) 10);

    DistinguishedName {
        organizations = List.copyOf(organizations);
    }

    /// Where a part stands twice, the last common name and all organizations count.
    static DistinguishedName of(X500Principal principal) {
        var commonName = "";
        var organizations = new ArrayList<String>();
        var sets = new DerReader(principal.getEncoded()).expect(SEQUENCE).reader();
        for (var set = sets.next(); set.isPresent(); set = sets.next()) {
            var attributes = set.get().reader();
            for (var each = attributes.next(); each.isPresent(); each = attributes.next()) {
                var parts = each.get().reader();
                var id = bytes(parts.expect(OBJECT_ID).content());
                var value = parts.next().map(DistinguishedName::text).orElse("");
                if (id.equals(COMMON_NAME)) {
                    commonName = value;
                } else if (id.equals(ORGANIZATION)) {
                    organizations.add(value);
                }
            }
        }
        return new DistinguishedName(commonName, organizations);
    }

    private static String text(DerReader.Element element) {
        return new String(
                element.content(),
                element.tag() == BMP_STRING ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8);
    }

    private static List<Byte> bytes(byte[] content) {
        var list = new ArrayList<Byte>();
        for (byte each : content) {
            list.add(each);
        }
        return list;
    }
}
