package io.jubelet.core.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.Cgroups;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Figure.CgroupChange;
import io.jubelet.core.testing.StepExecution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MeteredCgroupsTest {
    private static final CgroupName NAME = CgroupName.ROOT.child("kubepods");
    private static final CgroupLimits LIMITS = CgroupLimits.ofShares(2);

    private final StepExecution execution = new StepExecution();
    private final List<Figure> told = new ArrayList<>();
    private final Cgroups cgroups = new MeteredCgroups(new Slow(), execution, told::add);

    /// Takes a second for each change, and cannot change what is there.
    private final class Slow implements Cgroups {
        @Override
        public boolean exists(CgroupName name) {
            return true;
        }

        @Override
        public void make(CgroupName name, CgroupLimits limits) {
            execution.pass(Duration.ofSeconds(1));
        }

        @Override
        public void update(CgroupName name, CgroupLimits limits) {
            execution.pass(Duration.ofSeconds(2));
            throw new HostCallException("read-only");
        }

        @Override
        public Optional<String> remove(CgroupName name) {
            execution.pass(Duration.ofSeconds(3));
            return Optional.of("busy");
        }

        @Override
        public Set<String> children(CgroupName name) {
            return Set.of("a");
        }
    }

    @Test
    void everyChangeIsToldWithWhatItTookEvenOneThatFails() {
        cgroups.make(NAME, LIMITS);
        assertThatThrownBy(() -> cgroups.update(NAME, LIMITS))
                .isInstanceOf(HostCallException.class);
        assertThat(cgroups.remove(NAME)).contains("busy");

        assertThat(told)
                .containsExactly(
                        new Figure.CgroupChanged(CgroupChange.CREATE, Duration.ofSeconds(1)),
                        new Figure.CgroupChanged(CgroupChange.UPDATE, Duration.ofSeconds(2)),
                        new Figure.CgroupChanged(CgroupChange.DESTROY, Duration.ofSeconds(3)));
    }

    @Test
    void looksAreNotChanges() {
        assertThat(cgroups.exists(NAME)).isTrue();
        assertThat(cgroups.children(NAME)).containsExactly("a");
        assertThat(told).isEmpty();
    }
}
