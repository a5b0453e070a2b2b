package io.jubelet.core.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.host.Programs;
import io.jubelet.core.host.Programs.Command;
import io.jubelet.core.image.AccountWish.Sharing;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.PullAccount;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.testing.KnownAccounts;
import io.jubelet.core.testing.StepExecution;
import io.jubelet.log.LogCapture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A program that wants to know the service account of the pod it is asked for.
final class AccountCredentialsTest {
    private static final String V1 = "credentialprovider.kubelet.k8s.io/v1";
    private static final String ID = "domain.io/identity-id";
    private static final String TYPE = "domain.io/identity-type";
    private static final ObjectName ACCOUNT = new ObjectName("ns", "sa-name");
    private static final PullAccount SOURCE = new PullAccount("sa-uid", "ns", "sa-name");
    private static final String IMAGE = "test.registry.io/foo/bar";
    private static final AccountWish WISH =
            new AccountWish("audience", Sharing.ACCOUNT, true, List.of(ID), List.of(TYPE));

    private final StepExecution execution = new StepExecution();
    private final Program program = new Program();
    private final KnownAccounts accounts = new KnownAccounts();
    private final LogCapture log = LogCapture.start();

    @AfterEach
    void closeLog() {
        log.close();
    }

    private static PullingPod pod(String name, String account) {
        return PullingPod.of(new PodIdentity("ns", name, new PodUid(name + "-uid")), account);
    }

    private PluginCredentials asking(AccountWish wish) {
        return new PluginCredentials(
                new PluginSettings(
                        "test-plugin",
                        List.of("test.registry.io"),
                        Duration.ofMinutes(10),
                        V1,
                        new Command("/plugins/test", List.of(), Map.of()),
                        Optional.of(wish)),
                program,
                execution);
    }

    private List<RegistryCredential> find(PluginCredentials credentials, String account) {
        return credentials.find(pod("pod-name", account), IMAGE, accounts);
    }

