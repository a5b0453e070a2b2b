package io.jubelet.config.file;

import io.jubelet.config.kubelet.Configz;
import io.jubelet.model.codec.DecodeException;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Yaml;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// Reads a file that must hold a KubeletConfiguration, as far as that can be told without looking
/// at its fields.
///
/// Thread: any; reads the file it is given.
///
/// Upstream: pkg/kubelet/kubeletconfig/configfiles.
final class ConfigDocument {
    private ConfigDocument() {}

    /// The first document of the file; as upstream, further ones are not looked at.
    ///
    /// @throws ConfigFileException when the file cannot be read or holds something else
    static Mapping read(Path file) {
        byte[] content = content(file);
        if (content.length == 0) {
            throw new ConfigFileException("kubelet config file \"" + file + "\" was empty");
        }
        Tree tree = parse(file, content);
        if (!(tree instanceof Mapping mapping)) {
            throw new ConfigFileException(file + ": Object 'Kind' is missing");
        }
        checkType(file, mapping);
        return mapping;
    }

    private static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new ConfigFileException("open " + file + ": " + reason(e));
        }
    }

    private static Tree parse(Path file, byte[] content) {
        try {
            List<Tree> documents = Yaml.documents(file.toString(), content);
            if (documents.isEmpty()) {
                throw new ConfigFileException(file + ": Object 'Kind' is missing");
            }
            return documents.getFirst();
        } catch (DecodeException e) {
            throw new ConfigFileException(e.mark() + ": " + e.detail());
        }
    }

    private static void checkType(Path file, Mapping mapping) {
        String version = mapping.text("apiVersion").orElse("");
        String kind = mapping.text("kind").orElse("");
        if (kind.isEmpty()) {
            throw new ConfigFileException(file + ": Object 'Kind' is missing");
        }
        if (version.isEmpty()) {
            throw new ConfigFileException(file + ": Object 'apiVersion' is missing");
        }
        if (!version.equals(Configz.API_VERSION) || !kind.equals(Configz.KIND)) {
            throw new ConfigFileException(
                    "%s: no kind \"%s\" is registered for version \"%s\": expected %s of %s"
                            .formatted(file, kind, version, Configz.KIND, Configz.API_VERSION));
        }
    }

    /// The system's words for why a path cannot be used.
    static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "no such file or directory";
            case AccessDeniedException _ -> "permission denied";
            default ->
                    Objects.requireNonNullElse(e.getMessage(), "input/output error")
                            .toLowerCase(Locale.ROOT);
        };
    }
}
