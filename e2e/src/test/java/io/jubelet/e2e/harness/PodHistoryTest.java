package io.jubelet.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import org.junit.jupiter.api.Test;

/// A swap's judge must see what it is there to see.
class PodHistoryTest {
    private final PodHistory history = new PodHistory();

    @Test
    void theSameTwiceIsNoChange() {
        history.shows(pod("Running", "True", "a", 0));
        history.shows(pod("Running", "True", "a", 0));
        assertThat(history.changes((_, _) -> true)).isEmpty();
        assertThat(history.pods()).containsExactly("web");
    }

    @Test
    void aPodThatIsReadyAgainWasNotInBetween() {
        history.shows(pod("Running", "True", "a", 0));
        history.shows(pod("Running", "False", "a", 0));
        history.shows(pod("Running", "True", "a", 0));
        assertThat(history.changes((_, what) -> what.equals("Ready")))
                .extracting(PodHistory.Change::toString)
                .containsExactly("web: Ready: True -> False", "web: Ready: False -> True");
    }

    @Test
    void anotherContainerIsSeenByItsIdAndItsCount() {
        history.shows(pod("Running", "True", "a", 0));
        history.shows(pod("Running", "True", "b", 1));
        assertThat(history.changes((_, _) -> true))
                .extracting(PodHistory.Change::what)
                .containsExactly("main.id", "main.restarts");
    }

    @Test
    void onlyWhatCountsIsTold() {
        history.shows(pod("Running", "True", "a", 0));
        history.shows(pod("Failed", "False", "a", 0));
        assertThat(history.changes((pod, what) -> pod.equals("web") && what.equals("phase")))
                .hasSize(1);
        assertThat(history.changes((pod, _) -> pod.equals("other"))).isEmpty();
    }

    @Test
    void aPodThatGoesIsAChange() {
        history.shows(pod("Running", "True", "a", 0));
        history.gone(pod("Running", "True", "a", 0));
        assertThat(history.changes((_, what) -> what.equals("pod"))).hasSize(1);
        assertThat(history.pods()).isEmpty();
    }

    private static Pod pod(String phase, String ready, String container, int restarts) {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setName("web").setUid("1");
        pod.getStatusBuilder().setPhase(phase);
        pod.getStatusBuilder().addConditionsBuilder().setType("Ready").setStatus(ready);
        pod.getStatusBuilder()
                .addContainerStatusesBuilder()
                .setName("main")
                .setContainerID(container)
                .setRestartCount(restarts);
        return pod.build();
    }
}
