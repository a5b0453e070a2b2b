package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.PodSpec;
import io.jubelet.core.runtime.Confinement;
import io.jubelet.core.runtime.Confinement.Seccomp;
import io.jubelet.core.runtime.ImageService.ImageUser;
import io.jubelet.core.runtime.ProcessIdentity;
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
        var identity = ofContainer(_ -> {});

        assertThat(identity.user()).as("the image's own").isEqualTo(OptionalLong.of(0));
        assertThat(identity.group()).isEmpty();
        assertThat(identity.supplementalGroups()).isEmpty();
        assertThat(identity.privileged()).isFalse();
        assertThat(identity.confinement()).isEqualTo(Confinement.NONE);
    }

    @Test
    void takesFromThePodWhatTheContainerDoesNotSay() {
        var identity = ofContainer(ProcessIdentitiesTest::pod);

        assertThat(identity.user()).isEqualTo(OptionalLong.of(1000));
        assertThat(identity.group()).isEqualTo(OptionalLong.of(2000));
        assertThat(identity.supplementalGroups()).containsExactly(3000L, 3001L);
        assertThat(identity.confinement().seccomp()).isEqualTo(RUNTIME_DEFAULT);
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
        assertThat(identity.confinement().seccomp()).isEmpty();
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

        assertThat(identity.confinement().seccomp())
                .contains(new Seccomp.Localhost("/var/lib/kubelet/seccomp/my.json"));
    }

    @Test
    void withoutAProfileTheNodeMayHaveOneForAll() {
        var settings =
                new PodSettings("", List.of(), true, List.of(), true, "/seccomp", PodFeatures.ALL);
        var spec = spec(_ -> {});

        var identity = ProcessIdentities.of(spec, spec.getContainers(0), ImageUser.ROOT, settings);

        assertThat(identity.confinement().seccomp()).isEqualTo(RUNTIME_DEFAULT);
    }

    @Test
    void theImagesUserCountsWhereNobodySaysOtherwise() {
        var named = new ImageUser(OptionalLong.empty(), "app");
        var spec = spec(_ -> {});

        var identity =
                ProcessIdentities.of(spec, spec.getContainers(0), named, PodSettings.STANDARD);

        assertThat(identity.user()).isEmpty();
        assertThat(identity.userName()).isEqualTo("app");
    }

    @Test
    void labelsAndProfilesGoToTheRuntimeAsTheyAreAskedFor() {
        var identity =
                ofContainer(
                        spec -> {
                            spec.getSecurityContextBuilder()
                                    .setFsGroup(7)
                                    .setSupplementalGroupsPolicy("Strict")
                                    .getSeLinuxOptionsBuilder()
                                    .setLevel("s0:c1");
                            spec.getSecurityContextBuilder()
                                    .getAppArmorProfileBuilder()
                                    .setType("Unconfined");
                            var own = spec.getContainersBuilder(0).getSecurityContextBuilder();
                            own.setProcMount("Unmasked");
                            own.getAppArmorProfileBuilder()
                                    .setType("Localhost")
                                    .setLocalhostProfile("mine");
                        });

        assertThat(identity.supplementalGroups()).containsExactly(7L);
        assertThat(identity.groupsPolicy()).isEqualTo(ProcessIdentity.GroupsPolicy.STRICT);
        assertThat(identity.confinement())
                .isEqualTo(
                        new Confinement(
                                Optional.empty(),
                                Optional.of(new Confinement.AppArmor.Localhost("mine")),
                                Optional.of(new Confinement.SeLinux("", "", "", "s0:c1")),
                                true));
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
                                "",
                                OptionalLong.of(2000),
                                List.of(3000L, 3001L),
                                ProcessIdentity.GroupsPolicy.MERGE,
                                false,
                                false,
                                false,
                                List.of(),
                                List.of(),
                                Confinement.by(new Seccomp.RuntimeDefault())));
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
        return ProcessIdentities.of(
                spec, spec.getContainers(0), ImageUser.ROOT, PodSettings.STANDARD);
    }

    private static PodSpec spec(Consumer<PodSpec.Builder> change) {
        var spec = PodSpec.newBuilder();
        spec.addContainersBuilder().setName("app");
        change.accept(spec);
        return spec.build();
    }
}
