package io.jubelet.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A kubelet that is a node of the rig's cluster: Jubelet, or with `-Djubelet.kubelet=go` the Go
/// kubelet in its place, so that a test of the contract can be held against both. Each test begins
/// with a new node and a namespace of its own.
///
/// Thread: the test's.
public final class ClusterNode implements BeforeEachCallback, AfterEachCallback {
    public static final String NODE = KubeletUnderTest.NODE;

    private static final Duration READY = Duration.ofSeconds(60);
    private static final Duration POD = Duration.ofSeconds(60);
    private static final boolean GO = System.getProperty("jubelet.kubelet", "").equals("go");
    private static int tests;

    private final ControlPlane.Kind kind;
    private final KubeletUnderTest kubelet;
    private final List<String> flags = new ArrayList<>();
    private String namespace = "";
    private Optional<ControlPlane> plane = Optional.empty();
    private Optional<Machine> machine = Optional.empty();

    public ClusterNode(Rig rig) {
        this(rig, ControlPlane.Kind.USUAL);
    }

    public ClusterNode(Rig rig, ControlPlane.Kind kind) {
        this.kind = kind;
        kubelet = new KubeletUnderTest(rig);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        plane = Optional.of(ControlPlane.shared(context, kind));
        plane().settle();
        kubelet.beforeEach(context);
        machine = GO ? Optional.of(new Machine(root())) : Optional.empty();
        namespace = "test-" + ++tests;
        kubectl("create", "namespace", namespace);
        // Until its controller made the account, the server refuses every pod.
        kubectl("wait", "--for=create", "serviceaccount/default", "--timeout=60s");
        kubelet.configure(ofCluster(kubelet.config()));
        flags.clear();
        flags.addAll(
                List.of(
                        "--kubeconfig",
                        plane().nodeKubeconfig(),
                        "--node-ip",
                        plane().nodeAddress()));
    }

