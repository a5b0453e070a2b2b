package io.jubelet.core.status;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectList;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.testing.Seen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What becomes of a status that the server refuses.
final class StatusWriterTest {
    private final Rounds rounds = new Rounds();

    private Server write(Code refusal, String uidThere) {
        var server = new Server(refusal, uidThere);
        var board = new StatusBoard(rounds);
        var desired = pod("web").containers("app").build();
        new StatusWriter(rounds, server, board).start();
        board.heard(List.of(desired.pod()));
        board.changed(
                new PodView(
                        desired.identity(),
                        Optional.of(desired.pod()),
                        "Running",
                        Seen.PAST,
                        PodStatus.newBuilder().setPhase("Running").build(),
                        List.of(),
                        false,
                        false));
        rounds.run();
        return server;
    }

    @ParameterizedTest
    @EnumSource(
            value = Code.class,
            names = {"INVALID", "CONFLICT"})
    void aPodThatWasReplacedUnderItsNameIsForgotten(Code refusal) {
        var server = write(refusal, "another-uid");

        assertThat(server.calls).containsExactly("patch default/web", "get default/web");
    }

    @Test
    void aStatusThatIsRefusedForItselfIsTriedAgainAfterARest() {
        var server = write(Code.INVALID, "web-uid");

        assertThat(server.calls.stream().filter(call -> call.startsWith("patch")))
                .hasSizeBetween(2, Rounds.MOST);
    }

    /// One thread, whose waits end at once: after some of them the test has seen enough.
    private static final class Rounds implements Execution {
        static final int MOST = 6;

        private final List<Runnable> services = new ArrayList<>();
        private final List<Duration> waits = new ArrayList<>();
        private long nanos;

        private static final class Enough extends Error {}

        void run() {
            try {
                services.forEach(Runnable::run);
            } catch (Enough expected) {
                assertThat(waits).hasSize(MOST);
            }
        }

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(nanos);
        }

        @Override
        public Tick tick() {
            return new Tick(nanos);
        }

        @Override
        public double random() {
            return 0;
        }

        @Override
        public Signal signal(String name) {
            return new Signal() {
                @Override
                public void raise() {}

                @Override
                public void await() {
                    throw new Enough();
                }

                @Override
                public boolean await(Duration atMost) {
                    waits.add(atMost);
                    nanos += atMost.toNanos();
                    if (waits.size() == MOST) {
                        throw new Enough();
                    }
                    return false;
                }
            };
        }

        @Override
        public void start(ThreadKind kind, String name, Runnable body) {
            switch (kind) {
                case SERVICE -> services.add(body);
                case POD -> body.run();
            }
        }
    }

    /// Refuses every patch and knows one pod.
    private static final class Server implements ClusterApi {
        private final List<String> calls = new ArrayList<>();
        private final Code refusal;
        private final String uid;

        Server(Code refusal, String uid) {
            this.refusal = refusal;
            this.uid = uid;
        }

        @Override
        public <T extends Message> T get(ApiResource<T> resource, ObjectName name) {
            calls.add("get " + name);
            var there = Pod.newBuilder();
            there.getMetadataBuilder().setName("web").setNamespace("default").setUid(uid);
            return resource.cast(there.build());
        }

        @Override
        public <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch) {
            calls.add("patch " + name);
            throw new ApiCallException(refusal, "refused");
        }

        @Override
        public <T extends Message> ObjectList<T> list(
                ApiResource<T> resource, Selection selection, Staleness staleness) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T extends Message> ObjectWatch<T> watch(
                ApiResource<T> resource, Selection selection, String version, Duration atMost) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T extends Message> T create(ApiResource<T> resource, String namespace, T object) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T extends Message> T createFor(
                ApiResource<T> resource, ObjectName owner, T object) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T extends Message> T update(ApiResource<T> resource, ObjectName name, T object) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void delete(ApiResource<?> resource, ObjectName name, Deletion deletion) {
            throw new UnsupportedOperationException();
        }
    }
}
