package io.jubelet.e2e.cluster;

import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The pods of a swap: one of every shape from the API server, and some from files.
///
/// Thread: the test's.
final class SwapPods {
    /// Runs until it is told to end, without using the processor, and then ends at once.
    static final String SERVE =
            "trap 'kill $!; exit 0' TERM; while true; do sleep 3600 & wait $!; done";

    private final ClusterNode node;
    private final int healthPort;

    /// @param healthPort where a gRPC health service listens on the node
    SwapPods(ClusterNode node, int healthPort) {
        this.node = node;
        this.healthPort = healthPort;
    }

    /// What the pods' volumes and variables come from.
    void makeObjects() {
        node.apply(read("swap-objects.yaml"));
    }

    /// Makes all pods of the API server, and answers their names.
    List<String> makeAll(String prefix) {
        var pods = documents("swap-pods.yaml", prefix);
        node.apply(String.join("---\n", pods.values()));
        return List.copyOf(pods.keySet());
    }

    /// Makes those of these shapes, and answers their names.
    List<String> make(String prefix, List<String> shapes) {
        var pods = documents("swap-pods.yaml", prefix);
        pods.keySet().retainAll(shapes.stream().map(shape -> prefix + shape).toList());
        node.apply(String.join("---\n", pods.values()));
        return List.copyOf(pods.keySet());
    }

    /// Writes the files of the static pods, and answers the names of the pods.
    List<String> makeStatic(String prefix) {
        var pods = documents("swap-static.yaml", prefix);
        pods.forEach((name, yaml) -> node.kubelet().put(name + ".yaml", yaml));
        return pods.keySet().stream().map(name -> name + "-" + ClusterNode.NODE).toList();
    }

    /// Takes the files of these static pods away.
    void removeStatic(List<String> pods) {
        for (var pod : pods) {
            var file = pod.substring(0, pod.length() - ClusterNode.NODE.length() - 1) + ".yaml";
            try {
                Files.delete(node.kubelet().home().resolve("manifests").resolve(file));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    /// The pods whose preStop hook ran, by their host names.
    List<String> stopped() {
        var file = host().resolve("stopped");
        return Files.exists(file) ? Folders.text(file).lines().toList() : List.of();
    }

    private Path host() {
        return node.kubelet().home().resolve("host");
    }

    private Map<String, String> documents(String resource, String prefix) {
        var pods = new LinkedHashMap<String, String>();
        for (var document : read(resource).split("---\n", -1)) {
            var start = document.indexOf("${prefix}") + "${prefix}".length();
            var end = start;
            while (Character.isLetter(document.charAt(end)) || document.charAt(end) == '-') {
                end++;
            }
            pods.put(prefix + document.substring(start, end), filled(document, prefix));
        }
        return pods;
    }

    private String filled(String document, String prefix) {
        return document.replace("${prefix}", prefix)
                .replace("${namespace}", node.namespace())
                .replace("${node}", ClusterNode.NODE)
                .replace("${image}", Rig.BUSYBOX)
                .replace("${serve}", SERVE)
                .replace("${host}", host().toString())
                .replace("${port}", Integer.toString(healthPort));
    }

    private static String read(String resource) {
        try (var in = SwapPods.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new AssertionError("no " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
