package io.jubelet.sim;

import io.jubelet.core.desired.RestartPolicy;
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

    /// The name of the volume, if it has one.
    static final String VOLUME = "scratch";

    /// One container.
    ///
    /// @param sidecar whether, among the init containers, it goes on running
    public record Part(String name, String image, String command, boolean sidecar) {
        public Part(String name, String image, String command) {
            this(name, image, command, false);
        }

        public static Part sidecar(String name, String image, String command) {
            return new Part(name, image, command, true);
        }
    }

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

    /// Whether it has a volume, as every other pod of a simulation does.
    public boolean hasVolume() {
        return (name.hashCode() + revision) % 2 == 0;
    }

    /// The text of its manifest.
    public String text() {
        var text = new StringBuilder();
        text.append("apiVersion: v1\nkind: Pod\nmetadata:\n  name: ").append(name);
        text.append("\n  labels: {revision: \"").append(revision).append("\"}\nspec:\n");
        text.append("  restartPolicy: ").append(v1(restartPolicy));
        text.append("\n  terminationGracePeriodSeconds: ").append(grace.toSeconds()).append('\n');
        if (hasVolume()) {
            text.append("  volumes:\n  - name: ").append(VOLUME).append("\n    emptyDir: {}\n");
        }
        append(text, "initContainers", init);
        append(text, "containers", containers);
        return text.toString();
    }

    private void append(StringBuilder text, String field, List<Part> parts) {
        if (!parts.isEmpty()) {
            text.append("  ").append(field).append(":\n");
        }
        for (var part : parts) {
            text.append("  - name: ").append(part.name());
            text.append("\n    image: ").append(part.image());
            if (part.sidecar()) {
                text.append("\n    restartPolicy: Always");
            }
            text.append("\n    imagePullPolicy: IfNotPresent\n    command:\n");
            for (var word : part.command().split(" ", -1)) {
                text.append("    - \"").append(word).append("\"\n");
            }
            if (hasVolume()) {
                text.append("    volumeMounts:\n    - name: ").append(VOLUME);
                text.append("\n      mountPath: /scratch\n");
            }
        }
    }

    private static String v1(RestartPolicy policy) {
        return switch (policy) {
            case ALWAYS -> "Always";
            case ON_FAILURE -> "OnFailure";
            case NEVER -> "Never";
        };
    }
}
