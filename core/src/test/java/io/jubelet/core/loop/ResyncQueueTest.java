package io.jubelet.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.execution.Tick;
import io.jubelet.core.runtime.PodUid;
import org.junit.jupiter.api.Test;

final class ResyncQueueTest {
    private static final PodUid WEB = new PodUid("web");
    private static final PodUid JOB = new PodUid("job");

    private final ResyncQueue queue = new ResyncQueue();

    @Test
    void hasNothingToDoAtFirst() {
        assertThat(queue.next()).isEmpty();
        assertThat(queue.takeDue(new Tick(100))).isEmpty();
    }

    @Test
    void givesEachPodOnceWhenItsTimeHasCome() {
        queue.schedule(WEB, new Tick(10));
        queue.schedule(JOB, new Tick(20));

        assertThat(queue.next()).contains(new Tick(10));
        assertThat(queue.takeDue(new Tick(9))).isEmpty();
        assertThat(queue.takeDue(new Tick(10))).containsExactly(WEB);
        assertThat(queue.takeDue(new Tick(19))).isEmpty();
        assertThat(queue.next()).contains(new Tick(20));
        assertThat(queue.takeDue(new Tick(30))).containsExactly(JOB);
        assertThat(queue.next()).isEmpty();
    }

    @Test
    void keepsTheNewestTimeOfAPod() {
        queue.schedule(WEB, new Tick(10));
        queue.schedule(WEB, new Tick(30));

        assertThat(queue.takeDue(new Tick(20))).isEmpty();
        assertThat(queue.takeDue(new Tick(30))).containsExactly(WEB);
    }

    @Test
    void forgetsAPodThatIsGone() {
        queue.schedule(WEB, new Tick(10));
        queue.forget(WEB);

        assertThat(queue.takeDue(new Tick(20))).isEmpty();
    }
}
