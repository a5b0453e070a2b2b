package io.jubelet.client.wire;

import com.google.protobuf.ByteString;
import java.util.Optional;

/// Cuts a stream of bytes into the events of a watch.
///
/// Thread: confined to the watch's reader.
public final class FrameCutter {
    /// As client-go: an event that is larger ends the watch.
    static final int LARGEST = 16 * 1024 * 1024;

    private final Boundary boundary;
    private ByteString rest = ByteString.EMPTY;

    /// How much of `rest` was searched for the end of a line already.
    private int searched;

    /// How one event is told from the next.
    enum Boundary {
        /// Four bytes before each say how long it is.
        LENGTH,
        /// Each is a line.
        LINE
    }

    FrameCutter(Boundary boundary) {
        this.boundary = boundary;
    }

    public void add(ByteString bytes) {
        rest = rest.concat(bytes);
    }

    /// The next whole event, if there is one.
    public Optional<ByteString> next() {
        return switch (boundary) {
            case LENGTH -> byLength();
            case LINE -> byLine();
        };
    }

    private Optional<ByteString> byLength() {
        if (rest.size() < Integer.BYTES) {
            return Optional.empty();
        }
        var length = 0;
        for (var i = 0; i < Integer.BYTES; i++) {
            length = (length << Byte.SIZE) | (rest.byteAt(i) & 0xff);
        }
        if (length < 0 || length > LARGEST) {
            throw tooLarge();
        }
        var end = Integer.BYTES + length;
        return rest.size() < end ? Optional.empty() : Optional.of(take(Integer.BYTES, end));
    }

    private Optional<ByteString> byLine() {
        var unsearched = rest.substring(searched).iterator();
        while (unsearched.hasNext()) {
            searched++;
            if (unsearched.nextByte() == '\n') {
                var line = take(0, searched);
                searched = 0;
                return Optional.of(line);
            }
        }
        if (rest.size() > LARGEST) {
            throw tooLarge();
        }
        return Optional.empty();
    }

    private ByteString take(int from, int to) {
        var frame = rest.substring(from, to);
        rest = rest.substring(to);
        return frame;
    }

    private static WireException tooLarge() {
        return new WireException("an event of the watch is larger than " + LARGEST + " bytes");
    }

    /// Whether the bytes so far end in the middle of an event.
    public boolean inTheMiddle() {
        return !rest.isEmpty();
    }
}
