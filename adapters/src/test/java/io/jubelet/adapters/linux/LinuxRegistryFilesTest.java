package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.host.RegistryFiles.RegistryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinuxRegistryFilesTest {
    @TempDir private Path folder;

    @Test
    void filesCountInUpstreamsOrder() throws IOException {
        for (var path :
                List.of(
                        "top/.dockercfg",
                        "home/.dockercfg",
                        "home/.docker/config.json",
                        "working/config.json",
                        "root/.dockercfg",
                        "root/config.json")) {
            var file = folder.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "{}");
        }

        assertThat(files().read())
                .extracting(RegistryFile::toString)
                .containsExactly(
                        folder + "/root/config.json",
                        folder + "/working/config.json",
                        folder + "/home/.docker/config.json",
                        folder + "/root/.dockercfg",
                        folder + "/home/.dockercfg",
                        folder + "/top/.dockercfg");
    }

    @Test
    void aFolderOfThatNameIsNoFile() throws IOException {
        Files.createDirectories(folder.resolve("root/config.json"));

        assertThat(files().read()).isEmpty();
    }

    private LinuxRegistryFiles files() {
        return new LinuxRegistryFiles(
                folder.resolve("root"),
                folder.resolve("working"),
                folder.resolve("home"),
                folder.resolve("top"),
                new HostCalls(HostCalls.Limits.DEFAULT));
    }
}
