package io.jubelet.server.explain;

import static io.jubelet.server.explain.ViewsOfWeb.NEXT;
import static io.jubelet.server.explain.ViewsOfWeb.SINCE;
import static io.jubelet.server.explain.ViewsOfWeb.UID;
import static io.jubelet.server.explain.ViewsOfWeb.deleted;
import static io.jubelet.server.explain.ViewsOfWeb.ended;
import static io.jubelet.server.explain.ViewsOfWeb.pending;
import static io.jubelet.server.explain.ViewsOfWeb.ready;
import static io.jubelet.server.explain.ViewsOfWeb.rejected;
import static io.jubelet.server.explain.ViewsOfWeb.running;
import static io.jubelet.server.explain.ViewsOfWeb.runningContainer;
import static io.jubelet.server.explain.ViewsOfWeb.staged;
import static io.jubelet.server.explain.ViewsOfWeb.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.certificate.CertificateKeeper;
import io.jubelet.core.certificate.CertificateWait;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.journal.JournalEntry;
import io.jubelet.core.journal.Page;
import io.jubelet.core.journal.Step;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.source.ManifestProblems;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.ApiServerUnreachable;
import io.jubelet.core.waiting.HookRunning;
import io.jubelet.core.waiting.ObjectProblem;
import io.jubelet.core.waiting.ProbeFailing;
import io.jubelet.core.waiting.SidecarStarting;
import io.jubelet.core.waiting.VolumeNotMounted;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.server.http.Headers;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.testing.FakeNode;
import io.jubelet.server.view.CertificateView;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What people are told when they ask why.
class ExplainEndpointTest {
    private static final List<JournalEntry> PAST =
            List.of(
                    new JournalEntry(SINCE, Step.SEEN, "static"),
                    new JournalEntry(SINCE.plusMillis(20), Step.ADMITTED, ""),
                    new JournalEntry(
                            SINCE.plusMillis(120),
                            Step.PLANNED,
                            "make the sandbox (attempt 0); seen: nothing"));

    private final FakeNode node = new FakeNode();

