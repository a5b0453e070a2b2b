package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// What people do with a cluster all day: the controllers and kubectl find a node like any other.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class WorkloadsIT {
    @RegisterExtension final ClusterNode node;

    WorkloadsIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    private static final Duration LONG = Duration.ofMinutes(3);

    @Test
    void aPodThatKubectlRunsIsShownDescribedAndDeleted() {
        node.start();
        node.kubectl("run", "hand", "--image=" + Rig.BUSYBOX, "--", "sleep", "1000");
        node.awaitPodReady("hand");

        assertThat(node.kubectl("get", "pods", "-o", "wide"))
                .contains("hand", "1/1", "Running", ClusterNode.NODE);
        assertThat(node.kubectl("describe", "pod", "hand"))
                .contains("Started", "kubelet", "Ready", "Container started");

        node.kubectl("delete", "pod", "hand", "--grace-period=1");
        node.awaitGone("pod", "hand");
    }

    @Test
    void aDeploymentOfTwentyPodsComesAndGoes() {
        node.start();
        deployment(20);
        awaitReady("20");
        assertThat(Processes.with("workload-many")).hasSize(20);

        node.kubectl("scale", "deployment", "many", "--replicas=3");
        Await.that(
                "three processes",
                LONG,
                () -> Processes.with("workload-many").size(),
                count -> count == 3);
        Await.that("three pods", LONG, () -> node.list("pods").size(), count -> count == 3);

        node.kubectl("scale", "deployment", "many", "--replicas=0");
        Await.that("no pods", LONG, () -> node.list("pods").size(), count -> count == 0);
        assertThat(Processes.with("workload-many")).isEmpty();
    }

    private void deployment(int replicas) {
        node.apply(
                workload(
                        "Deployment",
                        "many",
                        "workload-many",
                        "  replicas: %d\n".formatted(replicas)));
    }

    private String workload(String kind, String name, String marker, String more) {
        return """
        apiVersion: apps/v1
        kind: %s
        metadata: {name: %s, namespace: %s}
        spec:
        %s  selector: {matchLabels: {app: %s}}
          template:
            metadata: {labels: {app: %s}}
            spec:
              terminationGracePeriodSeconds: 2
              containers:
              - name: main
                image: %s
                command: [sh, -c, "%s"]
        """
                .formatted(
                        kind,
                        name,
                        node.namespace(),
                        more,
                        name,
                        name,
                        Rig.BUSYBOX,
                        Manifest.serve(marker));
    }

    private void awaitReady(String count) {
        Await.that(
                count + " ready pods",
                LONG,
                () -> node.get("deployment", "many"),
                found -> found.text("status", "readyReplicas").equals(count));
    }

    @Test
    void aJobIsDoneWhenItsPodsAre() {
        node.start();
        node.apply(
                """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: sums, namespace: %s}
                spec:
                  completions: 3
                  parallelism: 2
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: main, image: "%s", command: [sh, -c, "exit 0"]}]
                """
                        .formatted(node.namespace(), Rig.BUSYBOX));

        Await.that(
                "the job to be complete",
                LONG,
                () -> node.get("job", "sums"),
                job -> ClusterNode.condition(job, "Complete").text("status").equals("True"));
        assertThat(node.get("job", "sums").text("status", "succeeded")).isEqualTo("3");
    }

    @Test
    void aDaemonSetFindsTheNode() {
        node.start();
        node.apply(workload("DaemonSet", "everywhere", "workload-everywhere", ""));

        Await.that(
                "its pod to be ready",
                LONG,
                () -> node.get("daemonset", "everywhere"),
                set -> set.text("status", "numberReady").equals("1"));
    }

    @Test
    void aDrainedNodeIsEmpty() {
        node.start();
        deployment(3);
        awaitReady("3");

        node.kubectl("drain", ClusterNode.NODE, "--ignore-daemonsets", "--timeout=90s");

        assertThat(node.node().text("spec", "unschedulable")).isEqualTo("true");
        Await.that(
                "no process",
                LONG,
                () -> Processes.with("workload-many").size(),
                count -> count == 0);
        node.kubectl("uncordon", ClusterNode.NODE);
        awaitReady("3");
    }
}