    /// Cases of Test_ProvideWithCoordinates.
    static Stream<Arguments> unanswered() {
        return Stream.of(
                arguments("[service account mode] sa name required but empty", "", Map.of(), ""),
                arguments(
                        "[service account mode] sa does not have required annotations",
                        "sa-name",
                        Map.of(TYPE, "type"),
                        ""),
                arguments(
                        "a service account that is not there",
                        "another",
                        Map.of(),
                        "failed to get service account: serviceaccounts \"another\" not found"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unanswered")
    void aProgramIsNotAskedFor(
            String name, String account, Map<String, String> annotations, String reason) {
        accounts.with(ACCOUNT, "sa-uid", annotations);

        assertThat(find(asking(WISH), account)).as(name).isEmpty();
        assertThat(program.asked).isEmpty();
        assertThat(accounts.requests()).isEmpty();
        // Not to be asked is nothing to worry about.
        assertThat(log.lines()).hasSize(reason.isEmpty() ? 0 : 1).allMatch(it -> has(it, reason));
    }

    private static boolean has(String line, String reason) {
        return line.contains(reason.replace("\"", "\\\"")) && line.contains("pod=\"ns/pod-name\"");
    }

    /// Cases of Test_ProvideWithCoordinates.
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = "[service account mode] failed to get service account token")
    void withoutATokenAProgramIsNotAsked(String name) {
        accounts.with(ACCOUNT, "sa-uid", Map.of(ID, "id")).refuse("failed to get token");

        assertThat(find(asking(WISH), "sa-name")).as(name).isEmpty();
        assertThat(program.asked).isEmpty();
        assertThat(log.lines())
                .singleElement()
                .asString()
                .contains("failed to get service account token: failed to get token");
    }

    /// Cases of Test_ProvideWithCoordinates.
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = "[service account mode] exact image match")
    void aProgramIsShownTheTokenAndTheAnnotationsThatItWants(String name) {
        accounts.with(ACCOUNT, "sa-uid", Map.of(TYPE, "type", ID, "id \"1\"", "other", "hidden"));

        assertThat(find(asking(WISH), "sa-name"))
                .as(name)
                .containsExactly(new RegistryCredential("user", "password").from(SOURCE));
        assertThat(program.asked)
                .containsExactly(
                        "{\"kind\":\"CredentialProviderRequest\",\"apiVersion\":\""
                                + V1
                                + "\",\"image\":\"test.registry.io/foo/bar\","
                                + "\"serviceAccountToken\":\"token-1\","
                                + "\"serviceAccountAnnotations\":{\"domain.io/identity-id\":"
                                + "\"id \\\"1\\\"\",\"domain.io/identity-type\":\"type\"}}\n");
        assertThat(accounts.requests())
                .containsExactly("ns/sa-name sa-uid for ns/pod-name to audience");
    }

    @Test
    void aPodWithoutAnAccountIsAskedForWithoutOneWhereThatWillDo() {
        var wish = new AccountWish("audience", Sharing.TOKEN, false, List.of(), List.of(TYPE));

        assertThat(find(asking(wish), ""))
                .containsExactly(new RegistryCredential("user", "password"));
        assertThat(program.asked)
                .singleElement()
                .asString()
                .endsWith("\"image\":\"test.registry.io/foo/bar\"}\n");
    }

    /// Cases of Test_ProvideWithCoordinates.
    static Stream<Arguments> echoes() {
        return Stream.of(
                arguments(
                        "[service account mode] cache type not token but service account echoed"
                                + " back",
                        Sharing.ACCOUNT,
                        0),
                arguments("the same where it counts for that token alone", Sharing.TOKEN, 1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("echoes")
    void aTokenAsAPassword(String name, Sharing sharing, int credentials) {
        accounts.with(ACCOUNT, "sa-uid", Map.of());
        program.password = "token-1";
        var wish = new AccountWish("audience", sharing, true, List.of(), List.of());

        assertThat(find(asking(wish), "sa-name")).as(name).hasSize(credentials);
        assertThat(log.lines()).hasSize(1 - credentials);
        assertThat(String.join("", log.lines())).doesNotContain("token-1");
        assertThat(find(asking(wish), "sa-name").toString()).doesNotContain("token-1");
    }

    /// Who comes second, and how often the program has been asked by then.
    ///
    /// Cases of Test_CacheKeyGeneration.
    static Stream<Arguments> seconds() {
        return Stream.of(
                arguments("image-sa-serviceaccount", "Image", Sharing.ACCOUNT, 1, 1, 2),
                arguments("image-sa-token", "Image", Sharing.TOKEN, 1, 2, 2),
                arguments("registry-sa-serviceaccount", "Registry", Sharing.ACCOUNT, 1, 1, 1),
                arguments("registry-sa-token", "Registry", Sharing.TOKEN, 1, 2, 1),
                arguments("global-sa-serviceaccount", "Global", Sharing.ACCOUNT, 1, 1, 1),
                arguments("global-sa-token", "Global", Sharing.TOKEN, 1, 2, 1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("seconds")
    void anAnswerCountsForTheAccountOrItsToken(
            String name, String scope, Sharing sharing, int same, int renewed, int otherImage) {
        accounts.with(ACCOUNT, "sa-uid", Map.of());
        program.scope = scope;
        var wish = new AccountWish("audience", sharing, true, List.of(), List.of(ID));

        var twice = asking(wish);
        find(twice, "sa-name");
        find(twice, "sa-name");
        assertThat(program.taken()).as(name).isEqualTo(same);

        var image = asking(wish);
        find(image, "sa-name");
        image.find(pod("pod-name", "sa-name"), "test.registry.io/other", accounts);
        assertThat(program.taken()).as("another image").isEqualTo(otherImage);

        var token = asking(wish);
        find(token, "sa-name");
        accounts.renew();
        find(token, "sa-name");
        assertThat(program.taken()).as("another token").isEqualTo(renewed);
    }

    @Test
    void anAnswerCountsForNoOtherAccount() {
        var other = new ObjectName("ns", "other");
        accounts.with(ACCOUNT, "sa-uid", Map.of()).with(other, "uid", Map.of());
        program.scope = "Global";
        var credentials =
                asking(new AccountWish("audience", Sharing.ACCOUNT, false, List.of(), List.of(ID)));
        find(credentials, "sa-name");

        find(credentials, "other");
        assertThat(program.taken()).isEqualTo(2);
        find(credentials, "");
        assertThat(program.taken()).isEqualTo(1);
        accounts.with(other, "made anew", Map.of());
        find(credentials, "other");
        assertThat(program.taken()).isEqualTo(1);
        accounts.with(ACCOUNT, "sa-uid", Map.of(ID, "id"));
        find(credentials, "sa-name");
        assertThat(program.taken()).isEqualTo(1);
    }

    @Test
    void onlyForItsOwnImagesIsAProgramWorthAsking() {
        var credentials = asking(WISH);

        assertThat(credentials.asksAccounts(IMAGE)).isTrue();
        assertThat(credentials.asksAccounts("elsewhere.io/foo")).isFalse();
        assertThat(NodeCredentials.NONE.and(credentials).asksAccounts(IMAGE)).isTrue();
        assertThat(NodeCredentials.NONE.asksAccounts(IMAGE)).isFalse();
    }

    /// A node without a cluster knows no accounts.
    @Test
    void withoutAClusterAProgramThatNeedsAnAccountIsNotAsked() {
        var found = asking(WISH).find(pod("pod-name", "sa-name"), IMAGE, ServiceAccounts.NONE);

        assertThat(found).isEmpty();
        assertThat(program.asked).isEmpty();
    }

    @Test
    void aProofTellsNobodyItsToken() {
        assertThat(new AccountProof(SOURCE, new TreeMap<>(), "hush").toString())
                .doesNotContain("hush");
    }

    private static final class Program implements Programs {
        private final List<String> asked = new ArrayList<>();
        private String scope = "Image";
        private String password = "password";

        @Override
        public byte[] ask(Command command, byte[] input) {
            asked.add(new String(input, StandardCharsets.UTF_8));
            return ("{\"kind\":\"CredentialProviderResponse\",\"apiVersion\":\"%s\","
                            + "\"cacheKeyType\":\"%s\",\"auth\":{\"test.registry.io\":"
                            + "{\"username\":\"user\",\"password\":\"%s\"}}}")
                    .formatted(V1, scope, password)
                    .getBytes(StandardCharsets.UTF_8);
        }

        /// How often it was asked since the last time.
        int taken() {
            var times = asked.size();
            asked.clear();
            return times;
        }
    }
}
