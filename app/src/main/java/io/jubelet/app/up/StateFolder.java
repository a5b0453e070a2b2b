package io.jubelet.app.up;

import io.jubelet.app.StartException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// The state folder of one `up`, which no other `up` may use meanwhile: the first to stop would
/// take the other's containerd down with it.
///
/// Thread: `up`'s own; the lock ends with the process.
record StateFolder(Path path, FileLock lock) {

    /// Makes the folder and takes it; throws [StartException] when another process has it.
    static StateFolder take(Path path) {
        try {
            Files.createDirectories(path);
            var channel =
                    FileChannel.open(
                            path.resolve("up.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            var lock = Optional.ofNullable(channel.tryLock());
            return new StateFolder(
                    path,
                    lock.orElseThrow(
                            () ->
                                    new StartException(
                                            "another jubelet up uses %s; give this one --state DIR"
                                                    .formatted(path))));
        } catch (IOException failure) {
            throw new StartException("cannot use the state folder: " + failure, failure);
        }
    }
}
