package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.EnvVarSource;
import io.jubelet.api.core.Service;
import io.jubelet.core.volume.FakeObjects;
import io.jubelet.core.volume.NodeSetting;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.waiting.ObjectProblem;
import io.jubelet.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rows that upstream has too carry its names, from kubelet_pods_test.go.
final class EnvironmentCalculatorTest {
    private static final NodeSetting NODE =
            new NodeSetting.Fixed(
                    Map.of("cpu", Quantity.parse("4"), "memory", Quantity.parse("8Gi")),
                    List.of("192.0.2.1", "fd00::2"));
    private static final String NAMESPACE = "default";

    private FakeObjects objects = new FakeObjects();
    private boolean links = true;

    @Test
    void expansion() {
        objects.service(service("test", NAMESPACE, "1.2.3.3", 8083));
        assertThat(
                        complete(
                                c -> {
                                    value(c, "TEST_LITERAL", "test-test-test");
                                    value(c, "OUT_OF_ORDER_TEST", "$(OUT_OF_ORDER_TARGET)");
                                    value(c, "OUT_OF_ORDER_TARGET", "FOO");
                                    value(c, "PROC_TEST", "foo-$(TEST_LITERAL)-$(MISSING)");
                                    value(c, "HOST", "$(TEST_SERVICE_HOST)");
                                    value(c, "ESCAPED", "$$(TEST_LITERAL)");
                                }))
                .contains(
                        entry("OUT_OF_ORDER_TEST", "$(OUT_OF_ORDER_TARGET)"),
                        entry("PROC_TEST", "foo-test-test-test-$(MISSING)"),
                        entry("HOST", "1.2.3.3"),
                        entry("ESCAPED", "$(TEST_LITERAL)"));
    }

    @Test
    void apiServerAlwaysAndOtherServicesWithLinks() {
        objects.service(service("kubernetes", "default", "1.2.3.1", 8081))
                .service(service("other", NAMESPACE, "1.2.3.2", 8082))
                .service(service("away", "elsewhere", "1.2.3.4", 8084))
                .service(service("headless", NAMESPACE, "None", 8085));

        assertThat(complete(_ -> {}))
                .contains(
                        entry("KUBERNETES_SERVICE_HOST", "1.2.3.1"),
                        entry("KUBERNETES_PORT_8081_TCP", "tcp://1.2.3.1:8081"),
                        entry("OTHER_SERVICE_PORT", "8082"))
                .doesNotContainKeys("AWAY_SERVICE_HOST", "HEADLESS_SERVICE_HOST");
        links = false;
        assertThat(complete(_ -> {}))
                .containsKey("KUBERNETES_SERVICE_HOST")
                .doesNotContainKey("OTHER_SERVICE_HOST");
    }

    @Test
    void aVariableOfTheContainerHidesAService() {
        objects.service(service("test", NAMESPACE, "1.2.3.3", 8083));

        assertThat(complete(c -> value(c, "TEST_SERVICE_HOST", "mine")))
                .containsEntry("TEST_SERVICE_HOST", "mine");
    }

    @Test
    void configmapAndSecretWithPrefixAndVariablesThatOverride() {
        objects.configMap(NAMESPACE, "map", Map.of("A", "1", "B", "2", "no.name", "3"))
                .secret(NAMESPACE, "hidden", Map.of("PASS", "w"));

        assertThat(
                        complete(
                                c -> {
                                    c.addEnvFromBuilder()
                                            .setPrefix("p_")
                                            .getConfigMapRefBuilder()
                                            .getLocalObjectReferenceBuilder()
                                            .setName("map");
                                    c.addEnvFromBuilder()
                                            .getSecretRefBuilder()
                                            .getLocalObjectReferenceBuilder()
                                            .setName("hidden");
                                    value(c, "p_A", "override");
                                    value(c, "BOTH", "$(p_B)$(PASS)");
                                }))
                .containsOnly(
                        entry("p_A", "override"),
                        entry("p_B", "2"),
                        entry("p_no.name", "3"),
                        entry("PASS", "w"),
                        entry("BOTH", "2w"));
    }

    @ParameterizedTest(name = "a missing {0} is told as: {1}")
    @CsvSource({
        "configMap, configmap \"gone\" not found",
        "secret, secret \"gone\" not found",
        "configMapKey, couldn't find key k in ConfigMap default/there",
        "secretKey, couldn't find key k in Secret default/there",
        "field, unsupported fieldPath: status.phase",
    })
    void saysWhatIsMissing(String what, String message) {
        objects.configMap(NAMESPACE, "there", Map.of()).secret(NAMESPACE, "there", Map.of());

        assertThat(problem(c -> from(c, what, false)).message()).isEqualTo(message);
    }

