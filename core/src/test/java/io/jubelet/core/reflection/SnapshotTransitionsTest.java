package io.jubelet.core.reflection;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ConfigMap;
import io.jubelet.core.cluster.ObjectEvent;
import io.jubelet.core.cluster.ObjectList;
import io.jubelet.core.cluster.ObjectName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Lists and events as snapshots.
class SnapshotTransitionsTest {
    private static final Snapshot<ConfigMap> LISTED =
            SnapshotTransitions.listed(
                    Optional.empty(),
                    new ObjectList<>(List.of(map("a", "1"), map("b", "2")), "5"),
                    SnapshotTransitionsTest::newest);

    @Test
    void aListIsWhatItHolds() {
        assertThat(LISTED.all()).containsExactly(map("a", "1"), map("b", "2"));
        assertThat(LISTED.version()).isEqualTo("5");
        assertThat(LISTED.find(new ObjectName("ns", "b"))).contains(map("b", "2"));
    }

    @Test
    void eventsAddReplaceAndTakeAway() {
        var after =
                SnapshotTransitions.after(
                        LISTED,
                        List.of(
                                new ObjectEvent.Added<>(map("c", "6")),
                                new ObjectEvent.Modified<>(map("a", "7")),
                                new ObjectEvent.Deleted<>(map("b", "8"))),
                        SnapshotTransitionsTest::newest);

        assertThat(after.all()).containsExactly(map("a", "7"), map("c", "6"));
        assertThat(after.version()).isEqualTo("8");
        assertThat(LISTED.all()).hasSize(2);
    }

    @Test
    void aBookmarkMovesTheVersionAndTellsNothing() {
        List<ObjectEvent<ConfigMap>> bookmark = List.of(new ObjectEvent.Bookmark<>("99"));

        assertThat(
                        SnapshotTransitions.after(LISTED, bookmark, SnapshotTransitionsTest::newest)
                                .version())
                .isEqualTo("99");
        assertThat(SnapshotTransitions.tellNews(bookmark)).isFalse();
        assertThat(SnapshotTransitions.tellNews(List.of(new ObjectEvent.Added<>(map("c", "6")))))
                .isTrue();
    }

    @Test
    void whatIsKeptOfANewVersionIsSaidByWhoKnowsTheOneBefore() {
        var changed =
                SnapshotTransitions.after(
                        LISTED,
                        List.of(
                                new ObjectEvent.Modified<>(map("a", "7")),
                                new ObjectEvent.Added<>(map("c", "8"))),
                        SnapshotTransitionsTest::both);
        var listedAnew =
                SnapshotTransitions.listed(
                        Optional.of(LISTED),
                        new ObjectList<>(List.of(map("b", "9"), map("c", "8")), "9"),
                        SnapshotTransitionsTest::both);

        assertThat(changed.all())
                .containsExactly(map("a", "1 and 7"), map("b", "2"), map("c", "8"));
        assertThat(listedAnew.all()).containsExactly(map("b", "2 and 9"), map("c", "8"));
    }

    private static ConfigMap newest(ConfigMap before, ConfigMap now) {
        return now;
    }

    private static ConfigMap both(ConfigMap before, ConfigMap now) {
        return map(
                now.getMetadata().getName(),
                before.getMetadata().getResourceVersion()
                        + " and "
                        + now.getMetadata().getResourceVersion());
    }

    private static ConfigMap map(String name, String version) {
        var map = ConfigMap.newBuilder();
        map.getMetadataBuilder().setNamespace("ns").setName(name).setResourceVersion(version);
        return map.build();
    }
}
