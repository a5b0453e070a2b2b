package io.jubelet.adapters.cri;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A client and the runtime that it talks to.
abstract class CriClientFixture {
    static final Duration TIMEOUT = Duration.ofMinutes(2);

    final List<String> observed = new CopyOnWriteArrayList<>();
    @TempDir Path folder;
    FakeCri cri;
    CriClient client;

    @BeforeEach
    void connect() {
        cri = runtime(folder.resolve("cri.sock"));
        client = CriClient.connect(options(TIMEOUT));
    }

    FakeCri runtime(Path socket) {
        return FakeCri.started(socket);
    }

    @AfterEach
    void close() {
        client.close();
        cri.close();
    }

    final CriClient.Options options(Duration timeout) {
        return new CriClient.Options(
                CriEndpoint.parse("unix://" + folder.resolve("cri.sock")),
                Optional.empty(),
                timeout,
                (operation, _, failure) -> observed.add(operation + " " + failure),
                Optional.empty(),
                streamedLists());
    }

    /// Whether the client takes lists in streams.
    boolean streamedLists() {
        return false;
    }
}