    private KubeletConfig ofCluster(KubeletConfig alone) {
        return alone.with("address", plane().nodeAddress())
                .with(
                        "authentication",
                        "{anonymous: {enabled: false}, webhook: {enabled: true}, x509:"
                                + " {clientCAFile: "
                                + plane().authority()
                                + "}}")
                .with("authorization", "{mode: Webhook}")
                .with("makeIPTablesUtilChains", "false")
                .with("clusterDomain", "cluster.local");
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            System.out.println(plane().kubectl("-n", namespace, "get", "pods,events").run().out());
        }
        plane().kubectl("delete", "namespace", namespace, "--wait=false").run();
        plane().kubectl("-n", namespace, "delete", "pods", "--all", "--force", "--wait=false")
                .run();
        kubelet.afterEach(context);
        plane().kubectl("delete", "node", NODE, "--wait=false").run();
        Machine.unmount(root());
        machine.ifPresent(Machine::close);
    }

    /// Whether it is the Go kubelet that stands here.
    public static boolean isGo() {
        return GO;
    }

    /// What Jubelet does better, and `docs/parity.md` says so: the Go kubelet is not asked.
    public void oursAlone(String why) {
        Assumptions.assumeFalse(GO, why);
    }

    public ControlPlane plane() {
        return plane.orElseThrow();
    }

    public KubeletUnderTest kubelet() {
        return kubelet;
    }

    public Path root() {
        return kubelet.home().resolve("root");
    }

    public String namespace() {
        return namespace;
    }

    /// Flags for the next start beside those that every start has.
    public ClusterNode flags(String... more) {
        flags.addAll(List.of(more));
        return this;
    }

    /// Other configuration for the next start.
    public ClusterNode with(String field, String yaml) {
        kubelet.configure(kubelet.config().with(field, yaml));
        return this;
    }

    /// Logs in by this kubeconfig from the next start on.
    public ClusterNode kubeconfig(String content) {
        var file = Folders.write(kubelet.home().resolve("other.kubeconfig"), content);
        return flags("--kubeconfig", file.toString());
    }

    /// How often Jubelet's log holds these words; the Go kubelet has words of its own.
    public int said(String words) {
        var log = Folders.text(kubelet.log());
        return (int) log.lines().filter(line -> line.contains(words)).count();
    }

    public ClusterNode launch() {
        var program = GO ? Tools.path("kubelet") : Project.bin("kubelet").toString();
        kubelet.launch(program, flags);
        return this;
    }

    /// Starts the Go kubelet with the same folders, flags and cgroups, whichever ran here before.
    public ClusterNode launchGo() {
        if (machine.isEmpty()) {
            machine = Optional.of(new Machine(root()));
        }
        kubelet.launch(Tools.path("kubelet"), flags);
        return this;
    }

    /// A second kubelet of this node's name, as if on another machine: with folders, ports,
    /// cgroups and a runtime of its own. Its owner ends it, and its runtime.
    public KubeletUnderTest launchTwin(Rig itsOwn) {
        var twin = new KubeletUnderTest(itsOwn);
        twin.prepare();
        Machine.makeCgroup(Machine.TWIN_CGROUP);
        twin.configure(ofCluster(twin.config()).with("cgroupRoot", "/" + Machine.TWIN_CGROUP));
        var program = GO ? Tools.path("kubelet") : Project.bin("kubelet").toString();
        twin.launch(program, flags);
        return twin;
    }

    /// Starts the kubelet and waits until the node is Ready.
    public ClusterNode start() {
        launch();
        awaitReady("True");
        return this;
    }

    /// Waits until the node's condition Ready has this status.
    public Json awaitReady(String status) {
        return Await.that(
                "the node to be Ready=" + status,
                READY,
                this::node,
                node -> condition(node, "Ready").text("status").equals(status));
    }

    public Json node() {
        return get("node", NODE);
    }

    /// When the node last gave a sign of life.
    public String renewed() {
        return plane().kubectl("-n", "kube-node-lease", "get", "lease", NODE)
                .and("-o", "jsonpath={.spec.renewTime}")
                .succeed()
                .out();
    }

    /// The condition of that type of a node or pod.
    public static Json condition(Json object, String type) {
        return object.items("status", "conditions").stream()
                .filter(condition -> condition.text("type").equals(type))
                .findFirst()
                .orElse(new Json(Optional.empty()));
    }

    /// kubectl in the test's namespace; must succeed.
    public String kubectl(String... arguments) {
        return plane().kubectl("-n", namespace).and(arguments).succeed().out();
    }

    public Json get(String kind, String name) {
        return Json.parse(kubectl("get", kind, name, "-o", "json"));
    }

    public List<Json> list(String kind, String... more) {
        var command = plane().kubectl("-n", namespace, "get", kind, "-o", "json").and(more);
        return Json.parse(command.succeed().out()).items("items");
    }

    /// Makes or changes what the YAML says.
    public void apply(String yaml) {
        try {
            var file = Files.writeString(kubelet.home().resolve("apply.yaml"), yaml);
            kubectl("apply", "-f", file.toString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Binds the pod of this manifest to the node, as the scheduler would.
    public void run(Manifest manifest) {
        apply(manifest.spec("nodeName: " + NODE).yaml(namespace));
    }

    public Json pod(String name) {
        return get("pod", name);
    }

    public Json awaitPod(String name, String what, Predicate<Json> wanted) {
        return Await.that("pod %s: %s".formatted(name, what), POD, () -> pod(name), wanted);
    }

    public Json awaitPhase(String name, String phase) {
        return awaitPod(name, phase, pod -> pod.text("status", "phase").equals(phase));
    }

    public Json awaitPodReady(String name) {
        return awaitPod(
                name, "Ready", pod -> condition(pod, "Ready").text("status").equals("True"));
    }

    public void awaitGone(String kind, String name) {
        Await.that(
                "%s %s to be gone".formatted(kind, name),
                POD,
                () -> kubectl("get", kind, name, "--ignore-not-found", "-o", "name"),
                String::isBlank);
    }

    /// Waits for an event of that reason about that object, and answers it.
    public Json awaitEvent(String name, String reason) {
        return Await.that(
                        "an event %s of %s".formatted(reason, name),
                        () -> events(name, reason),
                        found -> !found.isEmpty())
                .getFirst();
    }

    public List<Json> events(String name, String reason) {
        var fields = "involvedObject.name=%s,reason=%s".formatted(name, reason);
        return list("events", "--field-selector", fields);
    }
}
