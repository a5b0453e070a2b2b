package io.jubelet.core.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.image.PullRecordCalculator.Evidence;
import io.jubelet.core.image.PullRecordCalculator.Verdict;
import io.jubelet.core.runtime.PullAccount;
import io.jubelet.core.runtime.PullSecret;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Who may use an image that is here, and what is recorded of it.
final class PullRecordCalculatorTest {
    private static final Instant THEN = Instant.parse("2022-02-22T12:00:00Z");
    private static final Instant NOW = THEN.plusSeconds(60);
    private static final String IMAGE = "docker.io/testing/test:latest";
    private static final String NAME = "docker.io/testing/test";
    private static final PullVerification PRELOADED = new PullVerification.NeverPreloaded();
    private static final PullVerification NEVER = new PullVerification.Never();
    private static final PullSecret OWN = secret("default", "hash");
    private static final PullAccount ACCOUNT = account("uid", "default", "test-sa");
    private static final Evidence BY_SECRET = recorded(PullCredentials.of(OWN));
    private static final Evidence BY_ACCOUNT = recorded(of(ACCOUNT));
    private static final Evidence BY_ALL = recorded(PullCredentials.EVERYBODY);
    private static final Evidence UNHASHED = recorded(PullCredentials.of(secret("default", "")));
    private static final Evidence NONE = new Evidence.None();
    private static final Evidence INTENDED = new Evidence.Intended();

    /// What a pod brings.
    record Own(List<PullSecret> secrets, Optional<PullAccount> account) {
        static final Own NOTHING = new Own(List.of(), Optional.empty());

        static Own of(PullSecret secret) {
            return new Own(List.of(secret), Optional.empty());
        }

        static Own of(PullAccount account) {
            return new Own(List.of(), Optional.of(account));
        }
    }

