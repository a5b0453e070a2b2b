package io.jubelet.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A number below `/proc/sys`. The kernel tells it in one read and answers a second one with the
/// file's end, so that whoever asks for a first byte and then for the rest gets its first digit.
///
/// Thread: any.
final class KernelNumber {
    private static final int LONGEST = 32;

    private KernelNumber() {}

    /// Throws [NumberFormatException] where it is none.
    static long read(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var bytes = new byte[LONGEST];
            var length = in.read(bytes);
            return Long.parseLong(
                    new String(bytes, 0, Math.max(0, length), StandardCharsets.US_ASCII).strip());
        }
    }
}
