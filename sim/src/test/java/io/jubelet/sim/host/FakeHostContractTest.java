package io.jubelet.sim.host;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.Cgroups;
import io.jubelet.core.host.LogName;
import io.jubelet.core.host.LogStore;
import io.jubelet.core.host.ManifestFolder;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.host.PodMemory;
import io.jubelet.core.host.VolumeFiles;
import io.jubelet.sim.contract.CgroupsContract;
import io.jubelet.sim.contract.LogStoreContract;
import io.jubelet.sim.contract.ManifestFolderContract;
import io.jubelet.sim.contract.PodFilesContract;
import io.jubelet.sim.contract.PodMemoryContract;
import io.jubelet.sim.contract.VolumeFilesContract;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import org.junit.jupiter.api.Nested;

/// The simulated machine keeps the contracts of its ports.
class FakeHostContractTest {
    private final SimScheduler scheduler = new SimScheduler(5, Pace.STEADY);
    private final Seeded random = new Seeded(5);
    private final SimScheduler.Session session = scheduler.attach("test");

    @Nested
    class Files extends PodFilesContract {
        @Override
        protected PodFiles open() {
            return new FakePodFiles(scheduler, random);
        }

        @Override
        protected void close() {
            session.close();
        }
    }

    @Nested
    class Logs extends LogStoreContract {
        @Override
        protected Writing open() {
            var logs = new FakePodFiles(scheduler, random).logs();
            return new Writing() {
                @Override
                public LogStore store() {
                    return logs;
                }

                @Override
                public void begin(LogName log) {
                    logs.opened(log);
                    logs.write(log, 1);
                }
            };
        }

        @Override
        protected void close() {
            session.close();
        }
    }

    @Nested
    class Volumes extends VolumeFilesContract {
        @Override
        protected VolumeFiles open() {
            return new FakeVolumeFiles(scheduler, random);
        }

        @Override
        protected void close() {
            session.close();
        }
    }

    @Nested
    class ControlGroups extends CgroupsContract {
        @Override
        protected Tree open() {
            var cgroups = new FakeCgroups(scheduler, random);
            return new Tree() {
                @Override
                public Cgroups cgroups() {
                    return cgroups;
                }

                @Override
                public CgroupName root() {
                    return CgroupName.ROOT;
                }

                @Override
                public CgroupLimits read(CgroupName name) {
                    return cgroups.limits(name).orElseThrow();
                }

                @Override
                public void occupy(CgroupName name) {
                    cgroups.occupy(name, 3);
                }
            };
        }

        @Override
        protected void close() {
            session.close();
        }
    }

    @Nested
    class Memory extends PodMemoryContract {
        @Override
        protected PodMemory open() {
            return new FakePodMemory(scheduler, random);
        }

        @Override
        protected void close() {
            session.close();
        }
    }

    @Nested
    class Folder extends ManifestFolderContract {
        @Override
        protected World open() {
            var folder = new FakeManifestFolder(scheduler, random);
            return new World() {
                @Override
                public ManifestFolder folder() {
                    return folder;
                }

                @Override
                public Execution execution() {
                    return scheduler;
                }

                @Override
                public void write(String file, String text) {
                    folder.write(file, text);
                }

                @Override
                public void delete(String file) {
                    folder.delete(file);
                }
            };
        }

        @Override
        protected void close() {
            session.close();
        }
    }
}
