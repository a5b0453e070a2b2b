package io.jubelet.sim;

import io.jubelet.core.Agent;
import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.host.PodMemory;
import io.jubelet.core.probe.ProbeKind;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.sim.PodSketch.Check;
import io.jubelet.sim.PodSketch.Part;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// What is once told as over stays over, whatever an agent after the one that told it recalls.
class FinalPhaseScenarioTest {
    private final AtomicBoolean unreadable = new AtomicBoolean();

    /// Found by seed 1589: an agent that could not recall that a container was ended for another to
    /// come said Succeeded, the next one could, and said Running.
    @Test
    void aPodThatWasToldAsOverIsNotBroughtBackByWhatIsReadableAgain() {
        Scenario.play(
                this::forgetful,
                story -> {
                    var probe = new Check(ProbeKind.STARTUP, "fail", 4);
                    var part = new Part("main", "busybox:1", "stop-in 4").checked(probe);
                    var sketch =
                            new PodSketch(
                                    "job",
                                    0,
                                    RestartPolicy.ON_FAILURE,
                                    Duration.ofSeconds(10),
                                    List.of(),
                                    List.of(part));
                    story.given().manifest(sketch);
                    story.advance(Duration.ofSeconds(6));
                    story.given().agentKilled();
                    story.advance(Duration.ofSeconds(4));
                    unreadable.set(true);
                    story.given().agentStarted();
                    story.advance(Duration.ofSeconds(3));
                    story.then().pod("job").hasPhase("Succeeded");
                    story.given().agentKilled();
                    unreadable.set(false);
                    story.given().agentStarted();
                    story.advance(Duration.ofSeconds(3));
                    story.then().pod("job").hasPhase("Succeeded").isNotRunning();
                });
    }

    private Agent.Ports forgetful(Agent.Ports ports) {
        var honest = ports.memory();
        var memory =
                new PodMemory() {
                    @Override
                    public Optional<String> recall(PodUid pod, String topic) {
                        return honest.recall(pod, topic).filter(_ -> !unreadable.get());
                    }

                    @Override
                    public void remember(PodUid pod, String topic, String text) {
                        honest.remember(pod, topic, text);
                    }

                    @Override
                    public void forget(PodUid pod) {
                        honest.forget(pod);
                    }
                };
        return new Agent.Ports(
                ports.execution(),
                ports.runtime(),
                ports.images(),
                ports.files(),
                memory,
                ports.manifests(),
                ports.events(),
                ports.volumes(),
                ports.containers(),
                ports.prober(),
                ports.resolver(),
                ports.cluster(),
                ports.url(),
                ports.node(),
                ports.cgroups());
    }
}
