package io.jubelet.adapters.linux;

import io.jubelet.core.host.CertificateStore;
import io.jubelet.core.host.HostCallException;
import io.jubelet.pki.CertificateFiles;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.Pem;
import io.jubelet.pki.PkiException;
import io.jubelet.pki.PrivateKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A certificate in `<folder>/<prefix>-<time>.pem`, certificates first and then the key, with the
/// link `<prefix>-current.pem` to the one in use: what the Go kubelet writes and reads.
///
/// Thread: the keeper's; blocks on the disk with the deadline of [HostCalls].
/// Upstream: client-go util/certificate fileStore. Intended difference: the link is switched in one
/// step, and one that points out of the folder is not followed.
public final class LinuxCertificateStore implements CertificateStore {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd-HH-mm-ss", Locale.ROOT);

    private final HostCalls calls;
    private final Path folder;
    private final String prefix;
    private final Optional<GivenFiles> given;
    private final InstantSource clock;

    /// A certificate and its key that somebody else put somewhere.
    public record GivenFiles(Path certificate, Path key) {
        boolean exist() {
            return Files.exists(certificate) && Files.exists(key);
        }
    }

    /// @param prefix `kubelet-client` or `kubelet-server`
    /// @param given what is used where the folder has nothing yet
    public LinuxCertificateStore(
            HostCalls calls,
            Path folder,
            String prefix,
            Optional<GivenFiles> given,
            InstantSource clock) {
        this.calls = calls;
        this.folder = folder.toAbsolutePath();
        this.prefix = prefix;
        this.given = given;
        this.clock = clock;
    }

    /// The link to the certificate in use.
    public Path currentPath() {
        return file("current");
    }

    private Path file(String qualifier) {
        return folder.resolve(prefix + "-" + qualifier + ".pem");
    }

    private Path pendingPath() {
        return folder.resolve(prefix + ".key.tmp");
    }

    @Override
    public Optional<CertifiedKey> current() {
        return calls.call(prefix, "read " + currentPath(), this::read);
    }

    private Optional<CertifiedKey> read() throws IOException {
        finishSwitch();
        if (Files.exists(currentPath())) {
            var file = inFolder(currentPath());
            return Optional.of(load(new GivenFiles(file, file)));
        }
        var others = new ArrayList<GivenFiles>();
        given.ifPresent(others::add);
        others.add(
                new GivenFiles(folder.resolve(prefix + ".crt"), folder.resolve(prefix + ".key")));
        for (GivenFiles pair : others) {
            if (pair.exist()) {
                return Optional.of(load(pair));
            }
        }
        return Optional.empty();
    }

    private static CertifiedKey load(GivenFiles files) {
        try {
            return CertificateFiles.keyPair(files.certificate(), files.key());
        } catch (PkiException failure) {
            throw new HostCallException(String.valueOf(failure.getMessage()), failure);
        }
    }

    /// A switch that an earlier process did not finish is finished.
    private void finishSwitch() throws IOException {
        if (!Files.exists(currentPath()) && Files.isSymbolicLink(file("updated"))) {
            Files.move(file("updated"), currentPath(), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /// Where the link leads, if that is in this folder.
    private Path inFolder(Path link) throws IOException {
        var target = link.toRealPath();
        if (!folder.toRealPath().equals(target.getParent())) {
            throw new HostCallException(link + " points out of its folder, to " + target);
        }
        return target;
    }

    @Override
    public void replace(CertifiedKey next) {
        calls.call(
                prefix,
                "write " + currentPath(),
                () -> {
                    write(next);
                    return true;
                });
    }

    private void write(CertifiedKey next) throws IOException {
        Files.createDirectories(folder);
        var current = currentPath();
        requireLink(current);
        var stamp = STAMP.format(clock.instant().atZone(ZoneId.systemDefault()));
        var file = file(stamp);
        PrivateFiles.write(file, next.pem());
        var updated = file("updated");
        requireLink(updated);
        Files.deleteIfExists(updated);
        Files.createSymbolicLink(updated, file);
        Files.move(updated, current, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void requireLink(Path path) {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(path)) {
            throw new HostCallException("expected " + path + " to be a symlink but it is a file");
        }
    }

    @Override
    public Optional<KeyPair> pendingKey() {
        return calls.call(prefix, "read " + pendingPath(), this::readPending);
    }

    private Optional<KeyPair> readPending() throws IOException {
        if (!Files.isRegularFile(pendingPath(), LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        List<Pem.Block> blocks;
        try {
            blocks = Pem.blocks(Files.readString(pendingPath(), StandardCharsets.ISO_8859_1));
            return PrivateKeys.firstPair(blocks);
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            // A key that was cut short is as good as none: another is made.
            return Optional.empty();
        }
    }

    @Override
    public void keepPendingKey(KeyPair key) {
        calls.call(
                prefix,
                "write " + pendingPath(),
                () -> {
                    Files.createDirectories(folder);
                    PrivateFiles.write(
                            pendingPath(), PrivateKeys.pem(key.getPrivate(), key.getPublic()));
                    return true;
                });
    }

    @Override
    public void forgetPendingKey() {
        calls.call(prefix, "remove " + pendingPath(), () -> Files.deleteIfExists(pendingPath()));
    }
}
