package io.jubelet.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/// The configuration file of a kubelet under test: fields as YAML, those of a standalone node with
/// all its folders and ports of its own to begin with.
///
/// Thread: immutable.
public record KubeletConfig(Path home, Map<String, String> fields) {
    public KubeletConfig {
        fields = Map.copyOf(fields);
    }

    /// What every kubelet of a test needs; folders lie below `home`.
    public static KubeletConfig standalone(Path home, String endpoint) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("containerRuntimeEndpoint", endpoint);
        fields.put("staticPodPath", home.resolve("manifests").toString());
        fields.put("podLogsDir", home.resolve("logs").toString());
        fields.put("address", "127.0.0.1");
        fields.put("port", Integer.toString(freePort()));
        fields.put("healthzBindAddress", "127.0.0.1");
        fields.put("healthzPort", Integer.toString(freePort()));
        fields.put("authentication", "{anonymous: {enabled: true}, webhook: {enabled: false}}");
        fields.put("authorization", "{mode: AlwaysAllow}");
        fields.put("failCgroupV1", "false");
        fields.put("cgroupRoot", "/" + Machine.CGROUP);
        return new KubeletConfig(home, fields);
    }

    public KubeletConfig with(String field, String yaml) {
        var more = new LinkedHashMap<>(fields);
        more.put(field, yaml);
        return new KubeletConfig(home, more);
    }

    public KubeletConfig without(String field) {
        var fewer = new LinkedHashMap<>(fields);
        fewer.remove(field);
        return new KubeletConfig(home, fewer);
    }

    public String field(String name) {
        return fields.getOrDefault(name, "");
    }

    public String yaml() {
        var lines =
                fields.entrySet().stream()
                        .map(field -> field.getKey() + ": " + field.getValue() + "\n")
                        .sorted()
                        .collect(Collectors.joining());
        return """
        apiVersion: kubelet.config.k8s.io/v1beta1
        kind: KubeletConfiguration
        """
                + lines;
    }

    /// Writes the file and makes the folder of manifests; answers the file.
    public Path write() {
        try {
            Files.createDirectories(home.resolve("manifests"));
            return Files.writeString(home.resolve("config.yaml"), yaml());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// A port that was free a moment ago, below those that outgoing connections are given.
    public static int freePort() {
        for (var tries = 0; tries < 1_000; tries++) {
            var port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                // Another one, then.
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        throw new IllegalStateException("no port between 20000 and 32000 is free");
    }
}
