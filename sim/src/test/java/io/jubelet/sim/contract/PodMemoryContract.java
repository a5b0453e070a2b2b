package io.jubelet.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.host.PodMemory;
import io.jubelet.core.runtime.PodUid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every [PodMemory] must do while nothing goes wrong.
@SuppressWarnings("NullAway.Init") // JUnit fills the field before each test.
public abstract class PodMemoryContract {
    private static final PodUid WEB = new PodUid("0123456789abcdef");
    private static final PodUid OTHER = new PodUid("fedcba9876543210");

    private PodMemory memory;

    /// An empty memory, ready for calls from the test's thread.
    protected abstract PodMemory open();

    protected abstract void close();

    @BeforeEach
    final void begin() {
        memory = open();
    }

    @AfterEach
    final void end() {
        close();
    }

    @Test
    void whatWasNeverRememberedIsEmpty() {
        assertThat(memory.recall(WEB, "back-off")).isEmpty();
    }

    @Test
    void theNewestTextIsRecalled() {
        memory.remember(WEB, "back-off", "old");
        memory.remember(WEB, "back-off", "new\nin two lines");
        assertThat(memory.recall(WEB, "back-off")).contains("new\nin two lines");
    }

    @Test
    void podsAndTopicsAreKeptApart() {
        memory.remember(WEB, "back-off", "one");
        memory.remember(WEB, "probes", "two");
        memory.remember(OTHER, "back-off", "three");
        assertThat(memory.recall(WEB, "back-off")).contains("one");
        assertThat(memory.recall(WEB, "probes")).contains("two");
        assertThat(memory.recall(OTHER, "back-off")).contains("three");
    }

    @Test
    void forgettingAPodForgetsAllOfItAndNothingElse() {
        memory.remember(WEB, "back-off", "one");
        memory.remember(WEB, "probes", "two");
        memory.remember(OTHER, "back-off", "three");
        memory.forget(WEB);
        memory.forget(WEB);
        assertThat(memory.recall(WEB, "back-off")).isEmpty();
        assertThat(memory.recall(WEB, "probes")).isEmpty();
        assertThat(memory.recall(OTHER, "back-off")).contains("three");
    }
}
