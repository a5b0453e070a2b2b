package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.cgroup.PodCgroups;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.LogStore;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.volume.FakeObjects;
import io.jubelet.core.waiting.RuntimeClassMissing;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SandboxSetupTest {
    private final SandboxSetup setup =
            new SandboxSetup(
                    new NoFiles(),
                    () -> DnsSettings.NONE,
                    new FakeObjects(),
                    PodCgroups.NONE,
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

    private String spec(DesiredPod pod) {
        return setup.prepare(pod, 0, PodEvents.SILENT).runtimeHandler();
    }

    private static DesiredPod ofClass(String name) {
        return pod("web")
                .containers("app")
                .with(it -> it.getSpecBuilder().setRuntimeClassName(name))
                .build();
    }

    /// A machine on which nothing is written.
    private static final class NoFiles implements PodFiles {
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
        public void makeContainerLogDirectory(PodIdentity pod, String container) {}

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
