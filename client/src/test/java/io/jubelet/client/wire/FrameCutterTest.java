package io.jubelet.client.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.jubelet.client.wire.FrameCutter.Boundary;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FrameCutterTest {
    private static final List<String> TEXTS = List.of("first", "", "a longer one", "x");

    private static ByteString framed(Boundary boundary, String text) {
        return switch (boundary) {
            case LENGTH -> length(text.length()).concat(ByteString.copyFromUtf8(text));
            case LINE -> ByteString.copyFromUtf8(text + "\n");
        };
    }

    private static ByteString length(int length) {
        return ByteString.copyFrom(ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
    }

    private static ByteString stream(Boundary boundary) {
        return ByteString.copyFrom(TEXTS.stream().map(text -> framed(boundary, text)).toList());
    }

    private static List<String> cut(FrameCutter cutter, List<ByteString> pieces) {
        var found = new ArrayList<String>();
        for (var piece : pieces) {
            cutter.add(piece);
            for (var next = cutter.next(); next.isPresent(); next = cutter.next()) {
                found.add(next.get().toStringUtf8().strip());
            }
        }
        return found;
    }

    @ParameterizedTest
    @EnumSource(Boundary.class)
    void anEventMayBeSplitAnywhere(Boundary boundary) {
        var whole = stream(boundary);
        for (var i = 0; i <= whole.size(); i++) {
            var cutter = new FrameCutter(boundary);
            assertThat(cut(cutter, List.of(whole.substring(0, i), whole.substring(i))))
                    .as("split at %s", i)
                    .isEqualTo(TEXTS);
            assertThat(cutter.inTheMiddle()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Boundary.class)
    void eventsMayComeByteByByte(Boundary boundary) {
        var whole = stream(boundary);
        var bytes = new ArrayList<ByteString>();
        for (var i = 0; i < whole.size(); i++) {
            bytes.add(whole.substring(i, i + 1));
        }
        assertThat(cut(new FrameCutter(boundary), bytes)).isEqualTo(TEXTS);
    }

    @ParameterizedTest
    @EnumSource(Boundary.class)
    void anEndWithinAnEventIsNoticed(Boundary boundary) {
        var event = framed(boundary, "an event");
        for (var i = 1; i < event.size(); i++) {
            var cutter = new FrameCutter(boundary);
            assertThat(cut(cutter, List.of(event.substring(0, i)))).isEmpty();
            assertThat(cutter.inTheMiddle()).as("after %s bytes", i).isTrue();
        }
    }

    @Test
    void aLengthThatNobodyCanMeanIsRefused() {
        for (var length : new int[] {FrameCutter.LARGEST + 1, -1, Integer.MIN_VALUE}) {
            var cutter = new FrameCutter(Boundary.LENGTH);
            cutter.add(length(length));
            assertThatThrownBy(cutter::next)
                    .isInstanceOf(WireException.class)
                    .hasMessage("an event of the watch is larger than 16777216 bytes");
        }
    }

    @Test
    void aLineWithoutEndIsRefusedAndSearchedOnce() {
        var cutter = new FrameCutter(Boundary.LINE);
        var piece = ByteString.copyFrom(new byte[16 * 1024]);
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(5),
                () ->
                        assertThatThrownBy(
                                        () -> {
                                            while (true) {
                                                cutter.add(piece);
                                                assertThat(cutter.next()).isEmpty();
                                            }
                                        })
                                .isInstanceOf(WireException.class));
    }
}
