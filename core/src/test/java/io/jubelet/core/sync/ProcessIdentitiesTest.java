package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.PodSpec;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.ProcessIdentity.Seccomp;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class ProcessIdentitiesTest {
    private static final Optional<Seccomp> RUNTIME_DEFAULT =
            Optional.of(new Seccomp.RuntimeDefault());

    @Test
    void asksForNothingThatNobodyAskedFor() {
        assertThat(ofContainer(_ -> {})).isEqualTo(ProcessIdentity.DEFAULT);
    }

    @Test
    void takesFromThePodWhatTheContainerDoesNotSay() {
        var identity = ofContainer(ProcessIdentitiesTest::pod);

        assertThat(identity.user()).isEqualTo(OptionalLong.of(1000));
        assertThat(identity.group()).isEqualTo(OptionalLong.of(2000));
        assertThat(identity.supplementalGroups()).containsExactly(3000L, 3001L);
        assertThat(identity.seccomp()).isEqualTo(RUNTIME_DEFAULT);
    }

    @Test
    void letsTheContainerWin() {
        var identity =
                ofContainer(
                        spec -> {
                            pod(spec);
                            var own = spec.getContainersBuilder(0).getSecurityContextBuilder();
                            own.setRunAsUser(1).setRunAsGroup(2);
                            own.getSeccompProfileBuilder().setType("Unconfined");
                        });

        assertThat(identity.user()).isEqualTo(OptionalLong.of(1));
        assertThat(identity.group()).isEqualTo(OptionalLong.of(2));
        assertThat(identity.seccomp()).isEmpty();
    }

    @Test
    void readsAProfileOfThisNode() {
        var identity =
                ofContainer(
                        spec ->
                                spec.getContainersBuilder(0)
                                        .getSecurityContextBuilder()
                                        .getSeccompProfileBuilder()
                                        .setType("Localhost")
                                        .setLocalhostProfile("my.json"));

        assertThat(identity.seccomp()).contains(new Seccomp.Localhost("my.json"));
    }

    @Test
    void givesAndTakesPowers() {
        var identity =
                ofContainer(
                        spec -> {
                            var own = spec.getContainersBuilder(0).getSecurityContextBuilder();
                            own.setPrivileged(true).setReadOnlyRootFilesystem(true);
                            own.getCapabilitiesBuilder().addAdd("NET_ADMIN").addDrop("ALL");
                        });

        assertThat(identity.privileged()).isTrue();
        assertThat(identity.readOnlyRoot()).isTrue();
        assertThat(identity.addCapabilities()).isEqualTo(List.of("NET_ADMIN"));
        assertThat(identity.dropCapabilities()).isEqualTo(List.of("ALL"));
    }

    @Test
    void forbidsNewPrivilegesOnlyWhereEscalationIsForbidden() {
        assertThat(escalation(false).noNewPrivileges()).isTrue();
        assertThat(escalation(true).noNewPrivileges()).isFalse();
        assertThat(ofContainer(_ -> {}).noNewPrivileges()).isFalse();
    }

    @Test
    void runsTheSandboxAsThePodSays() {
        var spec = spec(ProcessIdentitiesTest::pod);

        assertThat(ProcessIdentities.ofSandbox(spec))
                .isEqualTo(
                        new ProcessIdentity(
                                OptionalLong.of(1000),
                                OptionalLong.of(2000),
                                List.of(3000L, 3001L),
                                false,
                                false,
                                false,
                                List.of(),
                                List.of(),
                                RUNTIME_DEFAULT));
        assertThat(ProcessIdentities.ofSandbox(spec(_ -> {})).user()).isEmpty();
        assertThat(ProcessIdentities.ofSandbox(spec(_ -> {})).group()).isEmpty();
    }

    @Test
    void makesASandboxPrivilegedForAContainerThatIs() {
        var spec =
                spec(
                        s ->
                                s.getContainersBuilder(0)
                                        .getSecurityContextBuilder()
                                        .setPrivileged(true));

        assertThat(ProcessIdentities.ofSandbox(spec).privileged()).isTrue();
    }

    @Test
    void aPrivilegedInitContainerNeedsAPrivilegedSandboxToo() {
        var spec =
                spec(
                        s ->
                                s.addInitContainersBuilder()
                                        .getSecurityContextBuilder()
                                        .setPrivileged(true));

        assertThat(ProcessIdentities.ofSandbox(spec).privileged()).isTrue();
    }

    private static void pod(PodSpec.Builder spec) {
        var context = spec.getSecurityContextBuilder();
        context.setRunAsUser(1000).setRunAsGroup(2000);
        context.addSupplementalGroups(3000).addSupplementalGroups(3001);
        context.getSeccompProfileBuilder().setType("RuntimeDefault");
    }

    private static ProcessIdentity escalation(boolean allowed) {
        return ofContainer(
                spec ->
                        spec.getContainersBuilder(0)
                                .getSecurityContextBuilder()
                                .setAllowPrivilegeEscalation(allowed));
    }

    private static ProcessIdentity ofContainer(Consumer<PodSpec.Builder> change) {
        var spec = spec(change);
        return ProcessIdentities.of(spec, spec.getContainers(0));
    }

    private static PodSpec spec(Consumer<PodSpec.Builder> change) {
        var spec = PodSpec.newBuilder();
        spec.addContainersBuilder().setName("app");
        change.accept(spec);
        return spec.build();
    }
}
