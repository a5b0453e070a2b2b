package io.jubelet.core.testing;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerRestartRule;
import io.jubelet.api.core.ContainerRestartRuleOnExitCodes;
import io.jubelet.api.core.EphemeralContainer;
import io.jubelet.api.core.Pod;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.model.pod.EphemeralContainers;
import java.util.List;
import java.util.function.Consumer;

/// A pod as a test wants it: `pod("web").containers("app", "log").restart("Never").build()`.
public final class Pods {
    private final Pod.Builder pod = Pod.newBuilder();

    private Pods(String name) {
        pod.getMetadataBuilder().setName(name).setNamespace("default").setUid(name + "-uid");
        pod.getSpecBuilder()
                .setRestartPolicy("Always")
                .setTerminationGracePeriodSeconds(30)
                .setDnsPolicy("ClusterFirst");
    }

    public static Pods pod(String name) {
        return new Pods(name);
    }

    public Pods restart(String policy) {
        pod.getSpecBuilder().setRestartPolicy(policy);
        return this;
    }

    public Pods containers(String... names) {
        for (var name : names) {
            pod.getSpecBuilder().addContainers(container(name));
        }
        return this;
    }

    public Pods initContainers(String... names) {
        for (var name : names) {
            pod.getSpecBuilder().addInitContainers(container(name));
        }
        return this;
    }

    /// Init containers that go on running.
    public Pods sidecars(String... names) {
        for (var name : names) {
            pod.getSpecBuilder().addInitContainers(sidecar(name));
        }
        return this;
    }

    public Pods ephemeral(String... names) {
        for (var name : names) {
            pod.getSpecBuilder()
                    .addEphemeralContainers(
                            EphemeralContainers.withContainer(
                                    EphemeralContainer.getDefaultInstance(), container(name)));
        }
        return this;
    }

    /// A regular container with a restart policy of its own.
    public Pods container(String name, String policy, ContainerRestartRule... rules) {
        pod.getSpecBuilder()
                .addContainers(
                        container(name).toBuilder()
                                .setRestartPolicy(policy)
                                .addAllRestartPolicyRules(List.of(rules)));
        return this;
    }

    public static ContainerRestartRule rule(String action, String operator, Integer... codes) {
        return ContainerRestartRule.newBuilder()
                .setAction(action)
                .setExitCodes(
                        ContainerRestartRuleOnExitCodes.newBuilder()
                                .setOperator(operator)
                                .addAllValues(List.of(codes)))
                .build();
    }

    public Pods with(Consumer<Pod.Builder> change) {
        change.accept(pod);
        return this;
    }

    public DesiredPod build() {
        return new DesiredPod(pod.build());
    }

    public static Container sidecar(String name) {
        return container(name).toBuilder().setRestartPolicy("Always").build();
    }

    public static Container container(String name) {
        return Container.newBuilder()
                .setName(name)
                .setImage("registry.example/" + name + ":1")
                .setImagePullPolicy("IfNotPresent")
                .build();
    }
}
