package io.jubelet.sim.contract;

import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.ContainerSpec.ResourceLimits;
import io.jubelet.core.runtime.ContainerSpec.Terminal;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.core.runtime.SandboxSpec.Namespaces;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Specifications of one pod, labelled as a kubelet labels them. The command lines mean the same to
/// a shell and to the simulated runtime.
public record PodFixture(PodIdentity pod, String image, String logDirectory) {
    static final List<String> SERVE =
            List.of("sh", "-c", "trap 'exit 0' TERM; echo ready; while true; do sleep 0.1; done");
    static final List<String> DEAF = List.of("sleep", "3600");
    static final List<String> MISSING = List.of("/no/such/program", "fail-start");
    static final String HASH = "5eadbeef";

    public static PodFixture of(String name, String image, String logDirectory) {
        var uid = new PodUid(name + "-uid");
        return new PodFixture(new PodIdentity("contract", name, uid), image, logDirectory);
    }

    static String logPath(String container, int attempt) {
        return container + "_" + attempt + ".log";
    }

    static List<String> exit(int code) {
        return List.of("sh", "-c", "exit " + code);
    }

    public SandboxSpec sandbox(int attempt) {
        return new SandboxSpec(
                pod,
                attempt,
                pod.name(),
                logDirectory,
                List.of(),
                labels(),
                Map.of(),
                new Namespaces(false, false, false, false),
                ProcessIdentity.DEFAULT,
                "");
    }

    public ContainerSpec container(String name, int attempt, List<String> command) {
        var labels = labels();
        labels.put("io.kubernetes.container.name", name);
        var annotations = new LinkedHashMap<String, String>();
        annotations.put("io.kubernetes.container.hash", HASH);
        annotations.put("io.kubernetes.pod.terminationGracePeriod", "17");
        return new ContainerSpec(
                name,
                attempt,
                image,
                image,
                command,
                List.of(),
                "",
                Map.of(),
                List.of(),
                labels,
                annotations,
                logPath(name, attempt),
                new Terminal(false, false, false),
                new ResourceLimits(0, 0, 0, 0, 0),
                ProcessIdentity.DEFAULT);
    }

    private Map<String, String> labels() {
        var labels = new LinkedHashMap<String, String>();
        labels.put("io.kubernetes.pod.name", pod.name());
        labels.put("io.kubernetes.pod.namespace", pod.namespace());
        labels.put("io.kubernetes.pod.uid", pod.uid().value());
        return labels;
    }
}
