package io.jubelet.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupLimits.HugePages;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.Cgroups;
import io.jubelet.core.host.HostCallException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every [Cgroups] must do.
@SuppressWarnings("NullAway.Init") // JUnit fills the field before each test.
public abstract class CgroupsContract {
    private static final CgroupLimits LIMITS =
            new CgroupLimits(512, 50_000, 100_000, 64L << 20, 100, HugePages.AtMost.NONE, Map.of());

    private Tree world;

    /// Cgroups below a root that is ours alone.
    public interface Tree {
        Cgroups cgroups();

        CgroupName root();

        /// What it was last told, read back from where it lies.
        CgroupLimits read(CgroupName name);

        /// Puts something alive into it, which a kill ends.
        void occupy(CgroupName name);
    }

    protected abstract Tree open();

    protected abstract void close();

    @BeforeEach
    final void begin() {
        world = open();
    }

    @AfterEach
    final void end() {
        close();
    }

    private CgroupName pod() {
        return world.root().child("kubepods").child("burstable").child("pod1234-abcd");
    }

    @Test
    void whatIsNotMadeIsNotThere() {
        assertThat(world.cgroups().exists(pod())).isFalse();
        assertThat(world.cgroups().children(pod())).isEmpty();
    }

    @Test
    void makesItWithAllAboveIt() {
        world.cgroups().make(pod(), LIMITS);

        assertThat(world.cgroups().exists(pod())).isTrue();
        assertThat(world.cgroups().exists(world.root().child("kubepods"))).isTrue();
        assertThat(world.cgroups().children(world.root().child("kubepods")))
                .containsExactly("burstable");
        assertThat(world.read(pod())).isEqualTo(LIMITS);
    }

    @Test
    void makingItAgainSetsItsLimitsAgain() {
        world.cgroups().make(pod(), CgroupLimits.ofShares(2));
        world.cgroups().make(pod(), LIMITS);

        assertThat(world.read(pod())).isEqualTo(LIMITS);
    }

    @Test
    void zeroLeavesAValueAsItIs() {
        world.cgroups().make(pod(), LIMITS);
        world.cgroups().update(pod(), CgroupLimits.ofShares(2));

        assertThat(world.read(pod()).memoryBytes()).isEqualTo(LIMITS.memoryBytes());
        assertThat(world.read(pod()).cpuShares()).isEqualTo(2);
    }

    @Test
    void whatIsNotThereCannotBeHeldToAnything() {
        assertThatThrownBy(() -> world.cgroups().update(pod(), LIMITS))
                .isInstanceOf(HostCallException.class)
                .hasMessageContaining(pod().cgroupfs());
    }

    @Test
    void removesItWithAllBelowIt() {
        world.cgroups().make(pod().child("container"), CgroupLimits.ofShares(2));

        assertThat(world.cgroups().remove(pod())).isEmpty();
        assertThat(world.cgroups().exists(pod())).isFalse();
        assertThat(world.cgroups().children(world.root().child("kubepods").child("burstable")))
                .isEmpty();
    }

    @Test
    void removingWhatIsNotThereIsNothing() {
        assertThat(world.cgroups().remove(pod())).isEmpty();
    }

    @Test
    void removalKillsWhatIsInIt() {
        world.cgroups().make(pod().child("container"), LIMITS);
        world.occupy(pod().child("container"));
        var tries = 0;
        while (world.cgroups().remove(pod()).isPresent()) {
            tries++;
            assertThat(tries).as("tries").isLessThan(10_000);
        }

        assertThat(world.cgroups().exists(pod())).isFalse();
    }

    @Test
    void theRootOfAllIsNeverRemoved() {
        assertThatThrownBy(() -> world.cgroups().remove(CgroupName.ROOT))
                .isInstanceOf(HostCallException.class);
    }
}
