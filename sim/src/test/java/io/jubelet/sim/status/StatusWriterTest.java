package io.jubelet.sim.status;

import static io.jubelet.sim.status.StatusWorld.name;
import static io.jubelet.sim.status.StatusWorld.phase;
import static io.jubelet.sim.status.StatusWorld.ready;
import static io.jubelet.sim.status.StatusWorld.view;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.status.StatusBoard;
import io.jubelet.model.pod.PodNames;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the API server is told of pods, in every weather.
class StatusWriterTest {
    private static final Duration MOMENT = Duration.ofSeconds(2);
    private static final Predicate<Call> PATCHES = Call.of(Verb.PATCH, ApiResource.PODS);

    private final StatusWorld world = new StatusWorld();

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void theNewestWordWinsAndWhatCameBetweenIsNeverSent() {
        var pod = world.bind("web");
        world.start();
        world.cluster.faults().slow(PATCHES, Duration.ofSeconds(10));
        for (var message = 1; message <= 6; message++) {
            world.say(pod, phase("Running").toBuilder().setMessage("word " + message).build());
            world.pass(Duration.ofSeconds(1));
        }
        world.pass(Duration.ofMinutes(1));

        assertThat(world.pod("web").getStatus().getMessage()).isEqualTo("word 6");
        assertThat(world.calls(Verb.PATCH)).isEqualTo(2);
    }

    @Test
    void onePodHasOneWriteAtATimeDifferentPodsHaveSixteen() {
        world.cluster.faults().slow(PATCHES, Duration.ofSeconds(10));
        var pods = new ArrayList<Pod>();
        for (var index = 0; index < 40; index++) {
            pods.add(world.bind("pod" + index));
        }
        world.start();
        pods.forEach(pod -> world.say(pod, phase("Running")));
        world.pass(MOMENT);
        pods.forEach(pod -> world.say(pod, phase("Running").toBuilder().setReason("x").build()));
        world.pass(MOMENT);

        assertThat(world.called(Verb.PATCH)).hasSize(16).doesNotHaveDuplicates();
        world.pass(Duration.ofMinutes(5));
        assertThat(pods).allMatch(pod -> reason(pod).equals("x"));
    }

    private String reason(Pod pod) {
        return world.pod(pod.getMetadata().getName()).getStatus().getReason();
    }

    @Test
    void whatBecomesReadyAndWhatHasEndedGoesFirst() {
        world.cluster.faults().slow(PATCHES, Duration.ofSeconds(10));
        for (var index = 0; index < 40; index++) {
            world.say(world.bind("pod" + index), phase("Running"));
        }
        world.say(world.bind("ready"), ready("Running", true));
        world.board.changed(view(world.bind("ended"), phase("Succeeded"), true, false));
        world.start();
        world.pass(MOMENT);

        assertThat(world.called(Verb.PATCH)).hasSize(16).contains("ready", "ended");
    }

    @Test
    void aConflictIsAskedAboutAndWrittenAgain() {
        var pod = world.bind("web");
        world.cluster.faults().refuse(PATCHES, 1, failure(Code.CONFLICT));
        world.start();
        world.say(pod, phase("Running"));
        world.pass(MOMENT);

        assertThat(world.pod("web").getStatus().getPhase()).isEqualTo("Running");
        assertThat(world.calls(Verb.GET)).isEqualTo(1);
        assertThat(world.calls(Verb.PATCH)).isEqualTo(2);
    }

    @Test
    void aPodThatIsGoneIsForgotten() {
        var pod = world.bind("web");
        world.delete("web", 0);
        world.start();
        world.say(pod, phase("Running"));
        world.pass(Duration.ofHours(1));

        assertThat(world.calls(Verb.PATCH)).isEqualTo(1);
        assertThat(world.calls(Verb.GET)).isZero();
    }

    @Test
    void anotherPodOfTheSameNameIsNotToldOurs() {
        var pod = world.bind("web");
        world.delete("web", 0);
        world.cluster.model().create(ApiResource.PODS, "shop", pod);
        world.start();
        world.say(pod, phase("Failed"));
        world.say(pod, phase("Running"));
        world.pass(Duration.ofHours(1));

        assertThat(world.pod("web").getStatus().getPhase()).isEqualTo("Pending");
        assertThat(world.calls(Verb.PATCH)).isEqualTo(1);
        assertThat(world.calls(Verb.GET)).isEqualTo(1);
    }

