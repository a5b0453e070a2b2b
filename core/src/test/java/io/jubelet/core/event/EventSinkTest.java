package io.jubelet.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.jubelet.api.core.Event;
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
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.StepExecution;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EventSinkTest {
    private static final EventSubject POD =
            EventSubject.of(Pods.pod("web").containers("app").build().pod())
                    .at("spec.containers{app}");

    private final StepExecution execution = new StepExecution();
    private final Server server = new Server();
    private final EventSink sink = new EventSink(execution, server, "n1");

    @BeforeEach
    void start() {
        sink.start();
    }

    @Test
    void writesAnEventAsClientGoDoes() {
        sink.normal(POD, "Started", "Container started");
        execution.run();

        var event = server.created.getFirst();
        assertThat(event.getMetadata().getName()).isEqualTo("web.18867251edfa0000");
        assertThat(event.getMetadata().getNamespace()).isEqualTo("default");
        assertThat(event.getInvolvedObject().getKind()).isEqualTo("Pod");
        assertThat(event.getInvolvedObject().getApiVersion()).isEqualTo("v1");
        assertThat(event.getInvolvedObject().getFieldPath()).isEqualTo("spec.containers{app}");
        assertThat(event.getSource().getComponent()).isEqualTo("kubelet");
        assertThat(event.getSource().getHost()).isEqualTo("n1");
        assertThat(event.getReportingComponent()).isEqualTo("kubelet");
        assertThat(event.getReportingInstance()).isEqualTo("n1");
        assertThat(event.getType()).isEqualTo("Normal");
        assertThat(event.getCount()).isEqualTo(1);
        assertThat(event.getFirstTimestamp()).isEqualTo(event.getLastTimestamp());
    }

    @Test
    void writesEventsAboutTheNodeIntoTheDefaultNamespace() {
        sink.normal(EventSubject.ofNode("n1"), "Starting", "Starting kubelet.");
        execution.run();

        var event = server.created.getFirst();
        assertThat(event.getMetadata().getNamespace()).isEqualTo("default");
        assertThat(event.getInvolvedObject().hasNamespace()).isFalse();
        assertThat(event.getInvolvedObject().getUid()).isEqualTo("n1");
    }

    @Test
    void countsTheSameEventOnTheFirst() {
        sink.normal(POD, "BackOff", "say \"no\"");
        execution.run();
        execution.pass(Duration.ofSeconds(90));
        sink.normal(POD, "BackOff", "say \"no\"");
        execution.run();

        assertThat(server.created).hasSize(1);
        assertThat(server.patches)
                .containsExactly(
                        "default/"
                                + server.created.getFirst().getMetadata().getName()
                                + " {\"message\":\"say \\\"no\\\"\","
                                + "\"lastTimestamp\":\"2026-01-01T00:01:30Z\",\"count\":2}");
    }

    @Test
    void updateExpiredEvent() {
        sink.normal(POD, "BackOff", "again");
        execution.run();
        server.answers.add(Code.NOT_FOUND);
        sink.normal(POD, "BackOff", "again");
        execution.run();

        assertThat(server.created).hasSize(2);
        assertThat(server.created.getLast().getCount()).isEqualTo(2);
    }

    @ParameterizedTest(name = "giveUp after {0}")
    @EnumSource(
            value = Code.class,
            names = {"FORBIDDEN", "INVALID", "ALREADY_EXISTS", "UNAUTHORIZED", "CONFLICT"})
    void doesNotRepeatWhatTheServerRefuses(Code refusal) {
        server.answers.add(refusal);
        sink.normal(POD, "Started", "Container started");
        sink.normal(POD, "Killing", "Stopping container app");
        execution.run();

        assertThat(server.calls).isEqualTo(2);
        assertThat(server.created).extracting(Event::getReason).containsExactly("Killing");
        assertThat(execution.pauses()).isEmpty();
    }

    @Test
    void succeedEventually() {
        execution.randomIs(0.25);
        server.answers.addAll(List.of(Code.UNREACHABLE, Code.TIMED_OUT, Code.SERVER_ERROR));
        sink.normal(POD, "Started", "Container started");
        execution.run();

        assertThat(server.created).hasSize(1);
        assertThat(execution.pauses())
                .containsExactly(
                        Duration.ofMillis(2500), Duration.ofSeconds(10), Duration.ofSeconds(10));
    }

    @Test
    void givesAnEventUpAfterTwelveTriesAndGoesOn() {
        IntStream.range(0, 12).forEach(_ -> server.answers.add(Code.UNREACHABLE));
        sink.normal(POD, "Started", "Container started");
        sink.normal(POD, "Killing", "Stopping container app");
        execution.run();

        assertThat(server.calls).isEqualTo(13);
        assertThat(server.created).extracting(Event::getReason).containsExactly("Killing");
    }

    @Test
    void dropsTheNewestWhenTooManyWait() {
        IntStream.range(0, EventQueue.MOST + 5)
                .forEach(i -> sink.normal(EventSubject.ofNode("n" + i), "R", "m"));
        execution.run();

        assertThat(server.created).hasSize(EventQueue.MOST);
        assertThat(server.created.getLast().getInvolvedObject().getName())
                .isEqualTo("n" + (EventQueue.MOST - 1));
    }

    @Test
    void aClockSetBackNeitherLosesNorRepeatsEvents() {
        sink.normal(POD, "Started", "Container started");
        execution.run();
        execution.jump(Duration.ofHours(-2));
        sink.normal(POD, "Started", "Container started");
        execution.run();

        assertThat(server.created).hasSize(1);
        assertThat(server.patches).hasSize(1);
    }

    /// Takes events and fails as told, in order; then it works.
    private static final class Server implements ClusterApi {
        private final Deque<Code> answers = new ArrayDeque<>();
        private final List<Event> created = new ArrayList<>();
        private final List<String> patches = new ArrayList<>();
        private int calls;

        private void answer() {
            calls++;
            var failure = answers.poll();
            if (failure != null) {
                throw new ApiCallException(failure, "as told");
            }
        }

        @Override
        public <T extends Message> T create(ApiResource<T> resource, String space, T object) {
            answer();
            assertThat(resource).isEqualTo(ApiResource.EVENTS);
            created.add((Event) object);
            assertThat(space).isEqualTo(created.getLast().getMetadata().getNamespace());
            return object;
        }

        @Override
        public <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch) {
            answer();
            patches.add(name + " " + patch.json());
            return resource.blank();
        }

        @Override
        public <T extends Message> T get(ApiResource<T> resource, ObjectName name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T extends Message> ObjectList<T> list(
                ApiResource<T> resource, Selection selection, Staleness staleness) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T extends Message> ObjectWatch<T> watch(
                ApiResource<T> resource, Selection selection, String from, Duration atMost) {
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
