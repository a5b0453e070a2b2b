package io.jubelet.core.node;

import static io.jubelet.core.node.NodeFixture.NOW;
import static io.jubelet.core.node.NodeFixture.WELL;
import static io.jubelet.core.node.NodeFixture.machine;
import static io.jubelet.core.node.NodeFixture.news;
import static io.jubelet.core.node.NodeFixture.settings;
import static io.jubelet.core.node.NodeFixture.shares;
import static io.jubelet.core.node.NodeFixture.under;
import static io.jubelet.core.node.NodeFixture.withImages;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Node;
import io.jubelet.api.core.NodeCondition;
import io.jubelet.api.meta.Time;
import io.jubelet.core.host.MachineFacts;
import io.jubelet.core.runtime.ImageService.ListedImage;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimeHealth.Condition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class NodeStatusCalculatorTest {
    private static final Node BLANK = Node.getDefaultInstance();

    static Stream<Arguments> runtimes() {
        var second = Optional.of(Duration.ofSeconds(1));
        var network = new Condition(false, "NetworkPluginNotReady", "cni plugin not initialized");
        var noNetwork = Optional.of(new RuntimeHealth(Condition.OK, network));
        var broken =
                Optional.of(new RuntimeHealth(new Condition(false, "Why", "because"), network));
        return Stream.of(
                row("new, ready", WELL, "kubelet is posting ready status"),
                row(
                        "nothing heard yet",
                        runtime(Optional.empty(), Optional.empty(), Optional.empty()),
                        "[container runtime status check may not have completed yet, PLEG is not"
                                + " healthy: pleg has yet to be successful, network state"
                                + " unknown]"),
                row(
                        "no network",
                        runtime(noNetwork, second, second),
                        "container runtime network not ready: NetworkReady=false"
                                + " reason:NetworkPluginNotReady message:cni plugin not"
                                + " initialized"),
                row(
                        "new, not ready: runtime and network errors",
                        runtime(broken, second, second),
                        "[container runtime not ready: RuntimeReady=false reason:Why"
                                + " message:because, container runtime network not ready:"
                                + " NetworkReady=false reason:NetworkPluginNotReady message:cni"
                                + " plugin not initialized]"),
                row(
                        "the runtime did not answer for 29 s",
                        silentFor(Duration.ofSeconds(29)),
                        "kubelet is posting ready status"),
                row(
                        "the runtime did not answer for 30 s",
                        silentFor(Duration.ofSeconds(30)),
                        "container runtime is down"),
                row(
                        "the whole runtime was not seen for 3 minutes",
                        unlistedFor(Duration.ofMinutes(3)),
                        "kubelet is posting ready status"),
                row(
                        "the whole runtime was not seen for longer",
                        unlistedFor(Duration.ofMillis(185_200)),
                        "PLEG is not healthy: pleg was last seen active 3m5.2s ago; threshold is"
                                + " 3m0s"));
    }

    private static Arguments row(String name, NodeNews.RuntimeNews runtime, String message) {
        return Arguments.of(name, runtime, message);
    }

    private static NodeNews.RuntimeNews runtime(
            Optional<RuntimeHealth> health,
            Optional<Duration> sinceReady,
            Optional<Duration> sinceListed) {
        return new NodeNews.RuntimeNews(health, WELL.version(), sinceReady, sinceListed);
    }

    private static NodeNews.RuntimeNews silentFor(Duration time) {
        return runtime(WELL.health(), Optional.of(time), WELL.sinceListed());
    }

    private static NodeNews.RuntimeNews unlistedFor(Duration time) {
        return runtime(WELL.health(), WELL.sinceReady(), Optional.of(time));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runtimes")
    void readySaysHowTheRuntimeIs(String name, NodeNews.RuntimeNews runtime, String message) {
        var ready = ready(calculate(BLANK, news(machine(), runtime)).node());
        var good = message.equals("kubelet is posting ready status");

        assertThat(ready.getMessage()).isEqualTo(message);
        assertThat(ready.getStatus()).isEqualTo(good ? "True" : "False");
        assertThat(ready.getReason()).isEqualTo(good ? "KubeletReady" : "KubeletNotReady");
    }

    private static NodeStatusCalculator.Result calculate(Node existing, NodeNews news) {
        return NodeStatusCalculator.calculate(existing, settings(), news);
    }

    private static NodeCondition ready(Node node) {
        return node.getStatus().getConditionsList().getLast();
    }

    @Test
    void newNotReadyMissingCapacities() {
        var small = machine();
        var noDisk =
                new MachineFacts(small.identity(), 2, 1 << 20, 0, List.of(), OptionalLong.empty());

        assertThat(ready(calculate(BLANK, news(noDisk, WELL)).node()).getMessage())
                .isEqualTo("missing node capacity for resources: ephemeral-storage");
        assertThat(
                        ready(
                                        NodeStatusCalculator.calculate(
                                                        BLANK,
                                                        settings(shares(0, Map.of(), false), 50),
                                                        news(noDisk, WELL))
                                                .node())
                                .getStatus())
                .isEqualTo("True");
    }

    static Stream<Arguments> transitions() {
        return Stream.of(
                Arguments.of("transition to ready", "False", WELL, true, "NodeReady"),
                Arguments.of(
                        "transition to not ready",
                        "True",
                        silentFor(Duration.ofHours(1)),
                        true,
                        "NodeNotReady"),
                Arguments.of("ready, no transition", "True", WELL, false, ""),
                Arguments.of(
                        "not ready, no transition",
                        "False",
                        silentFor(Duration.ofHours(1)),
                        false,
                        ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("transitions")
    void readyKeepsTheTimeOfItsLastTransition(
            String name, String before, NodeNews.RuntimeNews runtime, boolean moves, String event) {
        var old = calculate(BLANK, news()).node().toBuilder();
        var earlier = Time.newBuilder().setSeconds(7).build();
        old.getStatusBuilder()
                .getConditionsBuilder(3)
                .setStatus(before)
                .setLastTransitionTime(earlier);

        var result = calculate(old.build(), news(machine(), runtime));

        var since = ready(result.node()).getLastTransitionTime().getSeconds();
        assertThat(since).isEqualTo(moves ? NOW.getEpochSecond() : 7);
        assertThat(result.events().stream().map(NodeEvent::reason))
                .isEqualTo(moves ? List.of(event) : List.of());
    }

    @Test
    void readyComesLastAndEveryPressureIsTold() {
        var fine = calculate(BLANK, news());
        var bad = calculate(fine.node(), under(new NodeNews.Pressure(true, true, true)));

        assertThat(reasons(fine.node()))
                .containsExactly(
                        "MemoryPressure=False KubeletHasSufficientMemory",
                        "DiskPressure=False KubeletHasNoDiskPressure",
                        "PIDPressure=False KubeletHasSufficientPID",
                        "Ready=True KubeletReady");
        assertThat(reasons(bad.node()))
                .containsExactly(
                        "MemoryPressure=True KubeletHasInsufficientMemory",
                        "DiskPressure=True KubeletHasDiskPressure",
                        "PIDPressure=True KubeletHasInsufficientPID",
                        "Ready=True KubeletReady");
        assertThat(fine.events().stream().map(NodeEvent::message))
                .containsExactly(
                        "Node node-a status is now: NodeHasSufficientMemory",
                        "Node node-a status is now: NodeHasNoDiskPressure",
                        "Node node-a status is now: NodeHasSufficientPID");
        assertThat(bad.events().stream().map(NodeEvent::reason))
                .containsExactly(
                        "NodeHasInsufficientMemory",
                        "NodeHasDiskPressure",
                        "NodeHasInsufficientPID");
    }

    private static List<String> reasons(Node node) {
        return node.getStatus().getConditionsList().stream()
                .map(c -> c.getType() + "=" + c.getStatus() + " " + c.getReason())
                .toList();
    }

    @Test
    void nodeRebootEventIsRecorded() {
        var old = calculate(BLANK, news()).node().toBuilder();
        old.getStatusBuilder().getNodeInfoBuilder().setBootID("boot-0");

        assertThat(calculate(old.build(), news()).events().stream().map(NodeEvent::message))
                .containsExactly("Node node-a has been rebooted, boot id: boot-1");
    }

    @Test
    void versionsSetInNodeInfo() {
        var info = calculate(BLANK, news()).node().getStatus().getNodeInfo();

        assertThat(info.getContainerRuntimeVersion()).isEqualTo("containerd://2.4.2");
        assertThat(info.getKubeletVersion()).isEqualTo("v1.36.4");
        assertThat(info.getKubeProxyVersion()).isEmpty();
        assertThat(info.getKernelVersion()).isEqualTo("6.1.0");
        assertThat(info.getOperatingSystem() + "/" + info.getArchitecture())
                .isEqualTo("linux/amd64");
        assertThat(info.hasSwap()).isFalse();
    }

    @Test
    void imagesAreSortedBySizeAndBothTheirNumberAndNamesAreLimited() {
        var names = IntStream.range(0, 4).mapToObj(i -> "tag" + i).toList();
        var small = new ListedImage("a", List.of("d1", "d2"), names, 1, false);
        var large = new ListedImage("b", List.of(), List.of("large"), 9, false);
        var equal = new ListedImage("c", List.of(), List.of("equal"), 9, false);

        var all = withImages(List.of(small, large, equal));

        assertThat(images(all, 50))
                .containsExactly("[equal] 9", "[large] 9", "[d1, d2, tag0, tag1, tag2] 1");
        assertThat(images(all, 1)).containsExactly("[equal] 9");
        assertThat(images(all, -1)).hasSize(3);
    }

    private static List<String> images(NodeNews news, int most) {
        var settings = settings(shares(0, Map.of(), true), most);
        var node = NodeStatusCalculator.calculate(BLANK, settings, news).node();
        return node.getStatus().getImagesList().stream()
                .map(image -> image.getNamesList() + " " + image.getSizeBytes())
                .toList();
    }

    @Test
    void handlersAreSortedAndTellBothFeatures() {
        var health =
                new RuntimeHealth(
                        Condition.OK,
                        Condition.OK,
                        List.of(
                                new RuntimeHealth.Handler("runc", true, true),
                                new RuntimeHealth.Handler("", true, false)),
                        Optional.of(new RuntimeHealth.Features(true, false)));

        var status =
                calculate(
                                BLANK,
                                news(
                                        machine(),
                                        runtime(
                                                Optional.of(health),
                                                WELL.sinceReady(),
                                                WELL.sinceListed())))
                        .node()
                        .getStatus();

        assertThat(status.getRuntimeHandlersList().stream().map(handler -> handler.getName()))
                .containsExactly("", "runc");
        assertThat(status.getRuntimeHandlers(0).getFeatures().hasUserNamespaces()).isTrue();
        assertThat(status.getFeatures().getSupplementalGroupsPolicy()).isTrue();
    }

    @Test
    void whatIsNotOursStays() {
        var old = calculate(BLANK, news()).node().toBuilder();
        old.getStatusBuilder()
                .addConditions(0, NodeCondition.newBuilder().setType("NetworkUnavailable"))
                .addVolumesInUse("kept");

        var status = calculate(old.build(), news()).node().getStatus();

        assertThat(status.getConditions(0).getType()).isEqualTo("NetworkUnavailable");
        assertThat(status.getVolumesInUseList()).containsExactly("kept");
    }
}
