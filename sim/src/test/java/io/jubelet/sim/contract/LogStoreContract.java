package io.jubelet.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.LogName;
import io.jubelet.core.host.LogStore;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every [LogStore] must do.
@SuppressWarnings("NullAway.Init") // JUnit fills the fields before each test.
public abstract class LogStoreContract {
    private static final LogName LOG =
            new LogName(new PodIdentity("shop", "web", new PodUid("0123456789abcdef")), "app", 0);
    private static final LogName NEXT = new LogName(LOG.pod(), "app", 1);
    private static final ContainerId ID = new ContainerId("c0ffee00c0ffee");
    private static final String ASIDE = "0.log.20260304-050607";

    private Writing world;
    private LogStore store;

    /// The logs and the runtime that writes them.
    public interface Writing {
        LogStore store();

        /// Lets the runtime begin a file in the log's place, or go on with the one that is there,
        /// and write a line to it.
        void begin(LogName log);
    }

    /// A machine without logs, ready for calls from the test's thread.
    protected abstract Writing open();

    protected abstract void close();

    @BeforeEach
    final void beginTest() {
        world = open();
        store = world.store();
    }

    @AfterEach
    final void end() {
        close();
    }

    @Test
    void aContainerWithoutLogHasNoFiles() {
        assertThat(store.size(LOG)).isEmpty();
        assertThat(store.files(LOG)).isEmpty();
        store.remove(LOG, ASIDE);
        store.removeAll(LOG, ID);
    }

    @Test
    void aLogHasAFile() {
        world.begin(LOG);
        world.begin(NEXT);
        assertThat(store.size(LOG)).hasValueSatisfying(size -> assertThat(size).isPositive());
        assertThat(store.files(LOG)).extracting(LogStore.Entry::name).containsExactly("0.log");
    }

    @Test
    void aLogPutAsideIsKeptUnderItsNewName() {
        world.begin(LOG);
        store.putAside(LOG, ASIDE);
        assertThat(store.size(LOG)).isEmpty();
        world.begin(LOG);
        assertThat(store.files(LOG))
                .extracting(LogStore.Entry::name)
                .containsExactly("0.log", ASIDE);
    }

    @Test
    void whatIsNotThereCannotBePutAside() {
        assertThatThrownBy(() -> store.putAside(LOG, ASIDE)).isInstanceOf(HostCallException.class);
    }

    @Test
    void aLogIsPutBackUnlessThereIsANewOne() {
        world.begin(LOG);
        store.putAside(LOG, ASIDE);
        assertThat(store.putBack(LOG, ASIDE)).isTrue();
        assertThat(store.files(LOG)).extracting(LogStore.Entry::name).containsExactly("0.log");

        store.putAside(LOG, ASIDE);
        world.begin(LOG);
        assertThat(store.putBack(LOG, ASIDE)).isFalse();
        assertThat(store.files(LOG))
                .extracting(LogStore.Entry::name)
                .containsExactly("0.log", ASIDE);
    }

    @Test
    void aCompressedLogTakesTheOtherOnesPlace() {
        world.begin(LOG);
        store.putAside(LOG, ASIDE);
        store.compress(LOG, ASIDE);
        assertThat(store.files(LOG))
                .extracting(LogStore.Entry::name)
                .containsExactly(ASIDE + ".gz");
    }

    @Test
    void oneFileIsRemovedWithoutTheOthers() {
        world.begin(LOG);
        store.putAside(LOG, ASIDE);
        world.begin(LOG);
        store.remove(LOG, ASIDE);
        store.remove(LOG, ASIDE);
        assertThat(store.files(LOG)).extracting(LogStore.Entry::name).containsExactly("0.log");
    }

    @Test
    void aLinkLeadsToALogThatIsThere() {
        world.begin(LOG);
        store.link(LOG, ID);
        store.link(LOG, ID);
        assertThat(store.danglingLinks()).isEmpty();
        store.removeLink(LOG.link(ID));
        store.putAside(LOG, ASIDE);
        assertThat(store.danglingLinks()).containsExactly(LOG.link(ID));
        store.removeLink(LOG.link(ID));
        assertThat(store.danglingLinks()).isEmpty();
    }

    @Test
    void thereIsNoLinkToALogThatIsNotThere() {
        store.link(LOG, ID);
        assertThat(store.danglingLinks()).isEmpty();
    }

    @Test
    void allOfALogGoesWithItsLinkAndTheNextInstanceKeepsIts() {
        world.begin(LOG);
        store.putAside(LOG, ASIDE);
        world.begin(LOG);
        world.begin(NEXT);
        store.link(LOG, ID);
        store.removeAll(LOG, ID);
        store.removeAll(LOG, ID);
        assertThat(store.files(LOG)).isEmpty();
        assertThat(store.danglingLinks()).isEmpty();
        assertThat(store.files(NEXT)).extracting(LogStore.Entry::name).containsExactly("1.log");
    }

    @Test
    void theNewestInstanceIsFoundByItsFiles() {
        assertThat(store.newest(LOG.pod(), "app")).isEmpty();
        world.begin(LOG);
        assertThat(store.newest(LOG.pod(), "app")).hasValue(0);
        world.begin(NEXT);
        store.putAside(NEXT, "1.log.20260304-050607");
        assertThat(store.newest(LOG.pod(), "app")).hasValue(1);
        assertThat(store.newest(LOG.pod(), "other")).isEmpty();
    }

    @Test
    void whatIsBeforeAnInstanceGoesWithAllItsFiles() {
        world.begin(LOG);
        store.putAside(LOG, ASIDE);
        world.begin(LOG);
        world.begin(NEXT);
        store.removeBefore(LOG);
        assertThat(store.files(LOG)).hasSize(2);
        store.removeBefore(NEXT);
        store.removeBefore(NEXT);
        assertThat(store.files(LOG)).isEmpty();
        assertThat(store.files(NEXT)).hasSize(1);
    }
}
