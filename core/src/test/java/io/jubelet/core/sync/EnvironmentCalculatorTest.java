package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.google.protobuf.ByteString;
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
    private EnvironmentFiles files = EnvironmentFiles.NONE;
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
                        ObjectLookup.NONE,
                        EnvironmentFiles.NONE);

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
    void mixedEnvironmentVariableSources() {
        files = file("config.env", "FILE_VAR='file $(STATIC_VAR)'\n");

        assertThat(
                        complete(
                                c -> {
                                    value(c, "STATIC_VAR", "static_value");
                                    fileKey(c, "FILE_VAR", "config-volume", "config.env", false);
                                    value(c, "BOTH", "$(FILE_VAR)!");
                                }))
                .containsOnly(
                        entry("STATIC_VAR", "static_value"),
                        entry("FILE_VAR", "file $(STATIC_VAR)"),
                        entry("BOTH", "file $(STATIC_VAR)!"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "key not found in file, config-volume, config.env, OTHER='x',"
                        + " environment variable key \"X\" not found in file"
                        + " \"/volumes/config-volume/config.env\"",
                "a key without a value counts as not found, config-volume, config.env, X='',"
                        + " environment variable key \"X\" not found in file"
                        + " \"/volumes/config-volume/config.env\"",
                "file key reference with spaces around equals sign, config-volume, config.env,"
                        + " X = 'x', couldn't parse env file",
                "file does not exist, config-volume, gone.env, X='x', couldn't parse env file",
                "a file that cannot be read, config-volume, locked.env, X='x',"
                        + " couldn't parse env file",
                "volume not found, nonexistent-volume, config.env, X='x',"
                        + " cannot find the volume \"nonexistent-volume\" referenced by FileKeyRef",
            })
    void saysWhyAFileIsOfNoUse(
            String name, String volume, String path, String text, String message) {
        files = file("config.env", text);

        assertThat(problem(c -> fileKey(c, "X", volume, path, false)).message()).isEqualTo(message);
    }

    @ParameterizedTest(name = "optional: {0} of a file with {1} leaves the variable out")
    @CsvSource({"config.env, OTHER='x'", "config.env, X=''", "gone.env, X='x'"})
    void leavesOutWhatAnOptionalFileDoesNotHave(String path, String text) {
        files = file("config.env", text);

        assertThat(complete(c -> fileKey(c, "X", "config-volume", path, true))).isEmpty();
    }

    @Test
    void anOptionalFileThatIsMalformedIsStillAnError() {
        files = file("config.env", "nonsense");

        assertThat(problem(c -> fileKey(c, "X", "config-volume", "config.env", true)).message())
                .isEqualTo("couldn't parse env file");
    }

    @Test
    void withoutTheGateAVariableOfAFileIsEmpty() {
        files = new EnvironmentFiles(false, Map.of());

        assertThat(complete(c -> fileKey(c, "X", "config-volume", "config.env", false)))
                .containsOnly(entry("X", ""));
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
                desired.pod(), container.build(), List.of("10.0.0.1"), NODE, objects, files);
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

    private static EnvironmentFiles file(String path, String text) {
        return new EnvironmentFiles(
                true,
                Map.of(
                        new EnvironmentFiles.Name("config-volume", path),
                        new EnvironmentFiles.State.Read(
                                "/volumes/config-volume/" + path, ByteString.copyFromUtf8(text)),
                        new EnvironmentFiles.Name("config-volume", "gone.env"),
                        new EnvironmentFiles.State.Absent(),
                        new EnvironmentFiles.Name("config-volume", "locked.env"),
                        new EnvironmentFiles.State.Unreadable()));
    }

    private static void fileKey(
            Container.Builder container, String key, String volume, String path, boolean optional) {
        source(container, key)
                .getFileKeyRefBuilder()
                .setVolumeName(volume)
                .setPath(path)
                .setKey(key)
                .setOptional(optional);
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
