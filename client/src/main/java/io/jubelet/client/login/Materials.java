package io.jubelet.client.login;

import io.jubelet.client.kubeconfig.FileFailures;
import io.jubelet.client.kubeconfig.Kubeconfig.Material;
import io.jubelet.client.kubeconfig.KubeconfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/// Reads what a kubeconfig gives inline or by file.
///
/// Thread: stateless; blocks on the disk.
final class Materials {
    private Materials() {}

    /// @throws KubeconfigException when the file cannot be read
    static String text(Material material) {
        return switch (material) {
            case Material.Inline(var pem) -> pem.reveal();
            case Material.InFile(var path) -> {
                try {
                    yield Files.readString(path, StandardCharsets.ISO_8859_1);
                } catch (IOException failure) {
                    throw new KubeconfigException(
                            "cannot read " + path + ": " + FileFailures.describe(failure), failure);
                }
            }
        };
    }
}
