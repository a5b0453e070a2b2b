package io.jubelet.core.admission;

import static io.jubelet.core.admission.Candidates.RULES;
import static io.jubelet.core.admission.Candidates.node;
import static io.jubelet.core.admission.Candidates.pod;
import static io.jubelet.core.admission.Candidates.requesting;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.testing.StepExecution;
import io.jubelet.core.waiting.WaitReason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NodeAdmissionTest {
    private static final AdmissionNode CACHED = node("cpu=10m pods=32");
    private static final AdmissionNode FRESH = node("cpu=10m pods=32", Map.of("key", "value"));
    private static final DesiredPod PICKY =
            new DesiredPod(pod("picky", it -> it.getSpecBuilder().putNodeSelector("key", "value")));
    private static final Verdict WAIT = new Verdict.NotYet(new WaitReason.NodeLook("machine1"));

    private final StepExecution execution = new StepExecution();
    private int looks;
    private int wakes;

    @Test
    void nodeAffinityFailureOnCachedNodeButNotTheFreshOne() {
        var admission = admission(CACHED, Optional.of(FRESH));

        assertThat(admission.admit(PICKY, List.of())).isEqualTo(WAIT);
        assertThat(admission.admit(PICKY, List.of())).isEqualTo(WAIT);
        execution.run();

        assertThat(admission.admit(PICKY, List.of())).isEqualTo(new Verdict.Admitted());
        assertThat(looks).isEqualTo(1);
        assertThat(wakes).isEqualTo(1);
    }

    @Test
    void nodeAffinityFailureOnBothIsFinal() {
        var admission = admission(CACHED, Optional.of(CACHED));
        admission.admit(PICKY, List.of());
        execution.run();

        assertThat(admission.admit(PICKY, List.of()))
                .isInstanceOfSatisfying(
                        Verdict.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo("NodeAffinity"));
    }

    @Test
    void nodeAffinityFailureOnFreshNodeButNotTheCachedOne() {
        var admission = admission(FRESH, Optional.of(CACHED));

        assertThat(admission.admit(PICKY, List.of())).isEqualTo(new Verdict.Admitted());
        assertThat(looks).isZero();
    }

    @Test
    void aNodeThatCannotBeReadDecidesAsItWasKnown() {
        var admission = admission(CACHED, Optional.empty());
        admission.admit(PICKY, List.of());
        execution.run();

        assertThat(admission.admit(PICKY, List.of())).isInstanceOf(Verdict.Rejected.class);
    }

    @Test
    void namesWhomACriticalPodCosts() {
        var there = new DesiredPod(requesting("there", "cpu=9m"));
        var critical =
                new DesiredPod(
                        pod(
                                "critical",
                                it -> {
                                    it.getSpecBuilder().setPriority(2_000_000_000);
                                    it.getSpecBuilder()
                                            .addContainers(Candidates.container("cpu=5m", ""));
                                }));

        assertThat(admission(CACHED, Optional.empty()).admit(critical, List.of(there)))
                .isEqualTo(new Verdict.Preempts(List.of(new PodUid("there"))));
    }

    private NodeAdmission admission(AdmissionNode known, Optional<AdmissionNode> live) {
        return new NodeAdmission(
                execution,
                RULES,
                () -> known,
                () -> {
                    looks++;
                    return live;
                },
                () -> wakes++);
    }
}
