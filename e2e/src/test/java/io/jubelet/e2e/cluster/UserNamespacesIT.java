package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.ContainerView;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Pods with users of their own: root in there is nobody out here, and files are still whose they
/// were. The rig's handler `idmap` is a runc that is new enough.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class UserNamespacesIT {
    @RegisterExtension final ClusterNode node;

    UserNamespacesIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    private static String serve(String name) {
        return "echo own > /scratch/file; " + Manifest.serve("users-of-" + name);
    }

    private void pod(String name, String more) {
        node.apply(
                """
                apiVersion: node.k8s.io/v1
                kind: RuntimeClass
                metadata: {name: idmap}
                handler: idmap
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s}
                spec:
                  nodeName: %s
                  terminationGracePeriodSeconds: 2
                  hostUsers: false
                  runtimeClassName: idmap
                  volumes: [{name: scratch, emptyDir: {}}]
                  containers:
                  - name: main
                    image: %s
                    command: [sh, -c, "%s"]
                    volumeMounts: [{name: scratch, mountPath: /scratch}]
                    %s
                """
                        .formatted(
                                name,
                                node.namespace(),
                                ClusterNode.NODE,
                                Rig.BUSYBOX,
                                serve(name),
                                more));
    }

    private String inside(String pod, String shell) {
        return node.kubectl("exec", pod, "--", "sh", "-c", shell).strip();
    }

    /// The first id of the node that the pod has, from the kernel's own table.
    private String firstId(String pod) {
        var words = inside(pod, "cat /proc/self/uid_map").split("\\s+", -1);
        assertThat(words).hasSize(3).startsWith("0").endsWith("65536");
        return words[1];
    }

    @Test
    void eachPodHasIdsOfItsOwnAndKeepsThemAcrossARestart() {
        node.start();
        pod("one", "");
        pod("two", "");
        node.awaitPodReady("one");
        node.awaitPodReady("two");
        var first = firstId("one");

        assertThat(first).isNotEqualTo("0").isNotEqualTo(firstId("two"));
        assertThat(inside("one", "id -u")).isEqualTo("0");
        assertThat(inside("one", "stat -c %u:%g /scratch/file /etc/hosts")).isEqualTo("0:0\n0:0");

        node.kubelet().kill();
        node.launch();
        Processes.with("users-of-one").stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .forEach(ProcessHandle::destroyForcibly);
        node.awaitPod("one", "restarted", it -> ContainerView.of(it).restarts() > 0);
        node.awaitPodReady("one");
        assertThat(firstId("one")).isEqualTo(first);

        node.kubectl("delete", "pod", "one", "two", "--wait=false");
        node.awaitGone("pod", "one");
        node.awaitGone("pod", "two");
    }

    @Test
    void procCanBeSeenWhole() {
        node.start();
        pod("bare", "securityContext: {procMount: Unmasked}");
        pod("masked", "");
        node.awaitPodReady("bare");
        node.awaitPodReady("masked");

        var masked = "grep -c ' /proc/' /proc/self/mountinfo; true";
        assertThat(inside("bare", masked)).isEqualTo("0");
        assertThat(inside("masked", masked)).isNotEqualTo("0");
    }
}
