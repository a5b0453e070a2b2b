package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Command;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.Project;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// `jubelet explain` on twelve planted causes, with the API server stopped.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class ExplainIT {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final String SERVE = "trap 'exit 0' TERM; while true; do sleep 0.2; done";

    private final Rig rig;
    @RegisterExtension final ClusterNode node;

    ExplainIT(Rig rig) {
        this.rig = rig;
        node = new ClusterNode(rig);
    }

    @Test
    void eachAnswerNamesTheCause() {
        node.oursAlone("the Go kubelet explains nothing");
        node.with("serverTLSBootstrap", "true").start();
        node.apply(pod("no-secret", node.namespace(), "envFrom: [{secretRef: {name: words}}]", ""));
        node.apply(pod("full", node.namespace(), "resources: {requests: {cpu: \"10000\"}}", ""));
        await("no-secret", "CreateContainerConfigError", "secret \"words\" not found");
        await("full", "has failed", "OutOfcpu");
        await("", "CertificateNotApproved", "kubectl certificate approve csr-");
        node.plane().stop("kube-apiserver");
        try {
            await("", "node: ApiServerUnreachable");
            await("", "CertificateNotApproved", "kubectl certificate approve csr-");
            await("no-secret", "ends with", "secret " + node.namespace() + "/words");
            await("full", "has failed", "OutOfcpu");
            ofPods();
            ofTheNode();
        } finally {
            node.plane().start("kube-apiserver");
        }
    }

    private void ofPods() {
        put("no-image", "imagePullPolicy: Always", "");
        put("crash", "", "");
        put("no-volume", "volumeMounts: [{name: data, mountPath: /data}]", MISSING_VOLUME);
        put("probe", "readinessProbe: {exec: {command: [sh, -c, echo not yet; false]}}", "");
        put("hook", "lifecycle: {postStart: {exec: {command: [sleep, \"600\"]}}}", "");
        put("sidecar", "", SIDECAR);

        await("no-image", "has not started", "image", "localhost:9/none:1");
        await("no-volume", "VolumeNotMounted", "volume \"data\" is not mounted", "/no/such/folder");
        await("crash", "last ended with code 3 (Error)");
        await("crash", "CrashLoopBackOff: back-off 10s", "next at", "(in ");
        await("probe", "runs and is not ready", "ReadinessProbeFailing", "failed: not yet");
        await("hook", "HookRunning: the postStart hook of container \"main\" is running");
        await("sidecar", "has not started", "sidecar \"mesh\" has not started yet");

        var answer = explain("probe", "--json");
        assertThat(answer.code()).isEqualTo(2);
        var told = Json.parse(answer.out()).items("pods").getFirst();
        assertThat(told.text("verdict")).isEqualTo("NOT_READY");
        assertThat(told.items("waits").getFirst().text("container")).isEqualTo("main");
        assertThat(explain("nobody").code()).isEqualTo(3);
        assertThat(explain("nobody").out()).startsWith("no pod \"nobody\" is known on this node");
    }

    private void ofTheNode() {
        rig.takeNetwork();
        try {
            put("netless", "", "");
            await("netless", "NetworkNotReady", "cni");
        } finally {
            rig.giveNetwork();
        }
        rig.stopContainerd();
        try {
            await("probe", "node: RuntimeUnavailable: container runtime is down");
        } finally {
            rig.startContainerd();
        }
    }

    private static final String MISSING_VOLUME =
            "volumes: [{name: data, hostPath: {path: /no/such/folder, type: Directory}}]";

    private static final String SIDECAR =
            "initContainers: [{name: mesh, image: \""
                    + Rig.BUSYBOX
                    + "\", restartPolicy: Always, command: [sh, -c, \""
                    + SERVE
                    + "\"], startupProbe: {exec: {command: [\"false\"]}, failureThreshold: 1000}}]";

    private void put(String name, String container, String spec) {
        node.kubelet().put(name + ".yaml", pod(name, "default", container, spec));
    }

    private static String pod(String name, String namespace, String container, String spec) {
        var image = name.equals("no-image") ? "localhost:9/none:1" : Rig.BUSYBOX;
        var shell = name.equals("crash") ? "exit 3" : SERVE;
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: %s}
        spec:
          nodeName: %s
          %s
          containers:
            - name: main
              image: %s
              command: [sh, -c, "%s"]
              %s
        """
                .formatted(name, namespace, ClusterNode.NODE, spec, image, shell, container);
    }

    private void await(String pod, String... words) {
        Await.that(
                "explain %s to say %s".formatted(pod, List.of(words)),
                LONG,
                () -> explain(pod).out(),
                text -> List.of(words).stream().allMatch(text::contains));
    }

    private Command.Outcome explain(String pod, String... options) {
        var command =
                Command.of(Project.bin("jubelet").toString(), "explain")
                        .and("--root-dir", node.root().toString())
                        .and(options);
        return (pod.isEmpty() ? command : command.and(pod)).run();
    }
}
