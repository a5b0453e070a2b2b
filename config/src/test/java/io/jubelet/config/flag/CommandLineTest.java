package io.jubelet.config.flag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.config.flag.CommandLine.Request;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CommandLineTest {
    private static CommandLine parse(String... arguments) {
        return CommandLine.parse(List.of(arguments), _ -> {});
    }

    @Test
    void emptyLineRunsOnDefaults() {
        CommandLine line = parse();
        assertThat(line.request()).isEqualTo(new Request.Run());
        assertThat(line.flags()).isEqualTo(KubeletFlags.defaults());
        assertThat(line.featureGates()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "--version=true", "--version=1"})
    void versionIsPrinted(String flag) {
        assertThat(parse(flag).request()).isEqualTo(new Request.Print("Kubernetes v1.36.4\n"));
    }

    @Test
    void rawVersionNamesTheRelease() {
        assertThat(parse("--version=raw").request())
                .isInstanceOfSatisfying(
                        Request.Print.class,
                        print ->
                                assertThat(print.text())
                                        .startsWith("version.Info{Major:\"1\", Minor:\"36\"")
                                        .contains("GitVersion:\"v1.36.4\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version=false", "--version=v1.36.4-node.1", "--version=v1.36.4"})
    void otherVersionsRun(String flag) {
        assertThat(parse(flag).request()).isEqualTo(new Request.Run());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "--help=true", "--version -h"})
    void helpIsPrintedAndWinsOverVersion(String line) {
        assertThat(parse(line.split(" ")).request())
                .isInstanceOfSatisfying(
                        Request.Print.class,
                        print -> assertThat(print.text()).contains("\nUsage:\n  kubelet\n"));
    }

    @Test
    void helpIsLaidOutAsUpstreamDoes() {
        String help = ((Request.Print) parse("--help").request()).text();
        assertThat(help.lines())
                .contains(
                        "      --manifest-url-header colonSeparatedMultimapStringString   Headers"
                                + " for that URL, Name:value; may be repeated (DEPRECATED: This"
                                + " parameter should be set via the config file specified by the"
                                + " Kubelet's --config flag. See https://kubernetes.io/docs/tasks/"
                                + "administer-cluster/kubelet-config-file/ for more information.)",
                        "  -h, --help                                                     "
                                + "Print this and end",
                        "      --root-dir string                                          Folder of"
                                + " this agent's files (default \"/var/lib/kubelet\")");
        assertThat(help.lines().filter(line -> line.matches(" +(-., )?--.*"))).hasSize(149);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Foo=true | unrecognized feature gate: Foo",
                "NodeSwap=false | cannot set feature gate NodeSwap to false, feature is locked to"
                        + " true"
            })
    void gatesAreRefusedInUpstreamsWords(String gates, String problem) {
        Map<String, Boolean> requests = parse("--feature-gates=" + gates).featureGates();
        assertThatThrownBy(() -> CommandLine.gates(requests))
                .isInstanceOf(FlagException.class)
                .hasMessage(
                        "failed to set feature gates from initial flags-based config: " + problem);
    }

    @Test
    void gatesOfTheFlagAreKnown() {
        var requests = parse("--feature-gates=EventedPLEG=true,QOSReserved=false").featureGates();
        assertThat(requests).isEqualTo(Map.of("EventedPLEG", true, "QOSReserved", false));
        assertThat(CommandLine.gates(requests).enabled("EventedPLEG")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a=b",
                "kubernetes.io/os=linux",
                "node.kubernetes.io/anything=x",
                "x.node.kubernetes.io/anything=x",
                "example.com/a=",
                "a"
            })
    void labelsThatANodeMayHave(String labels) {
        assertThatCode(() -> parse("--node-labels=" + labels).checkFlags())
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kubernetes.io/foo=b,x.k8s.io/a=b | unknown 'kubernetes.io' or 'k8s.io' labels"
                        + " specified with --node-labels: [kubernetes.io/foo x.k8s.io/a]",
                "a/b/c=d | invalid node labels: 'a/b/c' - a valid label key must consist of",
                "a=b_ | invalid node labels: 'b_' - a valid label must be an empty string or"
            })
    void labelsThatANodeMayNotHave(String labels, String problem) {
        assertThatThrownBy(() -> parse("--node-labels=" + labels).checkFlags())
                .isInstanceOf(FlagException.class)
                .hasMessageStartingWith("failed to validate kubelet flags: " + problem);
    }

    @Test
    void valuesListEveryFlagAndMaskSecrets() {
        Map<String, String> values =
                parse(
                                "--port=7",
                                "--cluster-dns=a,b",
                                "--manifest-url-header=Authorization:secret",
                                "--storage-driver-password=secret")
                        .values();
        assertThat(values)
                .hasSize(149)
                .containsEntry("port", "7")
                .containsEntry("max-pods", "110")
                .containsEntry("cluster-dns", "[a,b]")
                .containsEntry("manifest-url-header", "<masked>")
                .containsEntry("storage-driver-password", "<masked>");
    }
}
