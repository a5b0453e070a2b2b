package io.jubelet.config.flag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class FlagParserTest {
    private static final String LEVEL =
            "invalid argument \"x\" for \"-v, --v\" flag: strconv.ParseUint: parsing \"x\":"
                    + " invalid syntax";

    private static CommandLine parse(String... arguments) {
        return CommandLine.parse(List.of(arguments), _ -> {});
    }

    private static KubeletConfiguration config(String... arguments) {
        var builder = KubeletConfiguration.newBuilder();
        parse(arguments).applyTo(builder);
        return builder.build();
    }

    private static Arguments row(String problem, String... arguments) {
        return Arguments.of(problem, List.of(arguments));
    }

    private static Arguments bad(String flag, String value, String cause) {
        String quoted = "\"" + value.replace("\"", "\\\"") + "\"";
        String problem = "invalid argument %s for \"%s\" flag: %s".formatted(quoted, flag, cause);
        return row(problem, flag + "=" + value);
    }

    private static Stream<Arguments> mistakesOfSyntax() {
        return Stream.of(
                row("unknown flag: --nope", "--nope"),
                row("unknown flag: --pod-infra-container-image", "--pod-infra-container-image=x"),
                row("unknown shorthand flag: 'z' in -z", "-z"),
                row("unknown shorthand flag: 'x' in -x", "-hx"),
                row("bad flag syntax: --=x", "--=x"),
                row("bad flag syntax: ---x", "---x"),
                row("flag needs an argument: --port", "--port"),
                row("flag needs an argument: --logging-format", "--logging-format"),
                row("flag needs an argument: 'v' in -v", "-v"));
    }

    private static Stream<Arguments> mistakesOfNumbers() {
        return Stream.of(
                bad("--port", "x", "strconv.ParseInt: parsing \"x\": invalid syntax"),
                bad("--port", "08", "strconv.ParseInt: parsing \"08\": invalid syntax"),
                bad("--port", "", "strconv.ParseInt: parsing \"\": invalid syntax"),
                bad(
                        "--port",
                        "99999999999",
                        "strconv.ParseInt: parsing \"99999999999\": value out of range"),
                bad(
                        "--event-qps",
                        "-2147483649",
                        "strconv.ParseInt: parsing \"-2147483649\": value out of range"),
                bad("--pod-max-pids", "x", "strconv.ParseInt: parsing \"x\": invalid syntax"),
                bad(
                        "--pod-max-pids",
                        "9223372036854775808",
                        "strconv.ParseInt: parsing \"9223372036854775808\": value out of range"),
                bad(
                        "--maximum-dead-containers",
                        "1.5",
                        "strconv.ParseInt: parsing \"1.5\": invalid syntax"),
                bad(
                        "--fail-swap-on",
                        "maybe",
                        "strconv.ParseBool: parsing \"maybe\": invalid syntax"),
                bad("--version", "x", "strconv.ParseBool: parsing \"x\": invalid syntax"),
                row(
                        "invalid argument \"x\" for \"-h, --help\" flag: strconv.ParseBool:"
                                + " parsing \"x\": invalid syntax",
                        "--help=x"),
                row(LEVEL, "-v=x"),
                row(LEVEL, "-vx"),
                row(LEVEL, "--v", "x"),
                bad("--sync-frequency", "5", "time: missing unit in duration \"5\""),
                bad("--sync-frequency", "1y", "time: unknown unit \"y\" in duration \"1y\""),
                bad("--sync-frequency", "", "time: invalid duration \"\""));
    }

    private static Stream<Arguments> mistakesOfLists() {
        return Stream.of(
                bad("--eviction-hard", "foo", "malformed pair, expect string<string"),
                bad("--feature-gates", "Foo", "malformed pair, expect string=bool"),
                bad(
                        "--feature-gates",
                        "A=x",
                        "invalid value of A: x, err: strconv.ParseBool: parsing \"x\":"
                                + " invalid syntax"),
                bad("--address", "1.2.3", "\"1.2.3\" is not a valid IP address"),
                bad("--register-with-taints", "foo", "invalid taint spec: foo"),
                bad(
                        "--register-with-taints",
                        "a=b:X",
                        "invalid taint effect: X, unsupported taint effect"),
                bad(
                        "--register-with-taints",
                        "a:NoSchedule,a:NoSchedule",
                        "duplicated taints with the same key and effect: {a  NoSchedule <nil>}"),
                bad(
                        "--reserved-memory",
                        "x",
                        "the reserved memory has incorrect format, expected"
                                + " numaNodeID:type=quantity[,type=quantity...], got x"),
                bad(
                        "--reserved-memory",
                        "x:memory=1",
                        "failed to convert the NUMA node ID, expected integer, got x"),
                bad(
                        "--reserved-memory",
                        "0:mem=1",
                        "memory type conversion error, unknown type: \"mem\""),
                bad(
                        "--reserved-memory",
                        "0:memory",
                        "the reserved limit has incorrect value, expected type=quantity,"
                                + " got memory"),
                bad("--reserved-memory", "0:memory=zz", "failed to parse the quantity: zz"),
                bad("--manifest-url-header", "a", "malformed pair, expect string:string"),
                bad("--cpu-manager-policy-options", "a", "malformed pair, expect string=string"));
    }

    private static Stream<Arguments> mistakesOfOtherKinds() {
        return Stream.of(
                bad("--vmodule", "x", "\"x\" does not have the pattern=N format"),
                bad(
                        "--vmodule",
                        "x=y",
                        "parsing verbosity in \"x=y\": strconv.ParseUint: parsing \"y\":"
                                + " invalid syntax"),
                bad(
                        "--log-json-info-buffer-size",
                        "zz",
                        "quantities must match the regular expression"
                                + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
                bad(
                        "--cluster-dns",
                        "\"",
                        "parse error on line 1, column 2: extraneous or missing \" in"
                                + " quoted-field"),
                bad(
                        "--cluster-dns",
                        "a\"b",
                        "parse error on line 1, column 2: bare \" in non-quoted-field"),
                bad(
                        "--cluster-dns",
                        "\"a\"b",
                        "parse error on line 1, column 3: extraneous or missing \" in"
                                + " quoted-field"),
                bad("--enable-load-reader", "x", "parse error"),
                bad("--housekeeping-interval", "x", "parse error"),
                bad("--application-metrics-count-limit", "x", "parse error"),
                bad(
                        "--application-metrics-count-limit",
                        "9223372036854775808",
                        "value out of range"),
                bad(
                        "--version",
                        "v1.40.1",
                        "version \"v1.40.1\" must match major/minor/patch of default version"
                                + " \"v1.36.4\""),
                bad("--version", "v1", "illegal version string \"v1\""),
                bad(
                        "--version",
                        "v1.36.4-",
                        "could not parse pre-release/metadata (-) in version \"v1.36.4-\""));
    }

    /// Each message was printed by the Go kubelet of the same release for the same arguments.
    @ParameterizedTest(name = "{1}")
    @MethodSource({
        "mistakesOfSyntax",
        "mistakesOfNumbers",
        "mistakesOfLists",
        "mistakesOfOtherKinds"
    })
    void mistakesAreToldAsUpstreamDoes(String problem, List<String> arguments) {
        assertThatThrownBy(() -> CommandLine.parse(arguments, _ -> {}))
                .isInstanceOf(FlagException.class)
                .hasMessage("failed to parse kubelet flag: " + problem);
    }

    @ParameterizedTest
    @CsvSource({"foo,foo", "-- foo,foo", "--port=1 foo bar,foo", "-,-", "-- --port=x,--port=x"})
    void wordsThatAreNoFlagsAreUnknownCommands(String line, String command) {
        assertThatThrownBy(() -> parse(line.split(" ")))
                .isInstanceOf(FlagException.class)
                .hasMessage("unknown command " + command);
    }

    @ParameterizedTest
    @CsvSource({
        "--port=7",
        "--port 7",
        "--port=0x7",
        "--port=+7",
        "--port=1 --port=7",
        "--port=07",
        "--port=0b111",
        "--fail-swap-on --port 7",
        "--fail-swap-on=false --port 7",
        "--port 7 --"
    })
    void valuesMayBeWrittenInAllOfGosWays(String line) {
        assertThat(config(line.split(" ")).getPort()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({"-v=4", "-v 4", "-v4", "--v 4", "--v=4", "-v 1 -v 4"})
    void verbosityHasAShorthand(String line) {
        assertThat(config(line.split(" ")).getLogging().getVerbosity()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"--fail-swap-on,true", "--fail-swap-on=0,false", "--fail_swap_on=F,false"})
    void switchNeedsNoValueAndNamesMayHaveUnderscores(String flag, boolean expected) {
        assertThat(config(flag).getFailSwapOn()).isEqualTo(expected);
    }

    @Test
    void switchDoesNotTakeTheNextWord() {
        assertThatThrownBy(() -> parse("--fail-swap-on", "false"))
                .hasMessage("unknown command false");
    }

    @Test
    void valueMayLookLikeAFlag() {
        assertThat(config("--cluster-domain", "--port").getClusterDomain()).isEqualTo("--port");
        assertThat(config("--cluster-domain=").hasClusterDomain()).isTrue();
    }

    @Test
    void repeatedListsAreJoinedAndRepeatedMapsMerged() {
        var config =
                config(
                        "--cluster-dns=1.1.1.1",
                        "--cluster-dns=2.2.2.2,3.3.3.3",
                        "--kube-reserved=cpu=1,memory=1Gi",
                        "--kube-reserved=cpu=2",
                        "--cpu-manager-policy-options=a=b",
                        "--cpu-manager-policy-options=c=d,e",
                        "--reserved-memory=0:memory=1Gi",
                        "--reserved-memory=1:memory=2Gi;2:hugepages-2Mi=4Mi",
                        "--manifest-url-header=a:b,c:d",
                        "--manifest-url-header=a:e",
                        "--vmodule=a=1",
                        "--vmodule=b=2");
        assertThat(config.getClusterDNSList()).containsExactly("1.1.1.1", "2.2.2.2", "3.3.3.3");
        assertThat(config.getKubeReservedMap()).isEqualTo(Map.of("cpu", "2", "memory", "1Gi"));
        assertThat(config.getCpuManagerPolicyOptionsMap()).isEqualTo(Map.of("a", "b", "c", "d,e"));
        assertThat(config.getReservedMemoryList()).hasSize(3);
        assertThat(config.getStaticPodURLHeaderOrThrow("a").getValuesList())
                .containsExactly("b", "e");
        assertThat(config.getLogging().getVmoduleList()).hasSize(2);
    }

    @Test
    void repeatedTaintsAreReplaced() {
        var config =
                config("--register-with-taints=a:NoSchedule", "--register-with-taints=b:NoExecute");
        assertThat(config.getRegisterWithTaintsList()).hasSize(1);
        assertThat(config.getRegisterWithTaints(0).getKey()).isEqualTo("b");
    }

    @Test
    void quotedListPartsMayHoldCommas() {
        assertThat(config("--cluster-dns=\"a,b\",\"c\"\"d\",").getClusterDNSList())
                .containsExactly("a,b", "c\"d", "");
    }

    @Test
    void flagReplacesTheListOfAFileButAddsItsGatesAndPatterns() {
        var file = KubeletConfiguration.newBuilder();
        file.addClusterDNS("9.9.9.9").putFeatureGates("A", true).putFeatureGates("B", true);
        file.putEvictionHard("memory.available", "1Gi");
        file.getLoggingBuilder().addVmoduleBuilder().setFilePattern("x").setVerbosity(1);
        parse(
                        "--cluster-dns=1.1.1.1",
                        "--feature-gates=B=false,C=true",
                        "--eviction-hard=nodefs.available<1%",
                        "--vmodule=y=2")
                .applyTo(file);
        assertThat(file.getClusterDNSList()).containsExactly("1.1.1.1");
        assertThat(file.getFeatureGatesMap()).isEqualTo(Map.of("A", true, "B", false, "C", true));
        assertThat(file.getEvictionHardMap()).isEqualTo(Map.of("nodefs.available", "1%"));
        assertThat(file.getLogging().getVmoduleList()).hasSize(2);
    }

    @Test
    void deprecatedFlagsAreToldOfEachTime() {
        var warnings = new ArrayList<String>();
        assertThatThrownBy(
                        () ->
                                CommandLine.parse(
                                        List.of(
                                                "--max_pods=1", "--config=x",
                                                "--maximum-dead-containers=1", "--port=x"),
                                        warnings::add))
                .isInstanceOf(FlagException.class);
        assertThat(warnings)
                .containsExactly(
                        "Flag --max-pods has been deprecated, This parameter should be set via the"
                                + " config file specified by the Kubelet's --config flag. See"
                                + " https://kubernetes.io/docs/tasks/administer-cluster/"
                                + "kubelet-config-file/ for more information.",
                        "Flag --maximum-dead-containers has been deprecated, Use --eviction-hard or"
                                + " --eviction-soft instead. Will be removed in a future version.");
    }

    @Test
    void flagsOfTheConfigurationAreDeprecatedButFive() {
        var kept =
                FlagTable.instance().all().stream()
                        .filter(flag -> flag.target() instanceof Flag.Target.Config<?>)
                        .filter(flag -> flag.deprecation().isEmpty())
                        .map(Flag::name)
                        .toList();
        assertThat(kept)
                .containsExactly(
                        "fail-cgroupv1", "log-flush-frequency", "provider-id", "v", "vmodule");
    }

    @ParameterizedTest
    @CsvSource({
        "1.2.3.4,true",
        "01.002.3.4,true",
        "::,true",
        "::1,true",
        "1::,true",
        "fe80::1:2,true",
        "1:2:3:4:5:6:7:8,true",
        "::ffff:1.2.3.4,true",
        "256.1.1.1,false",
        "1:2:3:4:5:6:7,false",
        "1::2::3,false",
        "fe80::1%eth0,false",
        "localhost,false",
        "1:2:3:4:5:6:7:8:9,false",
        "12345::,false",
        ":,false",
        "1.2.3.4.5,false"
    })
    void addressesAreCheckedWithoutLookingNamesUp(String address, boolean valid) {
        if (valid) {
            assertThat(config("--address=" + address).getAddress()).isEqualTo(address);
        } else {
            assertThatThrownBy(() -> config("--address=" + address))
                    .hasMessageEndingWith("\"" + address + "\" is not a valid IP address");
        }
    }

    @Test
    void emptyAddressKeepsWhatWasThere() {
        assertThat(config("--address=").hasAddress()).isFalse();
        assertThat(config("--address=1.1.1.1", "--address=").getAddress()).isEqualTo("1.1.1.1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a=b=c:NoSchedule | invalid taint spec: a=b=c:NoSchedule",
                "a:b:NoSchedule | invalid taint spec: a:b:NoSchedule",
                "a/b/c:NoSchedule | invalid taint spec: a/b/c:NoSchedule, a valid label key must",
                "a=-:NoSchedule | invalid taint spec: a=-:NoSchedule, a valid label must be an",
                "/a:NoSchedule | invalid taint spec: /a:NoSchedule, prefix part must be non-empty",
                "=b:NoSchedule | invalid taint spec: =b:NoSchedule, name part must be non-empty;"
            })
    void malformedTaintsAreToldOf(String taints, String problem) {
        assertThatThrownBy(() -> parse("--register-with-taints=" + taints))
                .hasMessageContaining("flag: " + problem);
    }

    @Test
    void everyFlagIsDescribed() {
        assertThat(FlagDescriptions.all().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        FlagTable.instance().all().stream().map(Flag::name).toList());
    }

    @Test
    void goTestWordsAreSteppedOver() {
        assertThat(config("-test.v=1", "--port=7").getPort()).isEqualTo(7);
    }
}