    static Stream<Arguments> causes() {
        return Stream.of(
                row(
                        "no image",
                        pending(new WaitReason.ImagePullFailed("app", "shop/web:9", "not found")),
                        "pod default/web-n1 has not started",
                        "ErrImagePull: not found",
                        "ends with a registry that serves the image, or the image on this machine"),
                row(
                        "no secret",
                        pending(
                                new WaitReason.ContainerConfigFailed(
                                        "app",
                                        "secret \"words\" not found",
                                        Optional.of(
                                                new ObjectProblem.Missing(
                                                        "secret", "default", "words")))),
                        "CreateContainerConfigError: secret \"words\" not found",
                        "ends with secret default/words"),
                row(
                        "no volume",
                        pending(
                                new VolumeNotMounted(
                                        "data", "hostPath type check failed", Optional.empty())),
                        "VolumeNotMounted: volume \"data\" is not mounted: hostPath type check"),
                row(
                        "a crash, which has its back-off",
                        running(
                                waiting("CrashLoopBackOff")
                                        .setRestartCount(4)
                                        .setLastState(ended(3)),
                                new WaitReason.CrashLoopBackOff(
                                        "app", "web_default(1)", Duration.ofSeconds(40))),
                        "pod default/web-n1 runs and is not ready",
                        "CrashLoopBackOff: back-off 40s restarting failed container=app",
                        "next at 2026-11-15T10:00:40Z",
                        "container app: waiting (CrashLoopBackOff), restarted 4×; last ended with"
                                + " code 3 (Error) at 2026-11-15T10:00:00Z"),
                row(
                        "a pull's back-off",
                        pending(new WaitReason.ImagePullBackOff("app", "shop/web:9", "not found")),
                        "ImagePullBackOff: Back-off pulling image \"shop/web:9\": ErrImagePull: not"
                                + " found",
                        "ends with the end of the back-off"),
                row(
                        "a waiting sidecar",
                        pending(new SidecarStarting("mesh")),
                        "PodInitializing: sidecar \"mesh\" has not started yet",
                        "ends with its startup probe's success"),
                row(
                        "an older pod of that name",
                        staged("Waiting", new WaitReason.PredecessorStopping(new PodUid("old"))),
                        "pod default/web-n1 has not started (Waiting since",
                        "an older pod of this name (uid old) is still stopping"),
                row(
                        "a pod that is stopped",
                        staged(
                                "Terminating",
                                new WaitReason.Stopping(List.of("app"), Duration.ofSeconds(30))),
                        "pod default/web-n1 is ending and not gone yet (Terminating since",
                        "Terminating: stopping app, at most 30s"),
                row(
                        "a full node",
                        rejected(),
                        "pod default/web-n1 has failed",
                        "OutOfcpu: Node didn't have enough resource: cpu"),
                row(
                        "a deletion that the API server has to hear of",
                        deleted(),
                        "pod default/web-n1 is ending and not gone yet (Terminated since",
                        "DeletionNotConfirmed",
                        "ends with the API server's answer"),
                row(
                        "a condition alone",
                        running(runningContainer()),
                        "ReadinessGatesNotReady: the gate is closed"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void causes(String name, PodView view, List<String> expected) {
        node.pods = List.of(view);
        assertThat(ask("web").bodyText()).contains(expected);
        assertThat(ask("web").headers()).containsEntry("Jubelet-Verdict", "waiting");
    }

    static Stream<Arguments> besides() {
        return Stream.of(
                arguments(
                        "a failing probe",
                        new ProbeFailing("app", "Readiness", "failed: connection refused"),
                        "ReadinessProbeFailing: Readiness probe of container \"app\" failed:"
                                + " connection refused"),
                arguments(
                        "a stuck hook",
                        new HookRunning("app", "postStart"),
                        "HookRunning: the postStart hook of container \"app\" is running"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void besides(String name, WaitReason reason, String expected) {
        node.pods = List.of(running(runningContainer()));
        node.beside = Map.of(UID, List.of(new Wait(reason, SINCE, Optional.of(NEXT))));
        assertThat(ask("web").bodyText())
                .contains(expected, "container app: running since", ", not ready");
    }

    static Stream<Arguments> nodes() {
        return Stream.of(
                arguments(
                        "the runtime is down",
                        new WaitReason.RuntimeUnavailable("connection refused"),
                        "node: RuntimeUnavailable: container runtime is down: connection refused"),
                arguments(
                        "there is no network",
                        new WaitReason.NetworkNotReady("cni plugin not initialized"),
                        "node: NetworkNotReady: network is not ready"),
                arguments(
                        "the API server is away",
                        new ApiServerUnreachable("connection refused"),
                        "node: ApiServerUnreachable: the API server does not answer"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void nodes(String name, WaitReason reason, String expected) {
        node.waits = List.of(new Wait(reason, SINCE, Optional.empty()));
        assertThat(ask("").bodyText()).contains(expected, "since 2026-11-15T10:00:00Z");
        assertThat(ask("").headers()).containsEntry("Jubelet-Verdict", "waiting");
    }

    @Test
    void anUnapprovedCertificateIsNamedEvenForAPodThatNobodyKnows() {
        var reason =
                new CertificateWait.NotApproved(
                        "csr-1", "kubernetes.io/kube-apiserver-client-kubelet");
        node.certificates =
                List.of(
                        new CertificateView(
                                "client",
                                Optional.empty(),
                                Optional.of(new CertificateKeeper.Pending(reason, SINCE)),
                                0));
        assertThat(ask("web").bodyText())
                .startsWith("no pod \"web\" is known on this node\n")
                .contains(
                        "node: CertificateNotApproved: client certificate: certificate signing"
                                + " request csr-1",
                        "ends with kubectl certificate approve csr-1");
        assertThat(ask("web").headers()).containsEntry("Jubelet-Verdict", "unknown");
    }

    @Test
    void aWrongManifestAndAHungLoopAreTold() {
        node.problems = List.of(new ManifestProblems.Problem("/etc/m/web.yaml", "not a pod"));
        node.loopSilence = Duration.ofMinutes(7);
        assertThat(ask("").bodyText())
                .contains("manifest /etc/m/web.yaml: not a pod", "node: SyncLoopSilent");
    }

    @Test
    void aReadyPodIsOneLineAndAllIsWell() {
        node.pods = List.of(ready());
        assertThat(ask("").bodyText())
                .startsWith("pod default/web-n1 is ready (Syncing since 2026-11-15T10:00:00Z (")
                .hasLineCount(1);
        assertThat(ask("").headers()).containsEntry("Jubelet-Verdict", "well");
    }

    @Test
    void aNodeWithoutPodsSaysSo() {
        assertThat(ask("").bodyText()).isEqualTo("no pods, and nothing is waited for\n");
    }

    @Test
    void aPodIsFoundByEachOfItsNames() {
        node.pods = List.of(ready());
        for (var name : List.of("web", "web-n1", "default/web", "default/web-n1", "uid-web")) {
            assertThat(ask(name).headers()).containsEntry("Jubelet-Verdict", "well");
        }
        assertThat(ask("other/web").headers()).containsEntry("Jubelet-Verdict", "unknown");
    }

    @Test
    void whoeverAsksForOnePodIsToldItsPast() {
        node.pods = List.of(ready());
        node.journals = Map.of(UID, PAST);
        assertThat(ask("web").bodyText())
                .contains(
                        "  its start: admission 20ms, volumes 100ms\n",
                        "    2026-11-15T10:00:00.120Z decided: make the sandbox (attempt 0); seen: ");
        assertThat(ask("").bodyText()).doesNotContain("what happened");
        assertThat(ask("web", "json").bodyText())
                .contains("\"start\":[{\"part\":\"admission\",\"millis\":20},");
    }

    @Test
    void aPodThatIsGoneIsKnownByItsJournal() {
        node.past = List.of(new Page(new PodIdentity("default", "old", new PodUid("u")), PAST));
        for (var name : List.of("old", "default/old", "u")) {
            assertThat(ask(name).bodyText()).startsWith("pod default/old is gone\n");
            assertThat(ask(name).headers()).containsEntry("Jubelet-Verdict", "well");
        }
        assertThat(ask("other/old").headers()).containsEntry("Jubelet-Verdict", "unknown");
    }

    @Test
    void programsAreToldTheSame() {
        node.pods =
                List.of(
                        running(
                                waiting("CrashLoopBackOff")
                                        .setRestartCount(4)
                                        .setLastState(ended(3)),
                                new WaitReason.CrashLoopBackOff(
                                        "app", "web_default(1)", Duration.ofSeconds(40))));
        assertThat(ask("web", "json").bodyText())
                .contains(
                        "\"well\":false,\"node\":[],\"manifestProblems\":[],\"pods\":[{"
                                + "\"namespace\":\"default\",\"name\":\"web-n1\","
                                + "\"uid\":\"uid-web\","
                                + "\"verdict\":\"NOT_READY\",\"stage\":\"Syncing\","
                                + "\"since\":\"2026-11-15T10:00:00Z\",\"waits\":[{"
                                + "\"reason\":\"CrashLoopBackOff\",\"container\":\"app\"",
                        "\"nextTry\":\"2026-11-15T10:00:40Z\"",
                        "\"containers\":[{\"name\":\"app\",\"state\":\"waiting (CrashLoopBackOff)\","
                                + "\"ready\":false,\"restarts\":4,\"lastEnd\":{\"code\":3,"
                                + "\"reason\":\"Error\",\"at\":\"2026-11-15T10:00:00Z\"}}]}],"
                                + "\"past\":[]}");
    }

    private Response ask(String pod) {
        return ask(pod, "text");
    }

    private Response ask(String pod, String format) {
        var query = new LinkedHashMap<String, List<String>>();
        query.put("pod", List.of(pod));
        query.put("format", List.of(format));
        return new ExplainEndpoint(node, new SystemExecution())
                .answer(
                        new Request(
                                "GET",
                                ExplainEndpoint.PATH,
                                ExplainEndpoint.PATH,
                                query,
                                "",
                                Headers.NONE,
                                List.of()));
    }

    private static Arguments row(String name, PodView view, String... expected) {
        return arguments(name, view, List.of(expected));
    }
}
