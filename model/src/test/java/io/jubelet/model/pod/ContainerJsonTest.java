package io.jubelet.model.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.jubelet.api.core.ContainerPort;
import io.jubelet.api.core.HTTPGetAction;
import io.jubelet.api.core.HTTPHeader;
import io.jubelet.api.core.LifecycleHandler;
import io.jubelet.api.core.TCPSocketAction;
import io.jubelet.api.meta.IntOrString;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ContainerJsonTest {
    private static final IntOrString EIGHTY = IntOrString.newBuilder().setIntVal(80).build();
    private static final IntOrString WEB =
            IntOrString.newBuilder().setType(1).setStrVal("web").build();

    @ParameterizedTest
    @MethodSource
    void aHookIsWrittenAsGoWritesIt(LifecycleHandler hook, String json) {
        assertThat(ContainerJson.hook(hook)).isEqualTo(json);
    }

    static Stream<Arguments> aHookIsWrittenAsGoWritesIt() {
        return Stream.of(
                argumentSet("one that says nothing", LifecycleHandler.getDefaultInstance(), "{}"),
                argumentSet(
                        "a command, with what HTML and JavaScript trip over",
                        exec("sh", "-c", "a < b && c > \"d\"\n\t\\ \u2028\u2029 é"),
                        "{\"exec\":{\"command\":[\"sh\",\"-c\",\"a \\u003c b \\u0026\\u0026 c"
                                + " \\u003e \\\"d\\\"\\n\\t\\\\ \\u2028\\u2029 é\"]}}"),
                argumentSet("a command of no words", exec(), "{\"exec\":{}}"),
                argumentSet(
                        "a request with everything",
                        get(
                                HTTPGetAction.newBuilder()
                                        .setScheme("HTTPS")
                                        .setHost("example")
                                        .setPath("/stop?a=1&b=2")
                                        .setPort(WEB)
                                        .addHttpHeaders(header("X-A", "1"))),
                        "{\"httpGet\":{\"path\":\"/stop?a=1\\u0026b=2\",\"port\":\"web\","
                                + "\"host\":\"example\",\"scheme\":\"HTTPS\","
                                + "\"httpHeaders\":[{\"name\":\"X-A\",\"value\":\"1\"}]}}"),
                argumentSet(
                        "a request whose fields are there and empty",
                        get(
                                HTTPGetAction.newBuilder()
                                        .setScheme("")
                                        .setHost("")
                                        .setPath("")
                                        .setPort(EIGHTY)),
                        "{\"httpGet\":{\"port\":80}}"),
                argumentSet(
                        "a request without a port",
                        get(HTTPGetAction.newBuilder()),
                        "{\"httpGet\":{\"port\":0}}"),
                argumentSet(
                        "a header without a value",
                        get(
                                HTTPGetAction.newBuilder()
                                        .setPort(EIGHTY)
                                        .addHttpHeaders(HTTPHeader.newBuilder().setName("X"))),
                        "{\"httpGet\":{\"port\":80,"
                                + "\"httpHeaders\":[{\"name\":\"X\",\"value\":\"\"}]}}"),
                argumentSet(
                        "a socket",
                        socket(TCPSocketAction.newBuilder().setHost("").setPort(EIGHTY)),
                        "{\"tcpSocket\":{\"port\":80}}"),
                argumentSet(
                        "a socket elsewhere",
                        socket(TCPSocketAction.newBuilder().setHost("h").setPort(WEB)),
                        "{\"tcpSocket\":{\"port\":\"web\",\"host\":\"h\"}}"),
                argumentSet("a sleep", sleep(5), "{\"sleep\":{\"seconds\":5}}"),
                argumentSet("a sleep of no time", sleep(0), "{\"sleep\":{\"seconds\":0}}"));
    }

    @Test
    void aSleepThatDoesNotSayHowLongIsOneOfNoTime() {
        var hook = LifecycleHandler.newBuilder();
        hook.getSleepBuilder();
        assertThat(ContainerJson.hook(hook.build())).isEqualTo("{\"sleep\":{\"seconds\":0}}");
    }

    @Test
    void portsAreWrittenAsGoWritesThem() {
        var all =
                ContainerPort.newBuilder()
                        .setHostIP("::1")
                        .setProtocol("TCP")
                        .setContainerPort(80)
                        .setHostPort(8080)
                        .setName("web")
                        .build();
        var emptyFields =
                ContainerPort.newBuilder()
                        .setHostIP("")
                        .setProtocol("")
                        .setContainerPort(53)
                        .setHostPort(0)
                        .setName("")
                        .build();
        assertThat(ContainerJson.ports(List.of(all, emptyFields, emptyPort())))
                .isEqualTo(
                        "[{\"name\":\"web\",\"hostPort\":8080,\"containerPort\":80,"
                                + "\"protocol\":\"TCP\",\"hostIP\":\"::1\"},"
                                + "{\"containerPort\":53},{\"containerPort\":0}]");
    }

    private static ContainerPort emptyPort() {
        return ContainerPort.getDefaultInstance();
    }

    private static LifecycleHandler exec(String... words) {
        var hook = LifecycleHandler.newBuilder();
        hook.getExecBuilder().addAllCommand(List.of(words));
        return hook.build();
    }

    private static LifecycleHandler get(HTTPGetAction.Builder get) {
        return LifecycleHandler.newBuilder().setHttpGet(get).build();
    }

    private static LifecycleHandler socket(TCPSocketAction.Builder socket) {
        return LifecycleHandler.newBuilder().setTcpSocket(socket).build();
    }

    private static LifecycleHandler sleep(long seconds) {
        var hook = LifecycleHandler.newBuilder();
        hook.getSleepBuilder().setSeconds(seconds);
        return hook.build();
    }

    private static HTTPHeader header(String name, String value) {
        return HTTPHeader.newBuilder().setName(name).setValue(value).build();
    }
}
