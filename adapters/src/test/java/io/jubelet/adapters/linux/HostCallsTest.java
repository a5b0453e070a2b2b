package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class HostCallsTest {
    private final CountDownLatch kernel = new CountDownLatch(1);
    private final HostCalls calls =
            new HostCalls(new HostCalls.Limits(2, 1, Duration.ofMillis(400)));

    @AfterEach
    void letGo() {
        kernel.countDown();
    }

    private boolean hang() throws IOException {
        try {
            kernel.await();
            return true;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void assertHangs(String owner) {
        assertThatThrownBy(() -> calls.call(owner, "stat /nfs", this::hang))
                .isInstanceOf(HostCallException.class)
                .hasMessage("stat /nfs: did not answer within 0 s");
    }

    @Test
    void answersWhatTheCallAnswers() {
        assertThat(calls.<Integer>call("pod", "count", () -> 7)).isEqualTo(7);
    }

    @Test
    void runsOnAPlatformThread() {
        assertThat(calls.<Boolean>call("pod", "look", () -> Thread.currentThread().isVirtual()))
                .isFalse();
    }

    @Test
    void aFailureIsOneLine() {
        assertThatThrownBy(
                        () ->
                                calls.call(
                                        "pod",
                                        "make the pod's folders",
                                        () -> {
                                            throw new AccessDeniedException("/x");
                                        }))
                .isInstanceOf(HostCallException.class)
                .hasMessage("make the pod's folders: /x: permission denied");
    }

    @Test
    void aCallThatHangsIsLeftBehind() {
        assertHangs("pod");
    }

    @Test
    void oneOwnersHungCallsStopThatOwnerOnly() {
        assertHangs("pod");

        assertThatThrownBy(() -> calls.call("pod", "stat /x", () -> 1))
                .hasMessage("stat /x: not tried, earlier calls to the machine have not come back");
        assertThat(calls.<Integer>call("other", "stat /x", () -> 1)).isEqualTo(1);
    }

    @Test
    void hungCallsAreBoundedInAll() {
        assertHangs("one");
        assertHangs("two");

        assertThatThrownBy(() -> calls.call("three", "stat /x", () -> 1))
                .hasMessageContaining("not tried");
    }

    @Test
    void aCallThatComesBackLateMakesRoomAgain() {
        assertHangs("pod");
        kernel.countDown();

        assertThat(calls.<Integer>call("pod", "stat /x", () -> 1)).isEqualTo(1);
    }
}
