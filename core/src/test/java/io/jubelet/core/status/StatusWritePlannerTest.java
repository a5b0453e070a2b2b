package io.jubelet.core.status;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.api.meta.Time;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.testing.Seen;
import io.jubelet.model.pod.PodNames;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What is written, and when a pod may leave the API server.
final class StatusWritePlannerTest {
    private static final ObjectName NAME = new ObjectName("default", "web");

    static Stream<Arguments> removals() {
        return Stream.of(
                arguments("deleted, ended, released", deleted("Failed"), true, true, true),
                arguments("nobody deleted it", ended("Succeeded"), true, true, false),
                arguments("its volumes are held", deleted("Failed"), true, false, false),
                arguments("its processes may live", deleted("Failed"), false, true, false),
                arguments(
                        "it is a mirror",
                        deleted("Failed")
                                .andThen(
                                        p ->
                                                p.getMetadataBuilder()
                                                        .putAnnotations(
                                                                PodNames.CONFIG_MIRROR, "h")),
                        true,
                        true,
                        false));
    }

    @ParameterizedTest(name = "{0}: may go {4}")
    @MethodSource("removals")
    void letsAPodGo(
            String name,
            Consumer<Pod.Builder> change,
            boolean stopped,
            boolean released,
            boolean mayGo) {
        var there = pod("web").containers("app").with(change).build();
        var view = view(there, there.pod().getStatus(), stopped, released);

        assertThat(StatusWritePlanner.plan(there.pod(), view))
                .as(name)
                .isEqualTo(
                        mayGo
                                ? new StatusWrite.Removal(NAME, "web-uid")
                                : new StatusWrite.Nothing());
    }

    @ParameterizedTest(name = "{0} after {1}: told {2}")
    @CsvSource({
        "Pending, Succeeded, false",
        "Running, Failed,    false",
        "Failed,  Running,   true",
        "Running, Running,   true"
    })
    void tellsTheCopyOfAStaticPodThatEndedOfNoOtherLife(String now, String copy, boolean told) {
        var there =
                pod("web")
                        .with(ended(copy))
                        .with(
                                p ->
                                        p.getMetadataBuilder()
                                                .putAnnotations(PodNames.CONFIG_MIRROR, "h"))
                        .build();
        var news = status(now).toBuilder().setMessage("something new").build();

        assertThat(StatusWritePlanner.plan(there.pod(), view(there, news, true, false)))
                .isInstanceOf(told ? StatusWrite.Change.class : StatusWrite.Nothing.class);
    }

    @Test
    void saysThatAPodEndedBeforeItGoes() {
        var there = pod("web").with(deleted("Running")).build();
        var failed = status("Failed");

        assertThat(StatusWritePlanner.plan(there.pod(), view(there, failed, true, true)))
                .isInstanceOf(StatusWrite.Change.class);
    }

    @Test
    void keepsAFinalPhaseBackUntilTheLastProcessEnded() {
        var there = status("Running");

        assertThat(StatusMergeCalculator.merge(there, status("Failed"), false).getPhase())
                .isEqualTo("Running");
        assertThat(StatusMergeCalculator.merge(there, status("Failed"), true).getPhase())
                .isEqualTo("Failed");
    }

    @Test
    void neverTakesAFinalPhaseBack() {
        var there = status("Failed").toBuilder().setReason("Evicted").build();

        var merged = StatusMergeCalculator.merge(there, status("Running"), false);

        assertThat(merged.getPhase()).isEqualTo("Failed");
        assertThat(merged.getReason()).isEqualTo("Evicted");
    }

    @Test
    void keepsTheConditionsOfOthersAndTheTimesOfWhatDidNotChange() {
        var there =
                PodStatus.newBuilder()
                        .addConditions(condition("example.com/gate", "True", 1))
                        .addConditions(condition("Ready", "True", 2))
                        .setStartTime(Time.newBuilder().setSeconds(3))
                        .build();
        var ours =
                PodStatus.newBuilder()
                        .addConditions(condition("Ready", "True", 50))
                        .setStartTime(Time.newBuilder().setSeconds(60))
                        .build();

        assertThat(StatusMergeCalculator.merge(there, ours, false)).isEqualTo(there);
    }

    @Test
    void isNotReadyOnceItsPhaseIsFinal() {
        var ours =
                status("Succeeded").toBuilder()
                        .addConditions(condition("Ready", "True", 1))
                        .build();

        var merged = StatusMergeCalculator.merge(status("Running"), ours, true);

        assertThat(merged.getConditions(0).getStatus()).isEqualTo("False");
        assertThat(merged.getConditions(0).getReason()).isEqualTo("PodCompleted");
    }

    @Test
    void putsReadinessAndEndsFirst() {
        var there = pod("web").build();
        var ready = PodStatus.newBuilder().addConditions(condition("Ready", "True", 1)).build();

        assertThat(StatusWritePlanner.urgent(there.pod(), view(there, ready, false, false)))
                .isTrue();
        assertThat(
                        StatusWritePlanner.urgent(
                                there.pod(), view(there, status("Failed"), true, false)))
                .isTrue();
        assertThat(
                        StatusWritePlanner.urgent(
                                there.pod(), view(there, status("Running"), false, false)))
                .isFalse();
    }

    private static PodCondition condition(String type, String status, long since) {
        return PodCondition.newBuilder()
                .setType(type)
                .setStatus(status)
                .setLastTransitionTime(Time.newBuilder().setSeconds(since))
                .build();
    }

    private static PodStatus status(String phase) {
        return PodStatus.newBuilder().setPhase(phase).build();
    }

    private static Consumer<Pod.Builder> ended(String phase) {
        return pod -> pod.getStatusBuilder().setPhase(phase);
    }

    private static Consumer<Pod.Builder> deleted(String phase) {
        return pod -> {
            pod.getStatusBuilder().setPhase(phase);
            pod.getMetadataBuilder().getDeletionTimestampBuilder().setSeconds(1);
        };
    }

    private static PodView view(
            DesiredPod pod, PodStatus status, boolean stopped, boolean released) {
        return new PodView(
                pod.identity(),
                Optional.of(pod.pod()),
                "Terminated",
                Seen.PAST,
                status,
                List.of(),
                stopped,
                released);
    }
}
