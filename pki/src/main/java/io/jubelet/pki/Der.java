package io.jubelet.pki;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Locale;

/// Writes the few forms of DER that certificates and keys are made of.
///
/// Thread: stateless.
final class Der {
    static final int CONSTRUCTED = 0x20;
    static final int CONTEXT = 0x80;

    static final int BOOLEAN = 0x01;
    static final int INTEGER = 0x02;
    static final int BIT_STRING = 0x03;
    static final int OCTET_STRING = 0x04;
    static final int NULL = 0x05;
    static final int OBJECT_ID = 0x06;
    static final int UTF8_STRING = 0x0c;
    static final int UTC_TIME = 0x17;
    static final int GENERALIZED_TIME = 0x18;
    static final int SEQUENCE = 0x30;
    static final int SET = 0x31;

    private static final int LAST_UTC_YEAR = 2049;

    private Der() {}

    static byte[] value(int tag, byte[]... parts) {
        var length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        var out = new ByteArrayOutputStream(length + 6);
        out.write(tag);
        length(out, length);
        Arrays.stream(parts).forEach(out::writeBytes);
        return out.toByteArray();
    }

    private static void length(ByteArrayOutputStream out, int length) {
        if (length < 0x80) {
            out.write(length);
            return;
        }
        var bytes = BigInteger.valueOf(length).toByteArray();
        var from = bytes[0] == 0 ? 1 : 0;
        out.write(0x80 | (bytes.length - from));
        out.write(bytes, from, bytes.length - from);
    }

    static byte[] sequence(byte[]... parts) {
        return value(SEQUENCE, parts);
    }

    static byte[] integer(BigInteger number) {
        return value(INTEGER, number.toByteArray());
    }

    static byte[] integer(long number) {
        return integer(BigInteger.valueOf(number));
    }

    static byte[] yes() {
        return value(BOOLEAN, new byte[] {(byte) 0xff});
    }

    static byte[] nothing() {
        return value(NULL);
    }

    static byte[] octets(byte[] content) {
        return value(OCTET_STRING, content);
    }

    /// A bit string of whole bytes but for the last, of which `unused` bits do not count.
    static byte[] bits(int unused, byte[] content) {
        return value(BIT_STRING, new byte[] {(byte) unused}, content);
    }

    static byte[] text(String text) {
        return value(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant moment) {
        var utc = moment.atZone(ZoneOffset.UTC);
        var early = utc.getYear() <= LAST_UTC_YEAR;
        var form = early ? "yyMMddHHmmss'Z'" : "yyyyMMddHHmmss'Z'";
        var text = DateTimeFormatter.ofPattern(form, Locale.ROOT).format(utc);
        return value(early ? UTC_TIME : GENERALIZED_TIME, text.getBytes(StandardCharsets.US_ASCII));
    }

    /// An object identifier from its dotted form.
    static byte[] objectId(String dotted) {
        var arcs = Arrays.stream(dotted.split("\\.")).mapToLong(Long::parseLong).toArray();
        var out = new ByteArrayOutputStream();
        base128(out, arcs[0] * 40 + arcs[1]);
        Arrays.stream(arcs, 2, arcs.length).forEach(arc -> base128(out, arc));
        return value(OBJECT_ID, out.toByteArray());
    }

    private static void base128(ByteArrayOutputStream out, long arc) {
        var groups = new ArrayDeque<Integer>();
        for (long rest = arc; rest > 0 || groups.isEmpty(); rest >>= 7) {
            groups.push((int) (rest & 0x7f) | (groups.isEmpty() ? 0 : 0x80));
        }
        groups.forEach(out::write);
    }
}
