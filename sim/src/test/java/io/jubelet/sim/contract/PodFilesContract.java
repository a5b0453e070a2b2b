package io.jubelet.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.host.PodFiles;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every [PodFiles] must do.
@SuppressWarnings("NullAway.Init") // JUnit fills the field before each test.
public abstract class PodFilesContract {
    private static final PodIdentity WEB =
            new PodIdentity("default", "web", new PodUid("0123456789abcdef"));
    private static final PodIdentity OTHER =
            new PodIdentity("default", "web", new PodUid("fedcba9876543210"));

    private PodFiles files;

    /// An empty machine, ready for calls from the test's thread.
    protected abstract PodFiles open();

    protected abstract void close();

    @BeforeEach
    final void begin() {
        files = open();
    }

    @AfterEach
    final void end() {
        close();
    }

    @Test
    void anEmptyMachineHasNoPods() {
        assertThat(files.podsWithDirectories()).isEmpty();
    }

    @Test
    void aPodThatWasMadeIsThereOnce() {
        files.makePodDirectories(WEB);
        files.makePodDirectories(WEB);
        files.makeContainerLogDirectory(WEB, "main");
        files.makeContainerLogDirectory(WEB, "main");
        assertThat(files.podsWithDirectories()).containsExactly(WEB.uid());
    }

    @Test
    void aLogFolderIsNewOnce() {
        files.makePodDirectories(WEB);

        assertThat(files.makeContainerLogDirectory(WEB, "main")).isTrue();
        assertThat(files.makeContainerLogDirectory(WEB, "main")).isFalse();
        assertThat(files.makeContainerLogDirectory(WEB, "other")).isTrue();
        files.removePodFolder(WEB.uid());
        assertThat(files.makeContainerLogDirectory(WEB, "main")).isFalse();
        files.removePodDirectories(WEB.uid());
        files.makePodDirectories(WEB);
        assertThat(files.makeContainerLogDirectory(WEB, "main")).isTrue();
    }

    @Test
    void removingOnePodLeavesItsNamesake() {
        files.makePodDirectories(WEB);
        files.makePodDirectories(OTHER);
        files.makeContainerLogDirectory(WEB, "main");
        files.removePodDirectories(WEB.uid());
        assertThat(files.podsWithDirectories()).containsExactly(OTHER.uid());
    }

    @Test
    void removingWhatIsNotThereChangesNothing() {
        files.removePodDirectories(WEB.uid());
        files.makePodDirectories(WEB);
        files.removePodDirectories(WEB.uid());
        files.removePodDirectories(WEB.uid());
        assertThat(files.podsWithDirectories()).isEmpty();
    }

    @Test
    void logsLieInAFolderNamedAfterThePod() {
        assertThat(files.logDirectory(WEB)).endsWith("/default_web_0123456789abcdef");
    }
}
