package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.NodeClient;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// containerd goes away and comes back while pods run.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.class)
final class RuntimeDownIT {
    private final Rig rig;
    @RegisterExtension final KubeletUnderTest kubelet;

    RuntimeDownIT(Rig rig) {
        this.rig = rig;
        kubelet = new KubeletUnderTest(rig);
    }

    @Test
    void podsGoOnTheReasonIsShownAndEverythingGoesOnWhenTheRuntimeIsBack() {
        var before = Manifest.of("before", Manifest.serve("runtime-down-before"));
        var doomed = Manifest.of("doomed", Manifest.serve("runtime-down-doomed"));
        var during = Manifest.of("during", Manifest.serve("runtime-down-during"));
        kubelet.start();
        kubelet.put(before);
        kubelet.put(doomed);
        kubelet.awaitRunning(before);
        kubelet.awaitRunning(doomed);
        var container = rig.running("before-e2e-node", "main");
        var process = Processes.with("runtime-down-before");

        rig.stopContainerd();
        try {
            var state =
                    Await.that(
                            "the runtime to be named as the reason",
                            this::runtimeState,
                            runtime -> runtime.text("usable").equals("false"));
            assertThat(state.text("problem")).contains(rig.state().toString());
            kubelet.put(during);
            kubelet.remove(doomed);
            assertThat(Processes.with("runtime-down-before")).isEqualTo(process);
            assertThat(Processes.with("runtime-down-during")).isEmpty();
            assertThat(NodeClient.read(kubelet.url("/healthz"))).isEqualTo("ok");
        } finally {
            rig.startContainerd();
        }

        kubelet.awaitRunning(during);
        Await.until(
                "the deleted pod to be gone", () -> rig.containers("doomed-e2e-node").isEmpty());
        assertThat(rig.running("before-e2e-node", "main")).isEqualTo(container);
        Await.that(
                "the reason to go away",
                this::runtimeState,
                runtime -> runtime.text("usable").equals("true"));
    }

    private Json runtimeState() {
        return Json.parse(kubelet.waits()).at("runtime");
    }
}
