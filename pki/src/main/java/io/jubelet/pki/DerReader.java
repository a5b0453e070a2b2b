package io.jubelet.pki;

import java.util.Arrays;
import java.util.Optional;

/// Reads DER one element after the other.
///
/// Thread: one.
public final class DerReader {
    private final byte[] bytes;
    private int at;

    /// A tag and what it holds.
    public static final class Element {
        private final int tag;
        private final byte[] content;

        private Element(int tag, byte[] content) {
            this.tag = tag;
            this.content = content;
        }

        public int tag() {
            return tag;
        }

        public byte[] content() {
            return content.clone();
        }

        public DerReader reader() {
            return new DerReader(content);
        }
    }

    public DerReader(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /// The next element; empty at the end.
    ///
    /// @throws IllegalArgumentException when the bytes are no DER
    public Optional<Element> next() {
        if (at == bytes.length) {
            return Optional.empty();
        }
        var tag = octet();
        var length = length();
        if (length > bytes.length - at) {
            throw new IllegalArgumentException("an element is longer than what holds it");
        }
        var content = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return Optional.of(new Element(tag, content));
    }

    /// The next element, which must have this tag.
    public Element expect(int tag) {
        return next().filter(element -> element.tag() == tag)
                .orElseThrow(() -> new IllegalArgumentException("no element with tag " + tag));
    }

    private int length() {
        var first = octet();
        if (first < 0x80) {
            return first;
        }
        var count = first & 0x7f;
        if (count == 0 || count > 3) {
            throw new IllegalArgumentException("a length of " + count + " bytes");
        }
        var length = 0;
        for (int each = 0; each < count; each++) {
            length = length << 8 | octet();
        }
        return length;
    }

    private int octet() {
        if (at >= bytes.length) {
            throw new IllegalArgumentException("the bytes end within an element");
        }
        return bytes[at++] & 0xff;
    }
}
