package io.jubelet.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.ManifestFolder;
import io.jubelet.core.host.ManifestFolder.ManifestFile;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every [ManifestFolder] must do.
@SuppressWarnings("NullAway.Init") // JUnit fills the field before each test.
public abstract class ManifestFolderContract {
    private static final Duration SOON = Duration.ofSeconds(10);

    private World world;

    /// A folder under test and the hand that changes it.
    public interface World {
        ManifestFolder folder();

        Execution execution();

        /// Puts a file there as a careful editor does: written aside, then renamed.
        void write(String file, String text);

        void delete(String file);
    }

    /// An empty folder, ready for calls from the test's thread.
    protected abstract World open();

    protected abstract void close();

    @BeforeEach
    final void begin() {
        world = open();
    }

    @AfterEach
    final void end() {
        close();
    }

    @Test
    void anEmptyFolderHasNoManifests() {
        assertThat(world.folder().read()).isEmpty();
    }

    @Test
    void filesAreReadWholeAndByName() {
        world.write("b.yaml", "second");
        world.write("a.yaml", "first\n");
        assertThat(world.folder().read())
                .extracting(file -> ((ManifestFile.Content) file).text())
                .containsExactly("first\n", "second");
        assertThat(world.folder().read())
                .extracting(ManifestFile::path)
                .allMatch(path -> path.startsWith("/"))
                .satisfiesExactly(
                        path -> assertThat(path).endsWith("/a.yaml"),
                        path -> assertThat(path).endsWith("/b.yaml"));
    }

    @Test
    void aChangedFileIsReadAsItIsNow() {
        world.write("a.yaml", "old");
        world.folder().read();
        world.write("a.yaml", "new");
        assertThat(world.folder().read())
                .extracting(file -> ((ManifestFile.Content) file).text())
                .containsExactly("new");
        world.delete("a.yaml");
        assertThat(world.folder().read()).isEmpty();
    }

    @Test
    void aChangeIsTold() {
        var changed = world.execution().signal("changed");
        world.folder().notifyOnChange(changed);
        world.write("a.yaml", "text");
        assertThat(changed.await(SOON)).isTrue();
    }
}
