package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.jubelet.core.host.PodMemory;
import io.jubelet.core.runtime.PodUid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinuxPodMemoryTest {
    private static final PodUid POD = new PodUid("uid-1");

    @TempDir Path root;
    private PodMemory memory = PodMemory.NONE;

    @BeforeEach
    void open() {
        memory = new LinuxPodMemory(root, new HostCalls(HostCalls.Limits.DEFAULT));
    }

    @Test
    void recallsWhatItRememberedAlsoInAnotherProcess() {
        memory.remember(POD, "back-off", "first");
        memory.remember(POD, "back-off", "second");
        open();

        assertThat(memory.recall(POD, "back-off")).contains("second");
    }

    @Test
    void takesAMissingOrDamagedFileForAnEmptyOne() throws IOException {
        assertThat(memory.recall(POD, "back-off")).isEmpty();
        memory.remember(POD, "back-off", "text");

        Files.write(root.resolve("jubelet/pods/uid-1/back-off"), new byte[] {(byte) 0xff, 0});

        assertThat(memory.recall(POD, "back-off")).isEmpty();
    }

    @Test
    void forgetsAPodAndNoOther() {
        var other = new PodUid("uid-2");
        memory.remember(POD, "back-off", "text");
        memory.remember(other, "back-off", "text");

        memory.forget(POD);

        assertThat(memory.recall(POD, "back-off")).isEmpty();
        assertThat(memory.recall(other, "back-off")).contains("text");
    }

    @Test
    void aJournalOutlivesWhatIsRememberedOfItsPod() {
        memory.journals().keep(POD, "the first one, which is longer");
        memory.journals().keep(POD, "second");
        memory.forget(POD);
        open();
        assertThat(memory.journals().all()).containsExactly(entry(POD, "second"));

        memory.journals().drop(POD);
        assertThat(memory.journals().all()).isEmpty();
    }

    @Test
    void damagedAndHalfWrittenJournalsAreNone() throws IOException {
        memory.journals().keep(POD, "text");
        var folder = root.resolve("jubelet/journal");
        Files.write(folder.resolve("uid-2"), new byte[] {(byte) 0xff, 0});
        Files.writeString(folder.resolve("uid-3.new"), "half");

        assertThat(memory.journals().all()).containsOnlyKeys(POD);
    }

    @Test
    void aJournalThatCannotBeKeptFailsNobody() throws IOException {
        Files.createDirectories(root.resolve("jubelet"));
        Files.writeString(root.resolve("jubelet/journal"), "a file where a folder should be");

        memory.journals().keep(POD, "text");

        assertThat(memory.journals().all()).isEmpty();
    }

    @Test
    void neverFailsItsCaller() throws IOException {
        Files.createDirectories(root.resolve("jubelet"));
        Files.writeString(root.resolve("jubelet/pods"), "a file where a folder should be");

        memory.remember(POD, "back-off", "text");
        memory.forget(POD);

        assertThat(memory.recall(POD, "back-off")).isEmpty();
    }
}
