package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.adapters.linux.LinuxCertificateStore.GivenFiles;
import io.jubelet.core.host.HostCallException;
import io.jubelet.pki.Authority;
import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import io.jubelet.pki.Certificates;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.Keys;
import io.jubelet.pki.PrivateKeys;
import io.jubelet.pki.SigningRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinuxCertificateStoreTest {
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final Authority AUTHORITY =
            new Authority("ca", NOW, NOW.plus(Duration.ofDays(1)));

    private @TempDir Path root;
    private Instant now = NOW;

    private Path folder() {
        return root.resolve("pki");
    }

    private LinuxCertificateStore store() {
        return store(Optional.empty());
    }

    private LinuxCertificateStore store(Optional<GivenFiles> given) {
        InstantSource clock = () -> now;
        return new LinuxCertificateStore(
                new HostCalls(HostCalls.Limits.DEFAULT), folder(), "kubelet-client", given, clock);
    }

    private static CertifiedKey certified(String name) {
        var keys = Keys.make(Keys.Kind.EC);
        var request = SigningRequest.make(keys, Subject.named(name), AlternativeNames.NONE);
        return new CertifiedKey(
                keys.getPrivate(),
                List.of(
                        AUTHORITY.sign(request, NOW, NOW.plus(Duration.ofDays(1)), List.of()),
                        AUTHORITY.certificate()));
    }

    @Test
    void hasNothingAtFirst() {
        assertThat(store().current()).isEmpty();
        assertThat(store().pendingKey()).isEmpty();
    }

    @Test
    void writesTheChainAndThenTheKeyToOneFileForTheOwnerAlone() throws IOException {
        var one = certified("a");

        store().replace(one);

        var link = Files.readSymbolicLink(folder().resolve("kubelet-client-current.pem"));
        assertThat(link).isAbsolute();
        assertThat(link.getFileName().toString())
                .matches("kubelet-client-2026-07-0\\d-\\d\\d-00-00\\.pem");
        assertThat(Files.readString(link))
                .isEqualTo(Certificates.pem(one.chain()) + keyText(one))
                .contains("-----BEGIN EC PRIVATE KEY-----");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(link)))
                .isEqualTo("rw-------");
        assertThat(store().current().orElseThrow().chain()).isEqualTo(one.chain());
    }

    private static String keyText(CertifiedKey certified) {
        return PrivateKeys.pem(certified.key(), certified.certificate().getPublicKey());
    }

    @Test
    void switchesToTheNewestAndLeavesTheOlderFile() throws IOException {
        store().replace(certified("a"));
        now = NOW.plusSeconds(70);
        var two = certified("b");
        store().replace(two);

        assertThat(store().current().orElseThrow().chain()).isEqualTo(two.chain());
        try (var files = Files.list(folder())) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .hasSize(3)
                    .noneMatch(each -> each.contains("updated") || each.contains("partial"));
        }
    }

    @Test
    void readsWhatTheGoKubeletWroteWithALinkThatIsRelative() throws IOException {
        var one = certified("a");
        Files.createDirectories(folder());
        Files.writeString(folder().resolve("kubelet-client-2026-01-01-00-00-00.pem"), one.pem());
        Files.createSymbolicLink(
                store().currentPath(), Path.of("kubelet-client-2026-01-01-00-00-00.pem"));

        assertThat(store().current().orElseThrow().chain()).isEqualTo(one.chain());
    }

    @Test
    void finishesASwitchThatAnEarlierProcessBegan() throws IOException {
        var one = certified("a");
        store().replace(one);
        Files.move(store().currentPath(), folder().resolve("kubelet-client-updated.pem"));

        assertThat(store().current().orElseThrow().chain()).isEqualTo(one.chain());
        assertThat(store().currentPath()).exists();
    }

    @Test
    void doesNotFollowALinkOutOfItsFolder() throws IOException {
        var elsewhere = Files.writeString(root.resolve("other.pem"), certified("a").pem());
        Files.createDirectories(folder());
        Files.createSymbolicLink(store().currentPath(), elsewhere);

        assertThatThrownBy(() -> store().current())
                .isInstanceOf(HostCallException.class)
                .hasMessageContaining("points out of its folder");
    }

    @Test
    void doesNotReplaceAFileThatIsNoLink() throws IOException {
        Files.createDirectories(folder());
        Files.writeString(store().currentPath(), "somebody's own");

        assertThatThrownBy(() -> store().replace(certified("a")))
                .isInstanceOf(HostCallException.class)
                .hasMessageContaining("to be a symlink but it is a file");
        assertThat(store().currentPath()).hasContent("somebody's own");
    }

    @Test
    void aDamagedFileIsOneClearErrorWithoutItsContent() throws IOException {
        Files.createDirectories(folder());
        var file = Files.writeString(folder().resolve("kubelet-client-x.pem"), "secret stuff");
        Files.createSymbolicLink(store().currentPath(), file);

        assertThatThrownBy(() -> store().current())
                .isInstanceOf(HostCallException.class)
                .hasMessageContaining("no private key in")
                .message()
                .doesNotContain("secret stuff");
    }

    @Test
    void aDiskThatTakesNothingLeavesTheOldOneInUse() throws IOException {
        var one = certified("a");
        store().replace(one);
        var next = folder().resolve(Files.readSymbolicLink(store().currentPath()) + ".partial");
        Files.createDirectories(next.resolve("in-the-way"));

        assertThatThrownBy(() -> store().replace(certified("b")))
                .isInstanceOf(HostCallException.class);
        assertThat(store().current().orElseThrow().chain()).isEqualTo(one.chain());
    }

    @Test
    void takesTheFilesThatAreGivenWhereItHasNone() throws IOException {
        var one = certified("a");
        var files =
                new GivenFiles(
                        Files.writeString(root.resolve("a.crt"), Certificates.pem(one.chain())),
                        Files.writeString(root.resolve("a.key"), keyText(one)));

        assertThat(store(Optional.of(files)).current().orElseThrow().chain())
                .isEqualTo(one.chain());
    }

    @Test
    void keepsThePendingKeyUntilItIsForgotten() throws IOException {
        var keys = Keys.make(Keys.Kind.EC);
        store().keepPendingKey(keys);

        var read = store().pendingKey().orElseThrow();
        assertThat(read.getPublic()).isEqualTo(keys.getPublic());
        assertThat(((ECPrivateKey) read.getPrivate()).getS())
                .isEqualTo(((ECPrivateKey) keys.getPrivate()).getS());
        assertThat(Files.readString(folder().resolve("kubelet-client.key.tmp")))
                .startsWith("-----BEGIN EC PRIVATE KEY-----");

        store().forgetPendingKey();
        assertThat(store().pendingKey()).isEmpty();
    }
}
