package io.jubelet.core.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.HTTPGetAction;
import io.jubelet.api.core.HTTPHeader;
import io.jubelet.api.core.Probe;
import io.jubelet.api.meta.IntOrString;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ProbeRequestCalculatorTest {
    private static final String POD_IP = "10.0.0.7";
    private static final HttpCheck.Header AGENT =
            new HttpCheck.Header("User-Agent", "kube-probe/1.36");
    private static final HttpCheck.Header ANYTHING = new HttpCheck.Header("Accept", "*/*");

    private static Container container() {
        var container = Container.newBuilder().setName("app");
        container.addPortsBuilder().setName("found").setContainerPort(93);
        container.addEnvBuilder().setName("FILE").setValue("/tmp/up");
        return container.build();
    }

    private static IntOrString number(int port) {
        return IntOrString.newBuilder().setType(0).setIntVal(port).build();
    }

    private static IntOrString named(String port) {
        return IntOrString.newBuilder().setType(1).setStrVal(port).build();
    }

    private static ProbeRequest of(Consumer<Probe.Builder> probe) {
        var builder = Probe.newBuilder();
        probe.accept(builder);
        return ProbeRequestCalculator.calculate(builder.build(), container(), POD_IP);
    }

    static Stream<Arguments> ports() {
        return Stream.of(
                arguments("get port by int type", number(443), "443"),
                arguments("invalid port", number(66666), "invalid port number: 66666"),
                arguments("no port at all", number(0), "invalid port number: 0"),
                arguments("get port by port name", named("found"), "93"),
                arguments("a number as a text", named("22"), "22"),
                arguments(
                        "no port name",
                        named("not-found"),
                        "strconv.Atoi: parsing \"not-found\": invalid syntax"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ports")
    void resolvesPorts(String name, IntOrString port, String expected) {
        var request = of(probe -> probe.getHandlerBuilder().getTcpSocketBuilder().setPort(port));
        assertThat(request)
                .as(name)
                .isEqualTo(
                        expected.length() > 5
                                ? new ProbeRequest.Impossible(expected)
                                : new ProbeRequest.Tcp(POD_IP, Integer.parseInt(expected)));
    }

    @Test
    void asksTheHostThatThePodNames() {
        assertThat(
                        of(
                                probe ->
                                        probe.getHandlerBuilder()
                                                .getTcpSocketBuilder()
                                                .setHost("db.example")
                                                .setPort(number(1))))
                .isEqualTo(new ProbeRequest.Tcp("db.example", 1));
    }

    @Test
    void expandsWhatThePodItselfSpellsOut() {
        var request =
                of(
                        probe ->
                                probe.getHandlerBuilder()
                                        .getExecBuilder()
                                        .addAllCommand(List.of("cat", "$(FILE)", "$(NODE)")));
        assertThat(request).isEqualTo(new ProbeRequest.Exec(List.of("cat", "/tmp/up", "$(NODE)")));
    }

    @Test
    void asksForAServiceOverGrpc() {
        var request =
                of(probe -> probe.getHandlerBuilder().getGrpcBuilder().setPort(7).setService("db"));
        assertThat(request).isEqualTo(new ProbeRequest.Grpc(POD_IP, 7, "db"));
    }

    @Test
    void saysWhatIsMissing() {
        assertThat(of(_ -> {}))
                .isEqualTo(new ProbeRequest.Impossible("missing probe handler for app"));
    }

    @ParameterizedTest(name = "{0} {1} {2} {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "http | localhost | 93 | '' | http://localhost:93/",
                "https | localhost | 93 | /path | https://localhost:93/path",
                "http | localhost | 93 | ?foo | http://localhost:93/?foo",
                "https | localhost | 93 | /path?bar | https://localhost:93/path?bar",
                "HTTPS | '' | 93 | path | https://10.0.0.7:93/path",
                "'' | fd00::1 | 93 | /a b#c | http://[fd00::1]:93/a%20b",
            })
    void formatsUrls(String scheme, String host, int port, String path, String url) {
        var get =
                HTTPGetAction.newBuilder()
                        .setScheme(scheme)
                        .setHost(host)
                        .setPort(number(port))
                        .setPath(path);
        assertThat(check(get).url()).isEqualTo(url);
    }

    private static HttpCheck check(HTTPGetAction.Builder get) {
        return HttpCheckCalculator.calculate(get.build(), container(), POD_IP, Prober.USER_AGENT);
    }

    static Stream<Arguments> headers() {
        return Stream.of(
                arguments("empty input", List.of(), List.of(AGENT, ANYTHING)),
                arguments(
                        "not empty input",
                        List.of("x-muffins-or-cupcakes: Muffins", "X-Muffins-Or-Cupcakes: Cake"),
                        List.of(
                                AGENT,
                                ANYTHING,
                                new HttpCheck.Header("X-Muffins-Or-Cupcakes", "Muffins"),
                                new HttpCheck.Header("X-Muffins-Or-Cupcakes", "Cake"))),
                arguments(
                        "the pod's own User-Agent",
                        List.of("user-agent: foo/1.0"),
                        List.of(new HttpCheck.Header("User-Agent", "foo/1.0"), ANYTHING)),
                arguments("an empty User-Agent", List.of("User-Agent: "), List.of(ANYTHING)),
                arguments(
                        "the pod's own Accept",
                        List.of("accept: text/html"),
                        List.of(AGENT, new HttpCheck.Header("Accept", "text/html"))),
                arguments("an empty Accept", List.of("Accept: "), List.of(AGENT)),
                arguments(
                        "the host is told apart",
                        List.of("Host: muffins.org"),
                        List.of(AGENT, ANYTHING)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("headers")
    void completesHeaders(String name, List<String> given, List<HttpCheck.Header> expected) {
        var get = HTTPGetAction.newBuilder().setPort(number(80)).setPath("/");
        for (var line : given) {
            var colon = line.indexOf(": ");
            get.addHttpHeaders(
                    HTTPHeader.newBuilder()
                            .setName(line.substring(0, colon))
                            .setValue(line.substring(colon + 2)));
        }
        assertThat(check(get).headers()).as(name).isEqualTo(expected);
    }

    @Test
    void callsTheHostAsThePodSays() {
        var get = HTTPGetAction.newBuilder().setPort(number(80)).setPath("/");
        assertThat(check(get).hostHeader()).isEqualTo("10.0.0.7:80");
        get.addHttpHeaders(HTTPHeader.newBuilder().setName("host").setValue("muffins.org"));
        assertThat(check(get).hostHeader()).isEqualTo("muffins.org");
    }

    @Test
    void sendsNoPasswordInTheClear() {
        var get = HTTPGetAction.newBuilder().setScheme("HTTPS").setPort(number(80)).setPath("/");
        get.addHttpHeaders(HTTPHeader.newBuilder().setName("authorization").setValue("x"));
        assertThat(check(get).headers()).extracting("name").contains("Authorization");
        assertThat(check(get).insecure().headers())
                .extracting("name")
                .doesNotContain("Authorization");
    }
}
