package io.jubelet.client.kubeconfig;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Says why a file could not be read, where the JDK often says its name alone.
///
/// Thread: stateless.
public final class FileFailures {
    private FileFailures() {}

    /// The reason, without the name.
    public static String describe(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "no such file or directory";
            case AccessDeniedException _ -> "permission denied";
            case CharacterCodingException _ -> "it is no text";
            case FileSystemException refused when refused.getReason() != null ->
                    refused.getReason();
            default -> String.valueOf(failure.getMessage());
        };
    }
}
