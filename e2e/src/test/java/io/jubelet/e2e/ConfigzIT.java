package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.Command;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.KubeletConfig;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Machine;
import io.jubelet.e2e.harness.NodeClient;
import io.jubelet.e2e.harness.Project;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import io.jubelet.e2e.harness.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The same file given to the Go kubelet and to Jubelet, both standalone, one after the other: what
/// they show at `/configz` is equal. Between them the files of `configz/` hold every field with
/// another value than its default, but for those that cannot be shown by a running kubelet.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class ConfigzIT {
    private static final Path FILES = Project.file("e2e/src/test/resources/configz");
    private static final Path DEFAULTS =
            Project.file("config/src/test/resources/kubeletconfig/defaults/expected.json");
    private static final Pattern KEY = Pattern.compile("(?m)^(\\w+):");

    /// Why no running kubelet can show the field with another value. Decoding and encoding of these
    /// is compared with the Go kubelet's in module `config`.
    private static final Map<String, String> NOT_SHOWN =
            Map.of(
                    "enableServer", "without it nothing serves /configz",
                    "enableDebuggingHandlers", "without them /configz is not served",
                    "serverTLSBootstrap", "nobody signs the certificate without an API server",
                    "runOnce", "validation refuses it");

    private final Rig rig;
    @RegisterExtension final KubeletUnderTest kubelet;

    ConfigzIT(Rig rig) {
        this.rig = rig;
        kubelet = new KubeletUnderTest(rig);
    }

    static Stream<String> files() {
        return Folders.names(FILES).stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void bothKubeletsShowTheSame(String file) throws IOException {
        var go = Tools.path("kubelet");
        var text = base(keys(file)).yaml() + filled(file);
        try (var machine = new Machine(kubelet.home().resolve("root"))) {
            machine.tune();
            var theirs = configz(go, text);
            machine.clearRoot();
            var ours = configz(Project.bin("kubelet").toString(), text);

            assertThat(ours).isEqualTo(theirs);
            assertThat(theirs).hasSizeGreaterThan(100);
        }
    }

    private List<String> configz(String program, String text) throws IOException {
        Files.writeString(kubelet.home().resolve("config.yaml"), text);
        kubelet.launch(program);
        var shown =
                Await.that(
                        program + " to show its configuration",
                        () -> NodeClient.read(kubelet.url("/configz")),
                        body -> !body.isEmpty());
        kubelet.terminate();
        return Json.parse(shown).lines();
    }

    @Test
    void withoutDebuggingHandlersNeitherShowsIt() throws IOException {
        var text = kubelet.config().with("enableDebuggingHandlers", "false").yaml();
        var quiet = text + "makeIPTablesUtilChains: false\ncgroupRoot: /" + Machine.CGROUP + "\n";
        try (var machine = new Machine(kubelet.home().resolve("root"))) {
            var theirs = answers(Tools.path("kubelet"), quiet);
            machine.clearRoot();

            assertThat(answers(Project.bin("kubelet").toString(), quiet)).isEqualTo(theirs);
            assertThat(theirs).contains("/configz 404", "/pods 200");
        }
    }

    private List<String> answers(String program, String text) throws IOException {
        Files.writeString(kubelet.home().resolve("config.yaml"), text);
        kubelet.launch(program);
        Await.that(
                program + " to answer",
                () -> NodeClient.read(kubelet.url("/healthz")),
                body -> body.equals("ok"));
        var answers =
                Stream.of("/configz", "/pods", "/metrics", "/runningpods/", "/logs/", "/no")
                        .map(path -> path + " " + NodeClient.ask(kubelet.url(path)).statusCode())
                        .toList();
        kubelet.terminate();
        return answers;
    }

    /// What the file does not say itself.
    private KubeletConfig base(List<String> keys) {
        var config = kubelet.config();
        for (var key : keys) {
            config = config.without(key);
        }
        return config;
    }

    private String filled(String file) {
        return Folders.text(FILES.resolve(file))
                .replace("@HOME@", kubelet.home().toString())
                .replace("@PKI@", certificates().toString())
                .replace("@ENDPOINT@", rig.endpoint())
                .replace("@CGROUP@", Machine.CGROUP)
                .replace("@FREE_PORT@", Integer.toString(KubeletConfig.freePort()));
    }

    private Path certificates() {
        var folder = kubelet.home().resolve("certificates");
        if (!Files.exists(folder)) {
            Command.of("mkdir", folder.toString()).succeed();
            Command.of("openssl", "req", "-x509", "-newkey", "ec", "-nodes", "-days", "2")
                    .and("-pkeyopt", "ec_paramgen_curve:P-256", "-subj", "/CN=e2e")
                    .and("-keyout", folder.resolve("kubelet.key").toString())
                    .and("-out", folder.resolve("kubelet.crt").toString())
                    .succeed();
        }
        return folder;
    }

    private static List<String> keys(String file) {
        return KEY.matcher(Folders.text(FILES.resolve(file)))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void theFilesHoldEveryFieldThatARunningKubeletCanShow() {
        var covered = new TreeSet<>(NOT_SHOWN.keySet());
        covered.addAll(kubelet.config().fields().keySet());
        files().forEach(file -> covered.addAll(keys(file)));

        assertThat(KubeletConfiguration.getDescriptor().getFields())
                .hasSize(125)
                .extracting(FieldDescriptor::getName)
                .allSatisfy(field -> assertThat(covered).contains(field));
    }

    /// A field that is repeated with its default proves nothing.
    @Test
    void everyFieldInTheFilesHasAnotherValueThanItsDefault() {
        var defaults = Json.parse(Folders.text(DEFAULTS)).at("kubeletconfig");
        var same = new TreeSet<String>();
        for (var file : files().toList()) {
            var config = Json.parse(base(keys(file)).yaml() + filled(file));
            for (var key : config.keys()) {
                if (config.at(key).lines().equals(defaults.at(key).lines())) {
                    same.add(file + ": " + key);
                }
            }
        }
        same.removeIf(entry -> entry.endsWith(": kind") || entry.endsWith(": apiVersion"));
        same.removeIf(entry -> entry.endsWith(": healthzBindAddress"));
        assertThat(same).isEmpty();
    }
}