    @Test
    void aServerThatCallsAnotherUidInvalidIsUnderstoodToo() {
        var pod = world.bind("web");
        world.delete("web", 0);
        world.cluster.model().create(ApiResource.PODS, "shop", pod);
        world.cluster.faults().refuse(PATCHES, failure(Code.INVALID));
        world.start();
        world.say(pod, phase("Running"));
        world.pass(Duration.ofHours(1));

        assertThat(world.calls(Verb.PATCH)).isEqualTo(1);
        assertThat(world.calls(Verb.GET)).isEqualTo(1);
    }

    @Test
    void aStatusThatTheServerFindsInvalidIsSentSeldomAndHoldsUpNoOther() {
        var bad = world.bind("bad");
        var good = world.bind("good");
        world.cluster.faults().refuse(PATCHES.and(of("bad")), failure(Code.INVALID));
        world.start();
        world.say(bad, phase("Running"));
        world.say(good, phase("Running"));
        world.pass(Duration.ofHours(1));
        assertThat(world.called(Verb.PATCH)).containsOnlyOnce("good");
        assertThat(world.calls(Verb.PATCH)).isBetween(100L, 362L);

        world.cluster.faults().clear();
        world.say(bad, phase("Running").toBuilder().setMessage("better").build());
        world.pass(Duration.ofSeconds(25));
        assertThat(world.pod("bad").getStatus().getMessage()).isEqualTo("better");
    }

    @Test
    void aPodWhoseStatusNobodyTakesHoldsUpNoOther() {
        var denied = world.bind("denied");
        world.cluster.faults().refuse(PATCHES.and(of("denied")), failure(Code.FORBIDDEN));
        world.start();
        world.say(denied, ready("Running", true));
        world.pass(Duration.ofMinutes(1));
        for (var index = 0; index < 30; index++) {
            world.say(world.bind("pod" + index), phase("Running"));
        }
        world.pass(Duration.ofSeconds(15));

        assertThat(world.called(Verb.PATCH).stream().filter(name -> name.startsWith("pod")))
                .hasSize(30);
    }

    @Test
    void anAnswerThatIsLostAfterTheDeedChangesNothing() {
        var pod = world.bind("web");
        world.cluster.faults().loseAnswers(PATCHES, 1);
        world.cluster.faults().loseAnswers(Call.of(Verb.DELETE, ApiResource.PODS), 1);
        world.start();
        world.delete("web", 30);
        world.hear();
        world.board.changed(view(pod, phase("Succeeded"), true, true));
        world.pass(Duration.ofMinutes(1));

        assertThat(world.find("web")).isEmpty();
        assertThat(world.calls(Verb.PATCH)).isLessThanOrEqualTo(2);
        assertThat(world.calls(Verb.DELETE)).isEqualTo(2);
    }

    @Test
    void afterHoursWithoutTheServerEachPodIsWrittenOnce() {
        var pods = new ArrayList<Pod>();
        for (var index = 0; index < 20; index++) {
            pods.add(world.bind("pod" + index));
        }
        world.start();
        world.cluster.goDown();
        for (var round = 0; round < 50; round++) {
            var reason = "round " + round;
            pods.forEach(
                    pod -> world.say(pod, phase("Running").toBuilder().setReason(reason).build()));
            world.pass(Duration.ofMinutes(4));
        }
        world.cluster.comeBack();
        world.pass(Duration.ofMinutes(1));

        assertThat(world.called(Verb.PATCH)).hasSize(20).doesNotHaveDuplicates();
        assertThat(pods).allMatch(pod -> reason(pod).equals("round 49"));
    }

    @Test
    void aServerWithTooMuchToDoIsGivenTheTimeItAsksFor() {
        var pod = world.bind("web");
        world.cluster.faults().tooBusy(PATCHES, 1, Duration.ofSeconds(8));
        world.start();
        world.say(pod, phase("Running"));
        world.pass(Duration.ofSeconds(7));
        assertThat(world.calls(Verb.PATCH)).isEqualTo(1);
        world.pass(MOMENT);

        assertThat(world.pod("web").getStatus().getPhase()).isEqualTo("Running");
    }

    @Test
    void aPodGoesOnlyWhenSomebodyDeletedItAndNothingOfItIsLeft() {
        var pod = world.bind("web");
        world.start();
        world.board.changed(view(pod, phase("Succeeded"), true, true));
        world.pass(Duration.ofMinutes(10));
        assertThat(world.find("web")).as("nobody deleted it").isPresent();

        var other = world.bind("other");
        world.delete("other", 30);
        world.hear();
        world.board.changed(view(other, phase("Running"), false, false));
        world.pass(Duration.ofMinutes(10));
        assertThat(world.find("other")).as("it runs").isPresent();

        world.board.changed(view(other, phase("Failed"), true, false));
        world.pass(Duration.ofMinutes(10));
        assertThat(world.find("other")).as("it has volumes").isPresent();

        world.board.changed(view(other, phase("Failed"), true, true));
        world.pass(MOMENT);
        assertThat(world.find("other")).isEmpty();
        assertThat(world.calls(Verb.DELETE)).isEqualTo(1);
    }

