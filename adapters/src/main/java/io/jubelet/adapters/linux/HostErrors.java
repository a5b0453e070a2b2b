package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// Says in plain words what went wrong with a file; the JDK often gives the path alone.
///
/// Thread: any; pure.
final class HostErrors {
    private HostErrors() {}

    /// One line that names the path and what is wrong with it.
    static String line(IOException failure) {
        if (failure instanceof FileSystemException about && about.getFile() != null) {
            return about.getFile() + ": " + reason(about);
        }
        return reason(failure);
    }

    private static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "no such file or directory";
            case AccessDeniedException _ -> "permission denied";
            case NotDirectoryException _ -> "not a directory";
            case DirectoryNotEmptyException _ -> "directory not empty";
            case FileAlreadyExistsException _ -> "exists and is not a directory";
            case FileSystemLoopException _ -> "too many levels of symbolic links";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default -> {
                var message = failure.getMessage();
                yield message == null ? failure.getClass().getSimpleName() : message;
            }
        };
    }
}