    /// What comes of it; in brackets what is recorded in addition.
    ///
    /// Cases of TestFileBasedImagePullManager_MustAttemptImagePull.
    static Stream<Arguments> uses() {
        return Stream.of(
                row(
                        "image exists and is recorded with pod's exact secret",
                        BY_SECRET,
                        Own.of(OWN),
                        "use"),
                row("image exists and is recorded, no pod secrets", BY_SECRET, Own.NOTHING, "pull"),
                row(
                        "image exists and is recorded with the same secret but different credential"
                                + " hash",
                        BY_SECRET,
                        Own.of(secret("default", "other")),
                        "use [default other]"),
                row(
                        "image exists and is recorded with a different secret with a different UID",
                        BY_SECRET,
                        Own.of(new PullSecret("another", "default", "pull-secret", "other")),
                        "pull"),
                row(
                        "image exists and is recorded with a different secret",
                        BY_SECRET,
                        Own.of(secret("elsewhere", "other")),
                        "pull"),
                row(
                        "image exists and is recorded with a different secret with the same"
                                + " credential hash",
                        BY_SECRET,
                        Own.of(secret("elsewhere", "hash")),
                        "use [elsewhere hash]"),
                row(
                        "image exists but the pull is recorded with a different image name but with"
                                + " the exact same secret",
                        recorded("docker.io/testing/different", PullCredentials.of(OWN)),
                        Own.of(OWN),
                        "pull unasked"),
                row(
                        "image exists and is recorded with empty credential mapping",
                        new Evidence.Recorded(new PulledRecord(THEN, "ref", Map.of())),
                        Own.NOTHING,
                        "pull unasked"),
                row(
                        "image exists and there are no records of it with"
                                + " NeverVerifyPreloadedImages pull policy",
                        NONE,
                        Own.NOTHING,
                        "use unasked"),
                row(
                        "image exists and there are no records of it with AlwaysVerify pull policy",
                        new PullVerification.Always(),
                        NONE,
                        Own.NOTHING,
                        "pull unasked"),
                row(
                        "image exists but is only recorded via pulling intent",
                        INTENDED,
                        Own.of(OWN),
                        "pull unasked"),
                row(
                        "image exists but is only recorded via pulling intent - NeverVerify policy",
                        NEVER,
                        INTENDED,
                        Own.of(OWN),
                        "use unasked"),
                row(
                        "image exists and is recorded as node-accessible, no pod secrets",
                        BY_ALL,
                        Own.NOTHING,
                        "use unasked"),
                row(
                        "image exists and is recorded as node-accessible, request with pod secrets",
                        BY_ALL,
                        Own.of(OWN),
                        "use unasked"),
                row(
                        "image exists and is recorded with empty hash as its hashing originally"
                                + " failed, the same fail for a different pod secret",
                        UNHASHED,
                        Own.of(secret("elsewhere", "")),
                        "pull"),
                row(
                        "image exists and is recorded with empty hash as its hashing originally"
                                + " failed, the same fail for the same pod secret",
                        UNHASHED,
                        Own.of(secret("default", "")),
                        "use [default ]"),
                row(
                        "image exists and is recorded with pod's exact service account",
                        BY_ACCOUNT,
                        Own.of(ACCOUNT),
                        "use"),
                row(
                        "image exists and is recorded, no pod service accounts",
                        BY_SECRET,
                        Own.NOTHING,
                        "pull"),
                row(
                        "image exists and is recorded with a different service account with"
                                + " different UID",
                        BY_ACCOUNT,
                        Own.of(account("another", "default", "test-sa")),
                        "pull"),
                row(
                        "image exists and is recorded with a different service account with"
                                + " different namespace",
                        BY_ACCOUNT,
                        Own.of(account("uid", "elsewhere", "test-sa")),
                        "pull"),
                row(
                        "image exists but the pull is recorded with a different image name but with"
                                + " the exact same service account",
                        recorded("docker.io/testing/different", of(ACCOUNT)),
                        Own.of(ACCOUNT),
                        "pull unasked"),
                row(
                        "image exists but is only recorded via pulling intent with service account",
                        INTENDED,
                        Own.of(ACCOUNT),
                        "pull unasked"),
                row(
                        "image exists but is only recorded via pulling intent with service account"
                                + " - NeverVerify policy",
                        NEVER,
                        INTENDED,
                        Own.of(ACCOUNT),
                        "use unasked"),
                row(
                        "image exists and is recorded as node-accessible, request with pod service"
                                + " accounts",
                        BY_ALL,
                        Own.of(ACCOUNT),
                        "use unasked"),
                row(
                        "a record that cannot be read lets nobody in, whatever the policy",
                        NEVER,
                        new Evidence.Unreadable(),
                        Own.of(OWN),
                        "pull unasked"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("uses")
    void decides(
            String name, PullVerification policy, Evidence evidence, Own own, String expected) {
        var outcome =
                switch (PullRecordCalculator.verdict(policy, IMAGE, evidence)) {
                    case Verdict.Granted _ -> "use unasked";
                    case Verdict.Refused _ -> "pull unasked";
                    case Verdict.Holders(var known) -> matched(known, own);
                };

        assertThat(outcome).as(name).isEqualTo(expected);
    }

    private static String matched(PullCredentials known, Own own) {
        var match = PullRecordCalculator.match(known, own.secrets(), own.account());
        var news = match.news().map(it -> " [" + it.namespace() + " " + it.credentialHash() + "]");
        return (match.granted() ? "use" : "pull") + news.orElse("");
    }

    @Test
    void withManySecretsNoFurtherOneIsRecordedForMatching() {
        var many =
                IntStream.range(0, 100)
                        .mapToObj(it -> new PullSecret("uid" + it, "ns", "name", "hash"))
                        .toList();
        var known = new PullCredentials(many, List.of(), false);

        assertThat(matched(known, Own.of(OWN))).isEqualTo("use");
        assertThat(matched(known, Own.of(new PullSecret("uid1", "ns", "name", "x"))))
                .isEqualTo("pull");
    }

    private static final PullSecret ONE = new PullSecret("uid1", "namespace1", "name1", "hash1");
    private static final PullSecret TWO = new PullSecret("uid2", "namespace2", "name2", "hash2");
    private static final PullSecret NEW = new PullSecret("new", "newnamespace", "new", "new");
    private static final PullAccount FIRST = account("sa-uid1", "default", "sa1");
    private static final PullAccount SECOND = account("sa-uid2", "kube-system", "sa2");
    private static final PulledRecord RECORD =
            new PulledRecord(
                    THEN,
                    "ref",
                    Map.of(
                            "one",
                            PullCredentials.of(ONE),
                            "two",
                            secrets(ONE, TWO),
                            "account",
                            of(FIRST),
                            "mixed",
                            new PullCredentials(List.of(ONE), List.of(SECOND), false),
                            "all",
                            PullCredentials.EVERYBODY));

    /// Cases of Test_pulledRecordMergeNewCreds.
    static Stream<Arguments> merges() {
        var between = new PullSecret("new", "namespace1", "newname", "new");
        var changed = new PullSecret("uid2", "namespace2", "name2", "new");
        var third = new PullSecret("uid3", "namespace2", "name3", "hash2");
        var unsorted = secrets(TWO, ONE);
        var another = account("new", "kube-system", "new");
        var sameName = account("different-uid", "default", "sa1");
        var nobody = new PullCredentials(List.of(), List.of(), false);
        return Stream.of(
                merge("create a new image record", "new", secrets(NEW), secrets(NEW)),
                merge(
                        "merge with an existing image secret",
                        "one",
                        secrets(NEW),
                        secrets(ONE, NEW)),
                merge(
                        "merge with existing image record secrets",
                        "two",
                        secrets(between),
                        secrets(ONE, between, TWO)),
                merge(
                        "node-accessible overrides all secrets",
                        "two",
                        PullCredentials.EVERYBODY,
                        PullCredentials.EVERYBODY),
                merge(
                        "new creds have the same secret coordinates but a different hash",
                        "two",
                        secrets(changed),
                        secrets(ONE, changed)),
                merge(
                        "new creds have the same hash but a different coordinates",
                        "two",
                        secrets(third),
                        secrets(ONE, TWO, third)),
                merge(
                        "create a new image record with service accounts",
                        "new",
                        of(another),
                        of(another)),
                merge(
                        "merge with existing service account",
                        "account",
                        of(another),
                        of(FIRST, another)),
                merge("no update when service account is identical", "account", of(FIRST)),
                merge(
                        "add service account to image with only secrets",
                        "two",
                        of(another),
                        new PullCredentials(List.of(ONE, TWO), List.of(another), false)),
                merge(
                        "add secret to image with only service accounts",
                        "account",
                        secrets(NEW),
                        new PullCredentials(List.of(NEW), List.of(FIRST), false)),
                merge(
                        "node-accessible overrides mixed credentials",
                        "mixed",
                        PullCredentials.EVERYBODY,
                        PullCredentials.EVERYBODY),
                merge(
                        "no update when image already marked as node-accessible with secrets",
                        "all",
                        secrets(NEW)),
                merge(
                        "no update when trying to add service account to node-accessible image",
                        "all",
                        of(another)),
                merge("empty credentials should not update", "one", nobody),
                merge("multiple secrets with sorting verification", "new", unsorted, unsorted),
                merge(
                        "multiple service accounts with sorting verification",
                        "new",
                        of(SECOND, FIRST),
                        of(SECOND, FIRST)),
                merge(
                        "service account with same namespace and name but different UID",
                        "account",
                        of(sameName),
                        of(sameName, FIRST)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("merges")
    void merges(
            String name, String image, PullCredentials more, Optional<PullCredentials> expected) {
        var next = PullRecordCalculator.merged(RECORD, image, more, NOW);

        assertThat(next)
                .as(name)
                .isEqualTo(
                        expected.map(
                                it -> {
                                    var all = new LinkedHashMap<>(RECORD.credentials());
                                    all.put(image, it);
                                    return new PulledRecord(NOW, "ref", all);
                                }));
    }

    private static Arguments row(String name, Evidence evidence, Own own, String expected) {
        return row(name, PRELOADED, evidence, own, expected);
    }

    private static Arguments row(
            String name, PullVerification policy, Evidence evidence, Own own, String expected) {
        return arguments(name, policy, evidence, own, expected);
    }

    /// One that changes nothing.
    private static Arguments merge(String name, String image, PullCredentials more) {
        return arguments(name, image, more, Optional.empty());
    }

    private static Arguments merge(
            String name, String image, PullCredentials more, PullCredentials expected) {
        return arguments(name, image, more, Optional.of(expected));
    }

    private static Evidence recorded(PullCredentials credentials) {
        return recorded(NAME, credentials);
    }

    private static Evidence recorded(String name, PullCredentials credentials) {
        return new Evidence.Recorded(new PulledRecord(THEN, "ref", Map.of(name, credentials)));
    }

    private static PullSecret secret(String namespace, String hash) {
        return new PullSecret("uid", namespace, "pull-secret", hash);
    }

    private static PullAccount account(String uid, String namespace, String name) {
        return new PullAccount(uid, namespace, name);
    }

    private static PullCredentials secrets(PullSecret... secrets) {
        return new PullCredentials(List.of(secrets), List.of(), false);
    }

    private static PullCredentials of(PullAccount... accounts) {
        return new PullCredentials(List.of(), List.of(accounts), false);
    }
}
