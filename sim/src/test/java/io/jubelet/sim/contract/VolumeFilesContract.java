package io.jubelet.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.jubelet.core.host.VolumeFiles;
import io.jubelet.core.host.VolumeFiles.ContentFile;
import io.jubelet.core.host.VolumeFiles.Found;
import io.jubelet.core.host.VolumeFiles.Order;
import io.jubelet.core.host.VolumeFiles.Place;
import io.jubelet.core.runtime.PodUid;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every [VolumeFiles] must do.
@SuppressWarnings("NullAway.Init") // JUnit fills the field before each test.
public abstract class VolumeFilesContract {
    protected static final PodUid POD = new PodUid("0123456789abcdef");
    protected static final Place SCRATCH = new Place("kubernetes.io/empty-dir", "scratch");
    protected static final Place SECRET = new Place("kubernetes.io/secret", "key");

    protected VolumeFiles files;

    /// A machine without volumes, ready for calls from the test's thread.
    protected abstract VolumeFiles open();

    protected abstract void close();

    @BeforeEach
    final void begin() {
        files = open();
    }

    @AfterEach
    final void end() {
        files.find(POD).forEach(found -> files.tearDown(POD, found.place()));
        close();
    }

    @Test
    void aPodHasNoVolumesAtFirst() {
        assertThat(files.find(POD)).isEmpty();
    }

    @Test
    void whatWasSetUpIsFoundWhole() {
        files.setUp(POD, empty(OptionalLong.empty()));
        files.setUp(POD, secret("value"));

        assertThat(files.find(POD))
                .containsExactlyInAnyOrder(new Found(SCRATCH, true), new Found(SECRET, true));
    }

    @Test
    void settingUpTwiceIsSettingUpOnce() {
        files.setUp(POD, empty(OptionalLong.of(1 << 20)));
        files.setUp(POD, empty(OptionalLong.of(1 << 20)));
        files.tearDown(POD, SCRATCH);

        assertThat(files.find(POD)).isEmpty();
    }

    @Test
    void tearingDownLeavesNothingAndMayBeRepeated() {
        files.setUp(POD, secret("value"));
        files.tearDown(POD, SECRET);
        files.tearDown(POD, SECRET);

        assertThat(files.find(POD)).isEmpty();
    }

    @Test
    void onePodsVolumesAreNotAnothers() {
        files.setUp(POD, empty(OptionalLong.empty()));

        assertThat(files.find(new PodUid("fedcba9876543210"))).isEmpty();
        assertThat(files.path(POD, SCRATCH)).contains(POD.value()).endsWith("/scratch");
    }

    protected static Order empty(OptionalLong memory) {
        return new Order(SCRATCH, memory, OptionalLong.empty(), Optional.empty(), List.of());
    }

    protected static Order secret(String text) {
        var file =
                new ContentFile("key", ByteString.copyFromUtf8(text), 0400, OptionalLong.empty());
        return new Order(
                SECRET,
                OptionalLong.of(1 << 20),
                OptionalLong.empty(),
                Optional.of(List.of(file)),
                List.of());
    }
}
