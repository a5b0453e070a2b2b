package io.jubelet.sim;

import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.probe.ProbeKind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
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

    /// The volume of those pods that mount an image, and the image.
    static final String MODELS = "models";

    static final String MODELS_IMAGE = "models:1";

    /// What the names of pods with users of their own begin with.
    static final String OWN_USERS = "own-";

    /// The code with which a container asks that all of its pod start over.
    static final int ASKING = 42;

    /// One container.
    ///
    /// @param sidecar whether, among the init containers, it goes on running
    /// @param checks its probes
    /// @param more further lines of its manifest, in YAML's flow style
    public record Part(
            String name,
            String image,
            String command,
            boolean sidecar,
            List<Check> checks,
            List<String> more) {
        public Part {
            checks = List.copyOf(checks);
            more = List.copyOf(more);
        }

        public Part(String name, String image, String command) {
            this(name, image, command, false, List.of(), List.of());
        }

        public static Part sidecar(String name, String image, String command) {
            return new Part(name, image, command, true, List.of(), List.of());
        }

        public Part checked(Check check) {
            var all = Stream.concat(checks.stream(), Stream.of(check)).toList();
            return new Part(name, image, command, sidecar, all, more);
        }

        /// Whether its end may be the end of all.
        boolean asks() {
            return more.stream().anyMatch(line -> line.contains("RestartAllContainers"));
        }

        /// The same with the image of models in it.
        public Part withModels() {
            return with("volumeMounts: [{name: " + MODELS + ", mountPath: /models, subPath: v1}]");
        }

        private boolean mountsModels() {
            return more.stream().anyMatch(line -> line.contains("/models"));
        }

        private boolean mountsItself() {
            return more.stream().anyMatch(line -> line.startsWith("volumeMounts:"));
        }

        public Part with(String line) {
            var all = Stream.concat(more.stream(), Stream.of(line)).toList();
            return new Part(name, image, command, sidecar, checks, all);
        }
    }

    /// A probe that runs a command every second.
    ///
    /// @param command one that [io.jubelet.sim.runtime.FakeProber] knows
    public record Check(ProbeKind kind, String command, int failureThreshold) {
        String text() {
            return "%sProbe: {exec: {command: [%s]}, periodSeconds: 1, failureThreshold: %d}"
                    .formatted(
                            kind.name().toLowerCase(Locale.ROOT),
                            command.replaceAll("([^ ]+)", "\"$1\"").replace(' ', ','),
                            failureThreshold);
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

    PodSketch withGraceAtMost(long seconds) {
        return seconds < grace.toSeconds() ? withGrace(Duration.ofSeconds(seconds)) : this;
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

    /// The same with one more container, `asker`, that asks twice that all start over, so long
    /// after it started, and then runs until it is stopped.
    public PodSketch withAsker(int seconds) {
        return withContainer(asking(new Part("asker", "busybox:1", "ask " + seconds)));
    }

    /// The same container with a rule by which it may ask that all of this pod start over.
    public Part asking(Part part) {
        return part.with("restartPolicy: " + v1(restartPolicy))
                .with(
                        "restartPolicyRules: [{action: RestartAllContainers, exitCodes:"
                                + " {operator: In, values: ["
                                + ASKING
                                + "]}}]");
    }

    /// Whether it has a volume, as every other pod of a simulation does.
    public boolean hasVolume() {
        return (name.hashCode() + revision) % 2 == 0;
    }

    /// Whether it wants users of its own, as those with such a name do.
    boolean hasOwnUsers() {
        return name.startsWith(OWN_USERS);
    }

    /// The text of its manifest.
    public String text() {
        var text = new StringBuilder();
        text.append("apiVersion: v1\nkind: Pod\nmetadata:\n  name: ").append(name);
        text.append("\n  labels: {revision: \"").append(revision).append("\"}\nspec:\n");
        text.append("  restartPolicy: ").append(v1(restartPolicy));
        text.append("\n  terminationGracePeriodSeconds: ").append(grace.toSeconds()).append('\n');
        if (hasOwnUsers()) {
            text.append("  hostUsers: false\n");
        }
        appendVolumes(text);
        append(text, "initContainers", init);
        append(text, "containers", containers);
        return text.toString();
    }

    private void appendVolumes(StringBuilder text) {
        var models = Stream.concat(init.stream(), containers.stream()).anyMatch(Part::mountsModels);
        if (hasVolume() || models) {
            text.append("  volumes:\n");
        }
        if (hasVolume()) {
            text.append("  - name: ").append(VOLUME).append("\n    emptyDir: {}\n");
        }
        if (models) {
            text.append("  - name: ").append(MODELS);
            text.append("\n    image: {reference: \"").append(MODELS_IMAGE).append("\"}\n");
        }
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
            part.checks().forEach(check -> line(text, check.text()));
            part.more().forEach(line -> line(text, line));
            if (hasVolume() && !part.mountsItself()) {
                text.append("    volumeMounts:\n    - name: ").append(VOLUME);
                text.append("\n      mountPath: /scratch\n");
            }
        }
    }

    private static void line(StringBuilder text, String line) {
        text.append("    ").append(line).append('\n');
    }

    private static String v1(RestartPolicy policy) {
        return switch (policy) {
            case ALWAYS -> "Always";
            case ON_FAILURE -> "OnFailure";
            case NEVER -> "Never";
        };
    }
}
