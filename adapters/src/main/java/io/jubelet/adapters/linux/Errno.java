package io.jubelet.adapters.linux;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// The kernel's error numbers, as far as something here says more about them than the number.
///
/// Thread: any; pure.
final class Errno {
    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int EINTR = 4;
    static final int ENXIO = 6;
    static final int EACCES = 13;
    static final int EBUSY = 16;
    static final int EXDEV = 18;
    static final int ENOTDIR = 20;
    static final int EINVAL = 22;
    static final int ENFILE = 23;
    static final int EMFILE = 24;
    static final int ENOSPC = 28;
    static final int ELOOP = 40;

    private Errno() {}

    static FileSystemException exception(Path path, int number) {
        return switch (number) {
            case ENOENT -> new NoSuchFileException(path.toString());
            case EACCES -> new AccessDeniedException(path.toString());
            default -> new FileSystemException(path.toString(), null, reason(number));
        };
    }

    private static String reason(int number) {
        return switch (number) {
            case EPERM -> "operation not permitted";
            case EBUSY -> "device or resource busy";
            case EXDEV -> "leads out of its volume";
            case EINVAL -> "invalid argument";
            case ENXIO -> "no such device or address";
            case ENOTDIR -> "not a directory";
            case ENFILE, EMFILE -> "too many open files";
            case ENOSPC -> "no space left, or no inotify watches: see fs.inotify.max_user_watches";
            case ELOOP -> "too many levels of symbolic links";
            default -> "error number " + number;
        };
    }
}
