package io.jubelet.e2e.harness;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/// The rig's real control plane, and `kubectl` to ask it with. Each kind is started once for all
/// suites that want it.
///
/// Thread: the test's.
public final class ControlPlane {
    private static final Namespace NAMESPACE = Namespace.create(ControlPlane.class);
    private static final String SERVER = "kube-apiserver";
    private static final List<String> FOLLOWERS =
            List.of("kube-controller-manager", "kube-scheduler");
    private static final Duration COLD = Duration.ofMinutes(30);
    private static final Pattern EXPORT = Pattern.compile("export (\\w+)=(.*)");

    private final Kind kind;
    private final Map<String, String> variables;
    private boolean serverWasAway;

    /// What a suite may want of its control plane.
    public enum Kind {
        USUAL("-cluster", ""),
        /// Signs certificates that end after three minutes.
        SHORT_CERTIFICATES("-certificates", "--signing-duration 3m");

        private final Path state;
        private final String options;

        Kind(String suffix, String options) {
            this.state = Path.of(Rig.STATE + suffix);
            this.options = options;
        }
    }

    private ControlPlane(Kind kind) {
        this.kind = kind;
        script("down");
        var up = new ArrayList<>(List.of("up", "--node", KubeletUnderTest.NODE));
        up.addAll(kind.options.isEmpty() ? List.of() : List.of(kind.options.split(" ", -1)));
        script(up.toArray(String[]::new));
        variables =
                EXPORT.matcher(script("env").out())
                        .results()
                        .collect(Collectors.toMap(line -> line.group(1), line -> line.group(2)));
    }

    /// A usual one, which ends when it is told to.
    public static ControlPlane start() {
        return new ControlPlane(Kind.USUAL);
    }

    /// The usual one of this run.
    public static ControlPlane shared(ExtensionContext context) {
        return shared(context, Kind.USUAL);
    }

    /// The one of this kind of this run.
    public static ControlPlane shared(ExtensionContext context, Kind kind) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(kind, key -> new Shared(new ControlPlane(key)), Shared.class)
                .plane();
    }

    private record Shared(ControlPlane plane) implements AutoCloseable {
        @Override
        public void close() {
            plane.end();
        }
    }

    public void end() {
        script("down");
    }

    public String authority() {
        return variable("JUBELET_API_CA");
    }

    /// The file with the authorities whose clients the API server believes; it notices changes.
    public Path clientAuthorities() {
        return Path.of(variable("JUBELET_CLIENT_CAS"));
    }

    /// The folder of its certificates and keys.
    public Path certificates() {
        return Path.of(authority()).resolve("..").normalize();
    }

    public int etcdPort() {
        return URI.create(variable("JUBELET_ETCD")).getPort();
    }

    public int serverPort() {
        return URI.create(server()).getPort();
    }

    /// The node's way to log in, to another port of this machine.
    public String nodeKubeconfig(int port) {
        return Folders.text(Path.of(nodeKubeconfig()))
                .replace(server(), "https://127.0.0.1:" + port);
    }

    public String server() {
        return variable("JUBELET_API_SERVER");
    }

    public String nodeAddress() {
        return variable("JUBELET_NODE_ADDRESS");
    }

    /// How somebody logs in who may do everything.
    public String adminKubeconfig() {
        return variable("KUBECONFIG");
    }

    /// How the node logs in.
    public String nodeKubeconfig() {
        return variable("JUBELET_NODE_KUBECONFIG");
    }

    /// How a node logs in that has nothing but a token.
    public String bootstrapKubeconfig() {
        return variable("JUBELET_BOOTSTRAP_KUBECONFIG");
    }

    private String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    /// Runs kubectl as the administrator, whatever comes of it.
    public Command kubectl(String... arguments) {
        return Command.of(variable("JUBELET_KUBECTL"))
                .and("--kubeconfig", variable("KUBECONFIG"))
                .and(arguments);
    }

    /// One part of it ends: `kube-apiserver`, `etcd`, …
    public void stop(String part) {
        serverWasAway |= part.equals(SERVER);
        script("stop", part);
    }

    /// The part that was stopped comes back on what it left.
    public void start(String part) {
        script("start", part);
    }

    /// The API server ends and comes back, with that way to etcd.
    public void restartServer(String etcd) {
        stop(SERVER);
        script("start", SERVER, etcd);
    }

    /// Controllers that found no API server wait for up to a minute before they look for it again,
    /// longer than the next test waits for them: new ones look at once.
    public void settle() {
        if (serverWasAway) {
            FOLLOWERS.forEach(this::stop);
            FOLLOWERS.forEach(this::start);
            serverWasAway = false;
        }
    }

    private Command.Outcome script(String... arguments) {
        return Command.of(Project.file("rig/control-plane").toString())
                .and(arguments)
                .with(Map.of("JUBELET_RIG_STATE", kind.state.toString()))
                .within(COLD)
                .succeed();
    }
}