    @Test
    void aMirrorIsToldItsStaticPodsStatusAndNeverRemovedHere() {
        var made = Pod.newBuilder();
        made.getMetadataBuilder()
                .setName("etcd-node")
                .putAnnotations(PodNames.CONFIG_MIRROR, "hash")
                .putAnnotations(PodNames.CONFIG_HASH, "hash")
                .putAnnotations(PodNames.CONFIG_SOURCE, "file");
        made.getSpecBuilder().setNodeName("node").addContainersBuilder().setName("main");
        world.cluster.model().create(ApiResource.PODS, "shop", made.build());
        world.delete("etcd-node", 30);
        world.hear();
        made.getMetadataBuilder()
                .setNamespace("shop")
                .setUid("hash")
                .removeAnnotations(PodNames.CONFIG_MIRROR);
        world.start();
        world.board.changed(view(made.build(), phase("Succeeded"), true, true));
        world.pass(Duration.ofMinutes(10));

        assertThat(world.pod("etcd-node").getStatus().getPhase()).isEqualTo("Succeeded");
        assertThat(world.calls(Verb.DELETE)).isZero();
    }

    @Test
    void aMirrorIsNotToldOfAStaticPodBeforeSomebodyKnowsHowItIs() {
        var undecided = new AtomicBoolean(true);
        world.board = new StatusBoard(world.scheduler, _ -> undecided.get());
        var made = Pod.newBuilder();
        made.getMetadataBuilder()
                .setName("etcd-node")
                .putAnnotations(PodNames.CONFIG_MIRROR, "hash")
                .putAnnotations(PodNames.CONFIG_HASH, "hash")
                .putAnnotations(PodNames.CONFIG_SOURCE, "file");
        made.getSpecBuilder().setNodeName("node").addContainersBuilder().setName("main");
        world.cluster.model().create(ApiResource.PODS, "shop", made.build());
        var bound = world.bind("web");
        made.getMetadataBuilder()
                .setNamespace("shop")
                .setUid("hash")
                .removeAnnotations(PodNames.CONFIG_MIRROR);
        world.start();
        world.board.changed(view(made.build(), ready("Running", false), false, false));
        world.say(bound, ready("Running", false));
        world.pass(Duration.ofMinutes(1));
        assertThat(world.pod("etcd-node").getStatus().getPhase()).isNotEqualTo("Running");
        assertThat(world.pod("web").getStatus().getPhase()).isEqualTo("Running");

        undecided.set(false);
        world.pass(Duration.ofMinutes(1));

        assertThat(world.pod("etcd-node").getStatus().getPhase()).isEqualTo("Running");
    }

    @Test
    void anAgentThatComesBackToTheSameWritesNothing() {
        var pod = world.bind("web");
        world.start();
        world.say(pod, ready("Running", true));
        world.pass(MOMENT);
        assertThat(world.calls(Verb.PATCH)).isEqualTo(1);

        world.board = new StatusBoard(world.scheduler);
        world.hear();
        world.start();
        world.say(pod, ready("Running", true));
        world.pass(Duration.ofHours(1));

        assertThat(world.calls(Verb.PATCH)).isEqualTo(1);
    }

    @Test
    void conditionsOfOthersStayAndAFinalPhaseNeverGoesBack() {
        var pod = world.bind("web");
        world.cluster
                .model()
                .patch(
                        ApiResource.PODS,
                        name("web"),
                        Patch.ofStatus(
                                "{\"status\":{\"phase\":\"Failed\",\"conditions\":"
                                        + "[{\"type\":\"theirs\",\"status\":\"True\"}]}}"));
        world.hear();
        world.start();
        world.say(pod, ready("Running", true));
        world.pass(MOMENT);

        var status = world.pod("web").getStatus();
        assertThat(status.getPhase()).isEqualTo("Failed");
        assertThat(status.getConditionsList())
                .extracting(PodCondition::getType)
                .contains("theirs", "Ready");
    }

    private static Predicate<Call> of(String pod) {
        return call -> call.name().name().equals(pod);
    }

    private static ApiCallException failure(Code code) {
        return new ApiCallException(code, "so it is");
    }
}
