package io.jubelet.model.staticpod;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// The uid of a static pod: 128 bits over the defaulted manifest and the place it came from.
///
/// The same manifest in the same file gives the same uid for ever, so that a restarted agent
/// knows its pods again, and any edit gives another.
///
/// Thread: any; pure.
///
/// Upstream: kubelet/config/common.go applyDefaults. The uid is the Go kubelet's, so that a swap of
/// the one for the other finds its static pods running.
final class PodDigest {
    private static final long OFFSET_HIGH = 0x6c62272e07bb0142L;
    private static final long OFFSET_LOW = 0x62b821756295c58dL;
    private static final long PRIME_LOW = 0x13b;
    private static final int PRIME_SHIFT = 88 - 64;

    private long high = OFFSET_HIGH;
    private long low = OFFSET_LOW;

    private PodDigest() {}

    /// The uid of a pod with its defaults.
    ///
    /// @param dump see [GoDump]
    static String of(String dump, ManifestSource source, String nodeName) {
        String place =
                switch (source) {
                    case ManifestSource.File(String path) -> "host:" + nodeName + "file:" + path;
                    case ManifestSource.Url(String url) -> "url:" + url;
                };
        return fnv128a((dump + place).getBytes(StandardCharsets.UTF_8));
    }

    static String fnv128a(byte[] bytes) {
        PodDigest digest = new PodDigest();
        digest.update(bytes);
        return digest.hex();
    }

    /// The prime is 2^88 + 0x13b; all arithmetic is modulo 2^128.
    private void update(byte[] bytes) {
        for (byte b : bytes) {
            low ^= b & 0xff;
            high =
                    Math.unsignedMultiplyHigh(low, PRIME_LOW)
                            + high * PRIME_LOW
                            + (low << PRIME_SHIFT);
            low *= PRIME_LOW;
        }
    }

    private String hex() {
        HexFormat format = HexFormat.of();
        return format.toHexDigits(high) + format.toHexDigits(low);
    }
}
