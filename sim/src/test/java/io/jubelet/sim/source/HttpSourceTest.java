package io.jubelet.sim.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.source.HttpSource;
import io.jubelet.core.source.ManifestProblems;
import io.jubelet.core.source.UrlManifests;
import io.jubelet.log.LogCapture;
import io.jubelet.log.LogSettings;
import io.jubelet.model.staticpod.StaticPods;
import io.jubelet.model.validation.ValidationOptions;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Static pods from an address that answers as it likes.
class HttpSourceTest {
    private static final String URL = "http://example/pods";
    private static final Duration PERIOD = Duration.ofSeconds(20);
    private static final String POD =
            """
            {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "NAME"},
             "spec": {"containers": [{"name": "main", "image": "example/image:1"}]}}
            """;

    private final SimScheduler scheduler = new SimScheduler(9, Pace.STEADY);
    private final SimScheduler.Session session = scheduler.attach("test");
    private final LogCapture log = LogCapture.start(LogSettings.defaults(), scheduler::now);
    private final List<List<String>> heard = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final ManifestProblems problems =
            new ManifestProblems(
                    (subject, type, reason, message) ->
                            events.add(type.text() + " " + reason + " " + message));
    private Supplier<String> answer = () -> "";

    @AfterEach
    void end() {
        session.close();
        log.close();
    }

    @Test
    void aSinglePodIsRead() {
        answer = () -> pod("web");
        start();

        assertThat(heard).containsExactly(List.of("web-node-1"));
    }

    @Test
    void aListOfPodsIsReadAndOfTwoWithOneNameTheFirstCounts() {
        answer = () -> list(pod("a"), pod("b"), pod("a"));
        start();

        assertThat(heard).containsExactly(List.of("a-node-1", "b-node-1"));
        assertThat(problems.current())
                .singleElement()
                .satisfies(problem -> assertThat(problem.reason()).contains("a-node-1_default"));
    }

    @Test
    void aPodThatIsLeftOutIsToldOfOnceWhileItIs() {
        answer = () -> list(pod("a"), pod("a"));
        start();
        scheduler.advance(PERIOD);
        answer = () -> list(pod("a"), pod("a"), pod("b"));
        scheduler.advance(PERIOD);

        assertThat(events)
                .singleElement(STRING)
                .matches(
                        "Warning FailedValidation Error validating pod a-node-1_default\\([0-9a-f]+"
                                + "\\) from http due to duplicate pod name \"a-node-1\", ignoring");

        answer = () -> pod("a");
        scheduler.advance(PERIOD);
        answer = () -> list(pod("a"), pod("a"));
        scheduler.advance(PERIOD);
        assertThat(events).hasSize(2);
    }

    @Test
    void whatDoesNotChangeIsToldOnce() {
        answer = () -> pod("web");
        start();
        scheduler.advance(Duration.ofHours(1));

        assertThat(heard).hasSize(1);
    }

    @Test
    void anAnswerThatIsWrongKeepsTheLastPodsAndSaysSoOnce() {
        answer = () -> pod("web");
        start();
        answer = () -> "{not json";
        scheduler.advance(Duration.ofHours(1));
        assertThat(heard).hasSize(1);
        assertThat(problems.current()).hasSize(1);
        assertThat(linesWith("Failed to read pods")).hasSize(1);
        answer = () -> pod("other");
        scheduler.advance(PERIOD);

        assertThat(heard.getLast()).containsExactly("other-node-1");
        assertThat(problems.current()).isEmpty();
        assertThat(linesWith("Successfully read pods")).hasSize(1);
    }

    @Test
    void anAddressThatDoesNotAnswerForHoursKeepsTheLastPods() {
        answer = () -> pod("web");
        start();
        answer =
                () -> {
                    throw new HostCallException(URL + ": connection refused");
                };
        scheduler.advance(Duration.ofHours(3));
        answer = () -> pod("web");
        scheduler.advance(PERIOD);

        assertThat(heard).hasSize(1);
        assertThat(linesWith("Failed to read pods")).hasSize(1);
        assertThat(linesWith("Successfully read pods")).hasSize(1);
        assertThat(problems.current()).isEmpty();
    }

    @Test
    void oneWrongPodOfAListRefusesTheList() {
        answer = () -> list(pod("good"), "{\"metadata\": {\"name\": \"bad\"}}");
        start();

        assertThat(heard).isEmpty();
        assertThat(problems.current()).hasSize(1);
    }

    @Test
    void anEmptyAnswerHasNoPodsAndTheSameListLaterIsHeardAgain() {
        answer = () -> pod("web");
        start();
        answer = () -> "";
        scheduler.advance(PERIOD);
        assertThat(heard.getLast()).isEmpty();
        answer = () -> pod("web");
        scheduler.advance(PERIOD);

        assertThat(heard.getLast()).containsExactly("web-node-1");
    }

    private void start() {
        var manifests =
                new UrlManifests(
                        new StaticPods("node-1", true, ValidationOptions.defaults()), scheduler);
        new HttpSource(
                        scheduler,
                        new HttpSource.Address(URL, () -> answer.get(), manifests, PERIOD),
                        (source, pods) -> heard.add(names(pods)),
                        problems)
                .start();
        scheduler.advance(Duration.ofSeconds(1));
    }

    private static List<String> names(List<DesiredPod> pods) {
        return pods.stream().map(pod -> pod.identity().name()).toList();
    }

    private static String pod(String name) {
        return POD.replace("NAME", name);
    }

    private static String list(String... pods) {
        return "{\"apiVersion\": \"v1\", \"kind\": \"PodList\", \"items\": ["
                + String.join(",", pods)
                + "]}";
    }

    private List<String> linesWith(String text) {
        return log.lines().stream().filter(line -> line.contains(text)).toList();
    }
}
