package io.jubelet.core.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.Programs;
import io.jubelet.core.host.Programs.Command;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.StepExecution;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PluginCredentialsTest {
    private static final String V1 = "credentialprovider.kubelet.k8s.io/v1";
    private static final PullingPod POD =
            PullingPod.of(Pods.pod("web").build().identity(), "robot");
    private static final RegistryCredential ANN = new RegistryCredential("ann", "secret");

    private final StepExecution execution = new StepExecution();
    private final Program program = new Program();

    @Test
    void aProgramIsAskedForTheImageInItsOwnWords() {
        program.answers("Image", "\"1h\"");

        assertThat(find("registry.example/app")).containsExactly(ANN);
        assertThat(program.asked)
                .containsExactly(
                        "{\"kind\":\"CredentialProviderRequest\",\"apiVersion\":\""
                                + V1
                                + "\","
                                + "\"image\":\"registry.example/app\"}\n");
    }

    @Test
    void aProgramIsNotAskedForImagesThatAreNotItsOwn() {
        assertThat(find("other.example/app")).isEmpty();
        assertThat(program.asked).isEmpty();
    }

    /// Cases of Test_ProvideWithCoordinates.
    static Stream<Arguments> places() {
        var exact = "registry.example";
        return Stream.of(
                arguments("exact image match, with Registry cache key", exact, "Registry"),
                arguments("exact image match, with Image cache key", exact, "Image"),
                arguments("exact image match, with Global cache key", exact, "Global"),
                arguments(
                        "wild card image match, with Registry cache key", "*.example", "Registry"),
                arguments("wild card image match, with Image cache key", "*.example", "Image"),
                arguments("wild card image match, with Global cache key", "*.example", "Global"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("places")
    void aProgramIsAskedOnceForImagesThatAreItsOwn(String name, String place, String scope) {
        program.answers(scope, "\"1h\"");
        var known = asking(place);

        for (var time = 0; time < 2; time++) {
            assertThat(known.find(POD, "registry.example/app", ServiceAccounts.NONE))
                    .as(name)
                    .containsExactly(ANN);
        }
        assertThat(program.asked).hasSize(1);
    }

    /// Cases of Test_CacheKeyGeneration.
    static Stream<Arguments> scopes() {
        return Stream.of(
                arguments("image-no-sa", "Image", "registry.example/app"),
                arguments("registry-no-sa", "Registry", "registry.example/other"),
                arguments("global-no-sa", "Global", "second.example/app"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scopes")
    void anAnswerCountsForEveryPod(String name, String scope, String next) {
        var other = PullingPod.of(Pods.pod("other").build().identity(), "another");
        program.answers(scope, "\"1h\"");
        find("registry.example/app");

        assertThat(credentials.find(other, next, ServiceAccounts.NONE))
                .as(name)
                .containsExactly(ANN);
        assertThat(program.asked).hasSize(1);
    }

    @ParameterizedTest(name = "kept by {0}, then {1}: asked {2} times")
    @CsvSource({
        "Image, registry.example/app, 1",
        "Image, registry.example/other, 2",
        "Registry, registry.example/other, 1",
        "Registry, second.example/app, 2",
        "Global, second.example/app, 1",
    })
    void anAnswerCountsForWhatItSays(String scope, String next, int times) {
        program.answers(scope, "\"1h\"");
        find("registry.example/app");
        find(next);

        assertThat(program.asked).hasSize(times);
    }

    @ParameterizedTest(name = "duration {0}, {1} s later: asked {2} times")
    @CsvSource({
        "'\"1m\"', 60, 1",
        "'\"1m\"', 61, 2",
        "'\"0s\"', 0, 2",
        "null, 600, 1",
        "null, 601, 2",
    })
    void anAnswerCountsForAsLongAsItSaysOrTheConfigurationDoes(
            String duration, long later, int times) {
        program.answers("Image", duration);
        find("registry.example/app");
        execution.pass(Duration.ofSeconds(later));
        find("registry.example/app");

        assertThat(program.asked).hasSize(times);
    }

    @Test
    void aProgramThatFailsHasNoCredentialsAndIsAskedAgain() {
        program.fails = true;
        assertThat(find("registry.example/app")).isEmpty();
        program.fails = false;
        program.answers("Image", "null");

        assertThat(find("registry.example/app")).containsExactly(ANN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "{\"kind\":\"CredentialProviderResponse\",\"apiVersion\":\"secret/v9\"}",
                "{\"kind\":\"Other\",\"apiVersion\":\"credentialprovider.kubelet.k8s.io/v1\"}",
            })
    void whatIsNoAnswerIsRefused(String printed) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PluginAnswer.read(printed.getBytes(StandardCharsets.UTF_8), V1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"auth\": \"hush\"", "\"hush\": 1", "\"cacheDuration\": \"hush\""})
    void nothingOfAWrongAnswerIsTold(String field) {
        var printed =
                "{\"kind\":\"CredentialProviderResponse\",\"apiVersion\":\"%s\",%s,%s}"
                        .formatted(V1, "\"cacheKeyType\":\"Image\"", field);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PluginAnswer.read(printed.getBytes(StandardCharsets.UTF_8), V1))
                .withMessageNotContaining("hush");
    }

    private List<RegistryCredential> find(String repository) {
        return credentials.find(POD, repository, ServiceAccounts.NONE);
    }

    private final PluginCredentials credentials = asking("registry.example", "second.example");

    private PluginCredentials asking(String... places) {
        return new PluginCredentials(
                new PluginSettings(
                        "test",
                        List.of(places),
                        Duration.ofMinutes(10),
                        V1,
                        new Command("/plugins/test", List.of(), Map.of()),
                        Optional.empty()),
                program,
                execution);
    }

    private static final class Program implements Programs {
        private final List<String> asked = new ArrayList<>();
        private String answer = "";
        private boolean fails;

        void answers(String scope, String duration) {
            answer =
                    ("{\"kind\":\"CredentialProviderResponse\",\"apiVersion\":\"%s\","
                                    + "\"cacheKeyType\":\"%s\",\"cacheDuration\":%s,\"auth\":"
                                    + "{\"*.example\":{\"username\":\"ann\","
                                    + "\"password\":\"secret\"}}}")
                            .formatted(V1, scope, duration);
        }

        @Override
        public byte[] ask(Command command, byte[] input) {
            asked.add(new String(input, StandardCharsets.UTF_8));
            if (fails) {
                throw new HostCallException("/plugins/test: exit status 1");
            }
            return answer.getBytes(StandardCharsets.UTF_8);
        }
    }
}
