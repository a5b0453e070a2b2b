package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.VolumeFiles.ContentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AtomicWriterTest {
    private static final Instant NOW = Instant.parse("2026-11-15T20:30:40Z");

    @TempDir Path temporary;
    private Path volume = Path.of("");

    @BeforeEach
    void makeVolume() throws IOException {
        volume = Files.createDirectory(temporary.toRealPath().resolve("volume"));
    }

    @Test
    void laysFilesOutAsUpstreamDoes() throws IOException {
        write(file("key", "value", 0440), file("deep/er/file", "x", 0644));

        assertThat(Files.readSymbolicLink(volume.resolve("..data")).toString())
                .matches("\\.\\.2026_11_15_20_30_40\\.[0-9]{1,9}");
        assertThat(Files.readSymbolicLink(volume.resolve("key"))).isEqualTo(Path.of("..data/key"));
        assertThat(Files.readSymbolicLink(volume.resolve("deep")))
                .isEqualTo(Path.of("..data/deep"));
        assertThat(volume.resolve("key")).hasContent("value");
        assertThat(volume.resolve("deep/er/file")).hasContent("x");
        assertThat(UnixAttributes.mode(shown().resolve("key"))).isEqualTo(0440);
        assertThat(UnixAttributes.mode(shown())).isEqualTo(0755);
    }

    @Test
    void writesNothingWhenNothingChanged() throws IOException {
        write(file("key", "value", 0644));
        var before = Files.readSymbolicLink(volume.resolve("..data"));

        write(file("key", "value", 0644));

        assertThat(Files.readSymbolicLink(volume.resolve("..data"))).isEqualTo(before);
    }

    @Test
    void replacesContentAndRemovesWhatIsGone() throws IOException {
        write(file("key", "old", 0644), file("gone", "x", 0644), file("dir/gone", "y", 0644));
        write(file("key", "new", 0644), file("dir/here", "z", 0644));

        assertThat(volume.resolve("key")).hasContent("new");
        assertThat(volume.resolve("dir/here")).hasContent("z");
        assertThat(volume.resolve("dir/gone")).doesNotExist();
        assertThat(Files.exists(volume.resolve("gone"), LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(stamps()).hasSize(1);
    }

    @Test
    void finishesWhatAKilledAgentBegan() throws IOException {
        write(file("key", "value", 0644));
        Files.createSymbolicLink(volume.resolve("..data_tmp"), Path.of("..2020_01_01_00_00_00.1"));
        Files.createDirectory(volume.resolve("..2020_01_01_00_00_00.1"));
        Files.delete(volume.resolve("key"));

        write(file("key", "value", 0644));
        write(file("key", "next", 0644));

        assertThat(volume.resolve("key")).hasContent("next");
        assertThat(stamps()).hasSize(1);
    }

    @Test
    void neverWritesThroughALinkOfAPod() throws IOException {
        var outside = Files.createDirectory(temporary.resolve("outside"));
        Files.createSymbolicLink(volume.resolve("..data"), outside);

        write(file("key", "value", 0644));

        assertThat(outside).isEmptyDirectory();
        assertThat(volume.resolve("key")).hasContent("value");
    }

    @Test
    void leavesForeignFilesAlone() throws IOException {
        Files.writeString(volume.resolve("foreign"), "x");

        write(file("key", "value", 0644));
        write(file("other", "value", 0644));

        assertThat(volume.resolve("foreign")).hasContent("x");
        assertThat(volume.resolve("key")).doesNotExist();
    }

    @ParameterizedTest(name = "refuses {0}")
    @ValueSource(strings = {"/abs", "a/../b", "..", "..data", "..hidden/file", "...a", "a/.."})
    void refusesPathsThatLeadElsewhere(String path) {
        assertThatThrownBy(() -> AtomicWriter.clean(path))
                .isInstanceOf(HostCallException.class)
                .hasMessageStartingWith("invalid path: ");
    }

    @Test
    void refusesPathsThatAreTooLong() {
        assertThatThrownBy(() -> AtomicWriter.clean("x".repeat(256)))
                .hasMessageContaining("255 characters");
        assertThatThrownBy(() -> AtomicWriter.clean("x/".repeat(2049)))
                .hasMessageContaining("4096 characters");
        assertThatThrownBy(() -> AtomicWriter.clean("")).hasMessageContaining("must not be empty");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({"a//b, a/b", "./a, a", "a/./b/, a/b"})
    void cleansPaths(String path, String clean) {
        assertThat(AtomicWriter.clean(path)).isEqualTo(clean);
    }

    private Path shown() throws IOException {
        return volume.resolve("..data").toRealPath();
    }

    private List<Path> stamps() throws IOException {
        try (Stream<Path> entries = Files.list(volume)) {
            return entries.filter(path -> String.valueOf(path.getFileName()).startsWith("..2"))
                    .toList();
        }
    }

    private void write(ContentFile... files) throws IOException {
        try (var open = OpenFolder.at(volume)) {
            AtomicWriter.write(volume, open, Arrays.asList(files), OptionalLong.empty(), NOW);
        }
    }

    private static ContentFile file(String path, String text, int mode) {
        return new ContentFile(path, ByteString.copyFromUtf8(text), mode, OptionalLong.empty());
    }
}
