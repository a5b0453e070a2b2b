package io.jubelet.e2e.harness;

import java.util.ArrayList;
import java.util.List;

/// A pod's manifest in the making.
///
/// Thread: immutable.
///
/// @param spec lines of YAML for the pod's spec, without indentation
public record Manifest(
        String name, List<String> spec, List<Part> initContainers, List<Part> containers) {
    public Manifest {
        spec = List.copyOf(spec);
        initContainers = List.copyOf(initContainers);
        containers = List.copyOf(containers);
    }

    /// One container that runs a line of shell.
    public record Part(String name, String shell) {
        String yaml() {
            return """
              - name: %s
                image: %s
                command: [sh, -c, %s]
            """
                    .formatted(name, Rig.BUSYBOX, quoted(shell));
        }
    }

    public static Manifest of(String name) {
        return new Manifest(name, List.of(), List.of(), List.of());
    }

    /// A pod with one container `main`.
    public static Manifest of(String name, String shell) {
        return of(name).container("main", shell);
    }

    /// A line of shell that runs until it is told to end, and then ends at once.
    ///
    /// @param marker a word to find its process by
    public static String serve(String marker) {
        return ": %s; trap 'exit 0' TERM; while true; do sleep 0.2; done".formatted(marker);
    }

    public Manifest container(String containerName, String shell) {
        return new Manifest(
                name, spec, initContainers, with(containers, new Part(containerName, shell)));
    }

    public Manifest initContainer(String containerName, String shell) {
        return new Manifest(
                name, spec, with(initContainers, new Part(containerName, shell)), containers);
    }

    public Manifest spec(String line) {
        return new Manifest(name, with(spec, line), initContainers, containers);
    }

    public String yaml() {
        return yaml("default");
    }

    public String yaml(String namespace) {
        var text = new StringBuilder();
        text.append("apiVersion: v1\nkind: Pod\nmetadata:\n  name: ").append(name);
        text.append("\n  namespace: ").append(namespace).append("\nspec:\n");
        spec.forEach(line -> text.append("  ").append(line).append('\n'));
        append(text, "initContainers", initContainers);
        append(text, "containers", containers);
        return text.toString();
    }

    private static void append(StringBuilder text, String key, List<Part> parts) {
        if (!parts.isEmpty()) {
            text.append("  ").append(key).append(":\n");
            parts.forEach(part -> text.append(part.yaml()));
        }
    }

    private static String quoted(String shell) {
        return '"' + shell.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static <T> List<T> with(List<T> list, T last) {
        var longer = new ArrayList<>(list);
        longer.add(last);
        return longer;
    }
}
