package io.jubelet.core.users;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.UserIdFiles;
import io.jubelet.core.runtime.IdRange;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.users.UserNamespaces.Users;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Upstream: userns_manager_test.go.
final class UserNamespacesTest {
    private static final long SHARE = UserIds.USUAL_SHARE;
    private static final UserIds THREE = new UserIds.Pool(10 * SHARE, 3 * SHARE, SHARE);

    private final Files files = new Files();
    private UserNamespaces users = new UserNamespaces(files, THREE);

    @ParameterizedTest(name = "hostUsers {0}")
    @ValueSource(strings = {"unset", "true"})
    void whoWantsNoneHasTheNodesUsers(String hostUsers) {
        var pod = pod("a").containers("app");
        if (hostUsers.equals("true")) {
            pod.with(it -> it.getSpecBuilder().setHostUsers(true));
        }

        assertThat(users.of(pod.build())).isEqualTo(new Users.OfNode());
        assertThat(files.reads).isZero();
    }

    @Test
    void noTwoPodsHaveTheSameIdsAndEachKeepsItsOwn() {
        var first = users.of(wanting("a"));
        var second = users.of(wanting("b"));

        assertThat(first).isEqualTo(own(10));
        assertThat(second).isEqualTo(own(11));
        assertThat(users.of(wanting("a"))).isEqualTo(first);
    }

    @Test
    void theFileIsWhatTheGoKubeletWrites() {
        users.of(wanting("a"));

        assertThat(files.texts.get(wanting("a").uid()))
                .isEqualTo(
                        "{\"uidMappings\":[{\"hostId\":655360,\"containerId\":0,\"length\":65536}],"
                                + "\"gidMappings\":[{\"hostId\":655360,\"containerId\":0,"
                                + "\"length\":65536}]}");
    }

    @Test
    void afterARestartAPodHasTheIdsOfItsFile() {
        users.of(wanting("a"));
        users.of(wanting("b"));

        users = new UserNamespaces(files, THREE);

        assertThat(users.of(wanting("c"))).isEqualTo(own(12));
        assertThat(users.of(wanting("b"))).isEqualTo(own(11));
        assertThat(users.of(wanting("a"))).isEqualTo(own(10));
        assertThat(files.reads).isEqualTo(2);
    }

    @Test
    void whatIsGivenBackIsTheLastToBeGivenAgain() {
        users.of(wanting("a"));
        users.forget(wanting("a").uid());

        assertThat(users.of(wanting("b"))).isEqualTo(own(11));
        assertThat(users.of(wanting("c"))).isEqualTo(own(12));
        assertThat(users.of(wanting("d"))).isEqualTo(own(10));
        assertThat(users.of(wanting("e")))
                .isEqualTo(
                        new Users.Refused(
                                "create user namespace: could not find an empty slot to allocate a"
                                        + " user namespace"));
    }

    @Test
    void idsThatCannotBeRememberedAreNotGiven() {
        files.full = true;

        assertThat(users.of(wanting("a")))
                .isEqualTo(new Users.Refused("create user namespace: disk full"));

        files.full = false;
        assertThat(users.of(wanting("b"))).isInstanceOf(Users.Own.class);
        assertThat(users.of(wanting("a"))).isInstanceOf(Users.Own.class);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    not a mapping | invalid user namespace mappings file
                    {} | no more than one mapping allowed
                    {"uidMappings":[{"hostId":655360,"length":65536}]} | should be identical
                    {"uidMappings":[{"hostId":"x"}]} | hostId is not an id
                    1 655360 65536 | UID 0 must be mapped
                    0 655360 1 | wrong user namespace length 1
                    0 655361 65536 | wrong user namespace offset specified 655361
                    0 65536 65536 | id 65536 is out of range
                    0 851968 65536 | id 851968 is out of range
                    """)
    void whileAFileMakesNoSenseNobodyGetsNewIds(String text, String problem) {
        files.texts.put(new PodUid("broken"), expanded(text));

        assertThat(users.of(wanting("a")))
                .isInstanceOfSatisfying(
                        Users.Refused.class,
                        it ->
                                assertThat(it.why())
                                        .startsWith(
                                                "user namespace: that of pod \"broken\" cannot be"
                                                        + " told: ")
                                        .contains(problem));

        users.forget(new PodUid("broken"));
        assertThat(users.of(wanting("a"))).isEqualTo(own(10));
    }

    @Test
    void twoPodsWithTheSameIdsAreAFault() {
        files.texts.put(new PodUid("one"), expanded("0 655360 65536"));
        files.texts.put(new PodUid("two"), expanded("0 655360 65536"));

        assertThat(users.of(wanting("a")))
                .isEqualTo(
                        new Users.Refused(
                                "user namespace: that of pod \"two\" cannot be told: range picked"
                                        + " for pod \"two\" already taken"));
    }

    @Test
    void anEmptyFileIsNone() {
        files.texts.put(new PodUid("old"), "");

        assertThat(users.of(wanting("a"))).isEqualTo(own(10));
    }

    @Test
    void aNodeWithoutUsableIdsSaysWhy() {
        users = new UserNamespaces(files, new UserIds.Unusable("none here"));

        assertThat(users.of(wanting("a")))
                .isEqualTo(new Users.Refused("user namespace: none here"));
        users.forget(wanting("a").uid());
    }

    @Test
    void foldersThatCannotBeReadAreReadAgain() {
        files.broken = true;

        assertThat(users.of(wanting("a")))
                .isEqualTo(new Users.Refused("user namespace: read pods from disk: input error"));

        files.broken = false;
        assertThat(users.of(wanting("a"))).isEqualTo(own(10));
    }

    private static Users own(long share) {
        return new Users.Own(new IdRange(share * SHARE, SHARE));
    }

    /// Three numbers stand for the same mapping of users and groups.
    private static String expanded(String text) {
        if (!text.matches("\\d+ \\d+ \\d+")) {
            return text;
        }
        var numbers = text.split(" ");
        var mapping =
                "[{\"containerId\":%s,\"hostId\":%s,\"length\":%s}]".formatted((Object[]) numbers);
        return "{\"uidMappings\":%s,\"gidMappings\":%s}".formatted(mapping, mapping);
    }

    private static DesiredPod wanting(String name) {
        return pod(name)
                .containers("app")
                .with(it -> it.getSpecBuilder().setHostUsers(false))
                .build();
    }

    /// A disk that can be full or broken.
    private static final class Files implements UserIdFiles {
        private final Map<PodUid, String> texts = new TreeMap<>();
        private int reads;
        private boolean full;
        private boolean broken;

        @Override
        public Map<PodUid, String> readAll() {
            if (broken) {
                throw new HostCallException("input error");
            }
            reads++;
            return new TreeMap<>(texts);
        }

        @Override
        public void write(PodUid pod, String text) {
            if (full) {
                throw new HostCallException("disk full");
            }
            texts.put(pod, text);
        }
    }
}
