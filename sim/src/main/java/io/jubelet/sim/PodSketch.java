package io.jubelet.sim;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// A pod as simulations write it: just what matters to them.
///
/// @param revision differs between two versions of a pod, so that an edit changes the uid
public record PodSketch(
        String name,
        int revision,
        RestartPolicy restartPolicy,
        Duration grace,
        List<Part> init,
        List<Part> containers) {
    public PodSketch {
        init = List.copyOf(init);
        containers = List.copyOf(containers);
    }

    /// One container.
    public record Part(String name, String image, String command) {}

    /// A pod with one container, `main`, that runs until it is stopped.
    public static PodSketch server(String name) {
        return running(name, "serve");
    }

    /// A pod with one container, `main`, with that command line.
    public static PodSketch running(String name, String command) {
        return new PodSketch(
                name,
                0,
                RestartPolicy.ALWAYS,
                Duration.ofSeconds(10),
                List.of(),
                List.of(new Part("main", "busybox:1", command)));
    }

    public PodSketch with(RestartPolicy policy) {
        return new PodSketch(name, revision, policy, grace, init, containers);
    }

    public PodSketch withGrace(Duration time) {
        return new PodSketch(name, revision, restartPolicy, time, init, containers);
    }

    public PodSketch edited() {
        return new PodSketch(name, revision + 1, restartPolicy, grace, init, containers);
    }

    public PodSketch withContainer(Part part) {
        var more = Stream.concat(containers.stream(), Stream.of(part)).toList();
        return new PodSketch(name, revision, restartPolicy, grace, init, more);
    }

    public PodSketch withInit(Part part) {
        var more = Stream.concat(init.stream(), Stream.of(part)).toList();
        return new PodSketch(name, revision, restartPolicy, grace, more, containers);
    }

    /// The text of its manifest.
    public String text() {
        return "sketch " + this;
    }

    /// A stable uid: the same text gives the same.
    public PodUid uid() {
        return new PodUid("%s-%08x".formatted(name, text().hashCode()));
    }

    Pod pod() {
        var spec =
                PodSpec.newBuilder()
                        .setRestartPolicy(v1(restartPolicy))
                        .setTerminationGracePeriodSeconds(grace.toSeconds());
        init.forEach(part -> spec.addInitContainers(container(part)));
        containers.forEach(part -> spec.addContainers(container(part)));
        return Pod.newBuilder()
                .setMetadata(
                        ObjectMeta.newBuilder()
                                .setName(name)
                                .setNamespace("default")
                                .setUid(uid().value())
                                .putAnnotations("kubernetes.io/config.source", "file"))
                .setSpec(spec)
                .build();
    }

    private static Container container(Part part) {
        return Container.newBuilder()
                .setName(part.name())
                .setImage(part.image())
                .setImagePullPolicy("IfNotPresent")
                .addAllCommand(List.of(part.command().split(" ")))
                .build();
    }

    private static String v1(RestartPolicy policy) {
        return switch (policy) {
            case ALWAYS -> "Always";
            case ON_FAILURE -> "OnFailure";
            case NEVER -> "Never";
        };
    }
}
