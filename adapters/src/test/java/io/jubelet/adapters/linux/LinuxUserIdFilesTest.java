package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.PodUid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinuxUserIdFilesTest {
    private static final PodUid POD = new PodUid("uid-1");

    @TempDir private Path pods;

    private LinuxUserIdFiles files() {
        return new LinuxUserIdFiles(pods, Host.CALLS);
    }

    @Test
    void findsWhatItWroteInPlaceOfWhatWasThere() throws IOException {
        Files.createDirectory(pods.resolve("uid-1"));
        Files.createDirectory(pods.resolve("uid-2"));

        files().write(POD, "first");
        files().write(POD, "second");

        assertThat(files().readAll()).isEqualTo(Map.of(POD, "second"));
        var file = pods.resolve("uid-1/userns");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void followsNoLink() throws IOException {
        var elsewhere = Files.writeString(pods.resolve("elsewhere"), "somebody else's");
        Files.createSymbolicLink(
                Files.createDirectory(pods.resolve("uid-1")).resolve("userns"), elsewhere);

        assertThat(files().readAll()).isEqualTo(Map.of(POD, "not a file"));

        files().write(POD, "own");
        assertThat(files().readAll()).isEqualTo(Map.of(POD, "own"));
        assertThat(elsewhere).hasContent("somebody else's");
    }

    @Test
    void findsNothingWhereNoPodEverWas() {
        assertThat(new LinuxUserIdFiles(pods.resolve("none"), Host.CALLS).readAll()).isEmpty();
    }

    @Test
    void saysSoWhenThePodHasNoFolder() {
        assertThatThrownBy(() -> files().write(POD, "text")).isInstanceOf(HostCallException.class);
    }
}
