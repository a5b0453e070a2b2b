package io.jubelet.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.observation.RuntimeChanges.RuntimeState;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimeVersion;
import io.jubelet.core.waiting.Wait;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class RuntimeStatusTest {
    private static final RuntimeHealth.Condition GOOD = new RuntimeHealth.Condition(true, "", "");

    private final RuntimeStatus status = new RuntimeStatus();

    @Test
    void isOfNoUseBeforeItWasAsked() {
        assertThat(status.usable()).isFalse();
        assertThat(status.problemWithRuntime()).contains("it has not been asked yet");
        assertThat(status.problem()).isEmpty();
        assertThat(status.name()).isEmpty();
    }

    @Test
    void isOfUseOnceItIsUp() {
        status.change(up(GOOD), Instant.EPOCH);

        assertThat(status.usable()).isTrue();
        assertThat(status.problemWithRuntime()).isEmpty();
        assertThat(status.problem()).isEmpty();
        assertThat(status.name()).isEqualTo("containerd");
    }

    @Test
    void tellsWhatIsWrongWithTheNetwork() {
        status.change(
                up(new RuntimeHealth.Condition(false, "NoCNI", "no configuration")), Instant.EPOCH);

        assertThat(status.usable()).isTrue();
        assertThat(status.problem())
                .contains("NetworkReady=false reason:NoCNI message:no configuration");
    }

    @Test
    void remembersTheRuntimesNameWhileItIsDown() {
        status.change(up(GOOD), Instant.EPOCH);
        status.change(new RuntimeState.Down("gone"), Instant.EPOCH);

        assertThat(status.usable()).isFalse();
        assertThat(status.problemWithRuntime()).contains("gone");
        assertThat(status.name()).isEqualTo("containerd");
    }

    @Test
    void tellsSinceWhenItIsDownHoweverItsWordsChange() {
        var later = Instant.EPOCH.plusSeconds(60);
        status.change(new RuntimeState.Down("connection refused"), Instant.EPOCH);
        status.change(new RuntimeState.Down("no such file"), later);

        assertThat(status.waitsFor().map(Wait::since)).contains(Instant.EPOCH);
        assertThat(status.waitsFor().map(wait -> wait.reason().message()))
                .contains("container runtime is down: no such file");

        status.change(up(new RuntimeHealth.Condition(false, "NoCNI", "")), later);
        assertThat(status.waitsFor().map(wait -> wait.reason().code())).contains("NetworkNotReady");
        assertThat(status.waitsFor().map(Wait::since)).contains(later);

        status.change(up(GOOD), later);
        assertThat(status.waitsFor()).isEmpty();
    }

    private static RuntimeState up(RuntimeHealth.Condition network) {
        return new RuntimeState.Up(
                new RuntimeHealth(GOOD, network), new RuntimeVersion("containerd", "2", "v1"));
    }
}
