package io.jubelet.model.pod;

import io.jubelet.api.core.Container;
import java.nio.charset.StandardCharsets;

/// The fingerprint of what makes a running container this container: its image and its name.
///
/// The runtime keeps it as an annotation, so it must equal the Go kubelet's digit for digit, or
/// a swap of the one for the other would restart every container of the node. What is hashed is
/// the text in which Go's spew library shows the bytes of a small JSON object: `([]uint8)[123 34
/// …]`.
///
/// Thread: any; pure.
///
/// Upstream: kubelet/container/helpers.go HashContainer, util/hash DeepHashObject.
public final class ContainerHash {
    private static final int FNV32_OFFSET = 0x811c9dc5;
    private static final int FNV32_PRIME = 0x01000193;

    private ContainerHash() {}

    /// The hash as upstream writes it into annotations: lower-case hex without leading zeros.
    public static String of(Container container) {
        return Integer.toHexString(value(container.getName(), container.getImage()));
    }

    /// The hash of an image and a name, as 32 unsigned bits.
    public static int value(String name, String image) {
        String json =
                "{\"image\":"
                        + GoJsonString.quote(image)
                        + ",\"name\":"
                        + GoJsonString.quote(name)
                        + "}";
        return fnv32a(dump(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static String dump(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length * 4 + 12).append("([]uint8)[");
        for (int i = 0; i < bytes.length; i++) {
            text.append(i == 0 ? "" : " ").append(bytes[i] & 0xff);
        }
        return text.append(']').toString();
    }

    private static int fnv32a(String ascii) {
        int hash = FNV32_OFFSET;
        for (int i = 0; i < ascii.length(); i++) {
            hash = (hash ^ ascii.charAt(i)) * FNV32_PRIME;
        }
        return hash;
    }
}
