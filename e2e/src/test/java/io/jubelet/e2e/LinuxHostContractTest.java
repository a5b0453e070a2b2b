package io.jubelet.e2e;

import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxLogStore;
import io.jubelet.adapters.linux.LinuxManifestFolder;
import io.jubelet.adapters.linux.LinuxPodFiles;
import io.jubelet.adapters.linux.LinuxPodMemory;
import io.jubelet.adapters.linux.RootDirectory;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.host.LogName;
import io.jubelet.core.host.LogStore;
import io.jubelet.core.host.ManifestFolder;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.host.PodMemory;
import io.jubelet.sim.contract.LogStoreContract;
import io.jubelet.sim.contract.ManifestFolderContract;
import io.jubelet.sim.contract.PodFilesContract;
import io.jubelet.sim.contract.PodMemoryContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/// The real machine keeps the contracts that the simulated one keeps.
class LinuxHostContractTest {
    private static final HostCalls CALLS = new HostCalls(HostCalls.Limits.DEFAULT);

    @TempDir Path temp;

    @Nested
    class PodFolders extends PodFilesContract {
        @Override
        protected PodFiles open() {
            RootDirectory.prepare(
                    temp.resolve("root"), temp.resolve("logs"), temp.resolve("links"));
            return new LinuxPodFiles(
                    temp.resolve("root"), temp.resolve("logs"), temp.resolve("links"), CALLS);
        }

        @Override
        protected void close() {}
    }

    @Nested
    class Logs extends LogStoreContract {
        @Override
        protected Writing open() {
            var logs = temp.resolve("logs");
            RootDirectory.prepare(temp.resolve("root"), logs, temp.resolve("links"));
            var store = new LinuxLogStore(logs, temp.resolve("links"), CALLS);
            return new Writing() {
                @Override
                public LogStore store() {
                    return store;
                }

                @Override
                public void begin(LogName log) {
                    append(logs, log);
                }
            };
        }

        @Override
        protected void close() {}
    }

    private static void append(Path logs, LogName log) {
        var pod = log.pod();
        var folder = logs.resolve(pod.namespace() + "_" + pod.name() + "_" + pod.uid());
        try {
            Files.createDirectories(folder.resolve(log.container()));
            Files.writeString(
                    folder.resolve(log.container()).resolve(log.file()),
                    "line\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Nested
    class Memory extends PodMemoryContract {
        @Override
        protected PodMemory open() {
            RootDirectory.prepare(
                    temp.resolve("root"), temp.resolve("logs"), temp.resolve("links"));
            return new LinuxPodMemory(temp.resolve("root"), CALLS);
        }

        @Override
        protected void close() {}
    }

    @Nested
    class Manifests extends ManifestFolderContract {
        @Override
        protected World open() {
            return new RealFolder(temp, new SystemExecution());
        }

        @Override
        protected void close() {}
    }

    private static final class RealFolder implements ManifestFolderContract.World {
        private final Path path;
        private final Execution execution;
        private final ManifestFolder folder;

        RealFolder(Path temp, Execution execution) {
            try {
                this.path = Files.createDirectories(temp.resolve("manifests"));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            this.execution = execution;
            this.folder = new LinuxManifestFolder(path, CALLS, execution);
        }

        @Override
        public ManifestFolder folder() {
            return folder;
        }

        @Override
        public Execution execution() {
            return execution;
        }

        @Override
        public void write(String file, String text) {
            try {
                var aside = Files.writeString(path.resolveSibling("aside"), text);
                Files.move(aside, path.resolve(file), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        @Override
        public void delete(String file) {
            try {
                Files.delete(path.resolve(file));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
