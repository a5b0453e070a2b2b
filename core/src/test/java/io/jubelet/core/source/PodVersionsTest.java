package io.jubelet.core.source;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.meta.ManagedFieldsEntry;
import org.junit.jupiter.api.Test;

final class PodVersionsTest {
    private static final Pod BEFORE = version("1", "Pending", "app");

    @Test
    void aNewStatusComesWithTheSpecThatIsKnown() {
        var now = version("2", "Running", "app");

        var shared = PodVersions.sharing(BEFORE, now);

        assertThat(shared).isEqualTo(now);
        assertThat(shared.getSpec()).isSameAs(BEFORE.getSpec());
    }

    @Test
    void aNewSpecIsTakenAsItIs() {
        var now = version("2", "Pending", "app", "more");

        var shared = PodVersions.sharing(BEFORE, now);

        assertThat(shared).isEqualTo(now);
        assertThat(shared.getSpec()).isSameAs(now.getSpec());
    }

    @Test
    void managersWhoChangedNothingAreShared() {
        var now = version("2", "Running", "app");

        var shared = PodVersions.sharing(BEFORE, now).getMetadata();

        assertThat(shared.getManagedFieldsCount()).isEqualTo(2);
        assertThat(shared.getManagedFields(0)).isSameAs(BEFORE.getMetadata().getManagedFields(0));
        assertThat(shared.getManagedFields(1)).isEqualTo(manager("kubelet of 2"));
    }

    @Test
    void whatAVersionLacksIsNotTakenFromTheOneBefore() {
        var before = BEFORE.toBuilder().setSpec(PodSpec.getDefaultInstance()).build();
        var now = before.toBuilder().clearSpec().build();

        assertThat(PodVersions.sharing(before, now)).isEqualTo(now);
    }

    @Test
    void anotherPodOfTheSameNameSharesNothing() {
        var other = version("2", "Pending", "app").toBuilder();
        other.getMetadataBuilder().setUid("another");
        var now = other.build();

        assertThat(PodVersions.sharing(BEFORE, now)).isSameAs(now);
    }

    private static Pod version(String version, String phase, String... containers) {
        return pod("web")
                .containers(containers)
                .with(
                        made -> {
                            made.getStatusBuilder().setPhase(phase);
                            made.getMetadataBuilder()
                                    .setResourceVersion(version)
                                    .addManagedFields(manager("kubectl"))
                                    .addManagedFields(manager("kubelet of " + version));
                        })
                .build()
                .pod();
    }

    private static ManagedFieldsEntry manager(String name) {
        return ManagedFieldsEntry.newBuilder().setManager(name).build();
    }
}