    @ParameterizedTest(name = "an optional {0} that is missing leaves the variable out")
    @CsvSource({"configMap", "secret", "configMapKey", "secretKey"})
    void leavesOutWhatIsOptional(String what) {
        objects.configMap(NAMESPACE, "there", Map.of()).secret(NAMESPACE, "there", Map.of());

        assertThat(complete(c -> from(c, what, true))).isEmpty();
    }

    @Test
    void anOptionalObjectThatCannotBeReadIsStillWaitedFor() {
        var container = Container.newBuilder();
        from(container, "secret", true);

        var result =
                EnvironmentCalculator.calculate(
                        pod("web").containers("app").build().pod(),
                        container.build(),
                        List.of(),
                        NODE,
                        ObjectLookup.NONE);

        assertThat(result).isInstanceOf(EnvironmentCalculator.Result.Incomplete.class);
    }

    @Test
    void addressesAndResources() {
        assertThat(
                        complete(
                                c -> {
                                    field(c, "IPS", "status.podIPs");
                                    field(c, "HOST", "status.hostIP");
                                    field(c, "HOSTS", "status.hostIPs");
                                    resource(c, "CPU", "limits.cpu", "");
                                    resource(c, "MEM", "limits.memory", "1Mi");
                                    resource(c, "REQ", "requests.cpu", "1m");
                                }))
                .contains(
                        entry("IPS", "10.0.0.1"),
                        entry("HOST", "192.0.2.1"),
                        entry("HOSTS", "192.0.2.1,fd00::2"),
                        entry("CPU", "4"),
                        entry("MEM", "8192"),
                        entry("REQ", "0"));
    }

    @Test
    void showsNoValueInItsText() {
        var container = Container.newBuilder();
        value(container, "PASSWORD", "hush");

        assertThat(calculate(container).toString()).contains("PASSWORD").doesNotContain("hush");
    }

    private Map<String, String> complete(Consumer<Container.Builder> change) {
        var container = Container.newBuilder();
        change.accept(container);
        return ((EnvironmentCalculator.Result.Complete) calculate(container)).variables();
    }

    private ObjectProblem problem(Consumer<Container.Builder> change) {
        var container = Container.newBuilder();
        change.accept(container);
        return ((EnvironmentCalculator.Result.Incomplete) calculate(container)).problem();
    }

    private EnvironmentCalculator.Result calculate(Container.Builder container) {
        var desired =
                pod("web")
                        .containers("app")
                        .with(p -> p.getSpecBuilder().setEnableServiceLinks(links))
                        .build();
        return EnvironmentCalculator.calculate(
                desired.pod(), container.build(), List.of("10.0.0.1"), NODE, objects);
    }

    private static void value(Container.Builder container, String name, String value) {
        container.addEnvBuilder().setName(name).setValue(value);
    }

    private static void field(Container.Builder container, String name, String path) {
        source(container, name).getFieldRefBuilder().setFieldPath(path);
    }

    private static void resource(
            Container.Builder container, String name, String field, String divisor) {
        source(container, name)
                .getResourceFieldRefBuilder()
                .setResource(field)
                .getDivisorBuilder()
                .setString(divisor);
    }

    private static EnvVarSource.Builder source(Container.Builder container, String name) {
        return container.addEnvBuilder().setName(name).getValueFromBuilder();
    }

    private static void from(Container.Builder container, String what, boolean optional) {
        switch (what) {
            case "configMap", "configMapKey" ->
                    source(container, "X")
                            .getConfigMapKeyRefBuilder()
                            .setKey("k")
                            .setOptional(optional)
                            .getLocalObjectReferenceBuilder()
                            .setName(what.endsWith("Key") ? "there" : "gone");
            case "secret", "secretKey" ->
                    source(container, "X")
                            .getSecretKeyRefBuilder()
                            .setKey("k")
                            .setOptional(optional)
                            .getLocalObjectReferenceBuilder()
                            .setName(what.endsWith("Key") ? "there" : "gone");
            default -> field(container, "X", "status.phase");
        }
    }

    private static Service service(String name, String namespace, String address, int port) {
        var service = Service.newBuilder();
        service.getMetadataBuilder().setName(name).setNamespace(namespace);
        service.getSpecBuilder().setClusterIP(address).addPortsBuilder().setPort(port);
        return service.build();
    }
}
