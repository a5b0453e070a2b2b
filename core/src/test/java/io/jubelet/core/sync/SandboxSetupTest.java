package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.cgroup.PodCgroups;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.LogStore;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.host.UserIdFiles;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.IdRange;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimePulse;
import io.jubelet.core.volume.FakeObjects;
import io.jubelet.core.waiting.RuntimeClassMissing;
import io.jubelet.core.waiting.UserNamespaceRefused;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SandboxSetupTest {
    private static final RuntimePulse SUPPORTED = told(new RuntimeHealth.Handler("", false, true));
    private static final RuntimePulse NOT_SUPPORTED =
            told(new RuntimeHealth.Handler("", false, false));

    private RuntimePulse told = RuntimePulse.NONE;
    private final NoFiles files = new NoFiles();
    private final SandboxSetup setup =
            new SandboxSetup(
                    files,
                    () -> DnsSettings.NONE,
                    new FakeObjects(),
                    PodCgroups.NONE,
                    new RuntimeHandlers(this::pulse, new FakeObjects()),
                    new NodeFacts("node", 1, 1));

    @Test
    void takesTheHandlerOfTheRuntimeClass() {
        assertThat(spec(ofClass("gvisor"))).isEqualTo("runsc");
        assertThat(setup.runtimeClassProblem(ofClass("gvisor"))).isEmpty();
    }

    @Test
    void takesTheRuntimesDefaultForAPodWithoutOne() {
        assertThat(spec(pod("web").containers("app").build())).isEmpty();
        assertThat(setup.runtimeClassProblem(pod("web").containers("app").build())).isEmpty();
    }

    @Test
    void namesTheRuntimeClassThatIsNotThere() {
        assertThat(setup.runtimeClassProblem(ofClass("kata")))
                .map(RuntimeClassMissing::message)
                .contains(
                        "failed to create pod sandbox: runtimeclass.node.k8s.io \"kata\" not"
                                + " found");
    }

    @Test
    void aPodWithItsOwnUsersGetsTheSameIdsAgain() {
        told = SUPPORTED;
        var pod = ownUsers("");

        assertThat(setup.clearTheWay(pod, PodEvents.SILENT)).isEmpty();
        assertThat(setup.prepare(pod, 0, PodEvents.SILENT).namespaces().ownUsers())
                .contains(new IdRange(65_536, 65_536));
        assertThat(setup.prepare(pod, 1, PodEvents.SILENT).namespaces().ownUsers())
                .contains(new IdRange(65_536, 65_536));
        assertThat(files.written).containsOnlyKeys(pod.uid());
    }

    @Test
    void aPodWithTheNodesUsersGetsNone() {
        var pod = pod("web").containers("app").build();

        assertThat(setup.prepare(pod, 0, PodEvents.SILENT).namespaces().ownUsers()).isEmpty();
        assertThat(files.written).isEmpty();
    }

    @ParameterizedTest(name = "of class \"{0}\": {1}")
    @CsvSource({
        "'', runtime does not support user namespaces",
        "gvisor, RuntimeClass handler \"runsc\" does not support user namespaces: the handler"
                + " \"runsc\" is not known"
    })
    void aRuntimeWithoutUserNamespacesIsSaid(String name, String why) {
        told = NOT_SUPPORTED;

        assertThat(setup.clearTheWay(ownUsers(name), PodEvents.SILENT))
                .contains(new UserNamespaceRefused("can't set `spec.hostUsers: false`, " + why));
        assertThat(files.written).isEmpty();
    }

    private static DesiredPod ownUsers(String runtimeClass) {
        return pod("web")
                .containers("app")
                .with(
                        it ->
                                it.getSpecBuilder()
                                        .setHostUsers(false)
                                        .setRuntimeClassName(runtimeClass))
                .build();
    }

    private RuntimePulse pulse() {
        return told;
    }

    private static RuntimePulse told(RuntimeHealth.Handler handler) {
        return RuntimePulse.NONE.unready(
                new RuntimeHealth(
                        RuntimeHealth.Condition.OK,
                        RuntimeHealth.Condition.OK,
                        List.of(handler),
                        Optional.empty()));
    }

    private String spec(DesiredPod pod) {
        return setup.prepare(pod, 0, PodEvents.SILENT).runtimeHandler();
    }

    private static DesiredPod ofClass(String name) {
        return pod("web")
                .containers("app")
                .with(it -> it.getSpecBuilder().setRuntimeClassName(name))
                .build();
    }

    /// A machine on which nothing but ids is written.
    private static final class NoFiles implements PodFiles, UserIdFiles {
        private final Map<PodUid, String> written = new HashMap<>();

        @Override
        public UserIdFiles userIds() {
            return this;
        }

        @Override
        public Map<PodUid, String> readAll() {
            return Map.of();
        }

        @Override
        public void write(PodUid pod, String text) {
            written.put(pod, text);
        }

        @Override
        public String logDirectory(PodIdentity pod) {
            return "/logs";
        }

        @Override
        public LogStore logs() {
            throw new UnsupportedOperationException("no sandbox has logs");
        }

        @Override
        public void makePodDirectories(PodIdentity pod) {}

        @Override
        public boolean makeContainerLogDirectory(PodIdentity pod, String container) {
            return true;
        }

        @Override
        public void removePodDirectories(PodUid pod) {}

        @Override
        public void removePodFolder(PodUid pod) {}

        @Override
        public Set<PodUid> podsWithDirectories() {
            return Set.of();
        }
    }
}
