package io.jubelet.core.cgroup;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.Cgroups;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Figure.CgroupChange;
import io.jubelet.core.meter.Meter;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The machine's cgroups, with what each change of them takes told, whether it succeeds or not.
///
/// Thread: any.
/// Upstream: cgroup_manager_linux.go.
record MeteredCgroups(Cgroups cgroups, Execution execution, Meter meter) implements Cgroups {
    @Override
    public boolean exists(CgroupName name) {
        return cgroups.exists(name);
    }

    @Override
    public void make(CgroupName name, CgroupLimits limits) {
        timed(CgroupChange.CREATE, () -> cgroups.make(name, limits));
    }

    @Override
    public void update(CgroupName name, CgroupLimits limits) {
        timed(CgroupChange.UPDATE, () -> cgroups.update(name, limits));
    }

    private void timed(CgroupChange change, Runnable call) {
        timed(
                change,
                () -> {
                    call.run();
                    return Optional.<String>empty();
                });
    }

    @Override
    public Optional<String> remove(CgroupName name) {
        return timed(CgroupChange.DESTROY, () -> cgroups.remove(name));
    }

    private Optional<String> timed(CgroupChange change, Supplier<Optional<String>> call) {
        var began = execution.tick();
        try {
            return call.get();
        } finally {
            meter.tell(new Figure.CgroupChanged(change, began.until(execution.tick())));
        }
    }

    @Override
    public Set<String> children(CgroupName name) {
        return cgroups.children(name);
    }
}
