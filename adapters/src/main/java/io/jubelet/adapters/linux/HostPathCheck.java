package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Whether a path of the node is what a pod takes it for.
///
/// Thread: one host call's.
/// Upstream: hostpath checkTypeInternal.
final class HostPathCheck {
    private static final int TYPE = 0170000;
    private static final int FOLDER = 0040000;
    private static final int FILE = 0100000;
    private static final int SOCKET = 0140000;
    private static final int CHARACTERS = 0020000;
    private static final int BLOCKS = 0060000;

    private HostPathCheck() {}

    static void run(Path path, String type) throws IOException {
        switch (type) {
            case "DirectoryOrCreate" -> {
                if (Files.notExists(path)) {
                    Files.createDirectories(path);
                    UnixAttributes.setMode(path, 0755);
                }
                require(path, FOLDER, "a directory");
            }
            case "Directory" -> require(path, FOLDER, "a directory");
            case "FileOrCreate" -> {
                if (Files.notExists(path)) {
                    makeFile(path);
                }
                require(path, FILE, "a file");
            }
            case "File" -> require(path, FILE, "a file");
            case "Socket" -> require(path, SOCKET, "a socket file");
            case "CharDevice" -> require(path, CHARACTERS, "a character device");
            case "BlockDevice" -> require(path, BLOCKS, "a block device");
            default -> throw new HostCallException(type + " is an invalid volume type");
        }
    }

    private static void makeFile(Path path) throws IOException {
        try {
            Files.createFile(path);
            UnixAttributes.setMode(path, 0644);
        } catch (FileAlreadyExistsException meanwhile) {
            // Somebody else made it.
        }
    }

    private static void require(Path path, int type, String what) throws IOException {
        boolean holds;
        try {
            holds = (UnixAttributes.modeOfTarget(path) & TYPE) == type;
        } catch (NoSuchFileException none) {
            holds = false;
        }
        if (!holds) {
            throw new HostCallException("hostPath type check failed: " + path + " is not " + what);
        }
    }
}
