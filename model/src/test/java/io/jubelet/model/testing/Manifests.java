package io.jubelet.model.testing;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.model.codec.MessageReader;
import io.jubelet.model.codec.Strictness;
import io.jubelet.model.codec.Yaml;
import java.nio.charset.StandardCharsets;

/// Pods for tests, written as parts of a manifest that are laid over a small pod: named `web`,
/// with one container `c`.
///
/// Thread: any; pure.
public final class Manifests {
    private static final Pod BASE =
            pod("{metadata: {name: web}, spec: {containers: [{name: c, image: busybox}]}}");

    private Manifests() {}

    /// A whole pod.
    public static Pod pod(String yaml) {
        // A text that begins with a brace would be read as JSON.
        byte[] document = ("---\n" + yaml).getBytes(StandardCharsets.UTF_8);
        var documents = Yaml.documents("test", document);
        var decoded =
                MessageReader.read(
                        documents.getFirst(), Pod.getDefaultInstance(), Strictness.STRICT);
        if (!decoded.problems().isEmpty()) {
            throw new IllegalArgumentException(decoded.problems() + " in " + yaml);
        }
        return decoded.message();
    }

    public static Pod metadata(String yaml) {
        return BASE.toBuilder().mergeFrom(pod("{metadata: " + yaml + "}")).build();
    }

    /// Containers in the part stand behind `c`.
    public static Pod spec(String yaml) {
        return BASE.toBuilder().mergeFrom(pod("{spec: " + yaml + "}")).build();
    }

    public static Pod container(String yaml) {
        Pod.Builder pod = BASE.toBuilder();
        pod.getSpecBuilder().getContainersBuilder(0).mergeFrom(containerPart(yaml));
        return pod.build();
    }

    public static Pod init(String yaml) {
        Pod.Builder pod = BASE.toBuilder();
        pod.getSpecBuilder()
                .addInitContainersBuilder()
                .setName("i")
                .setImage("busybox")
                .mergeFrom(containerPart(yaml));
        return pod.build();
    }

    public static Pod ephemeral(String yaml) {
        Pod part = pod("{spec: {ephemeralContainers: [" + yaml + "]}}");
        Pod.Builder pod = BASE.toBuilder();
        var container = pod.getSpecBuilder().addEphemeralContainersBuilder();
        container.getEphemeralContainerCommonBuilder().setName("e").setImage("busybox");
        container.mergeFrom(part.getSpec().getEphemeralContainers(0));
        return pod.build();
    }

    public static Pod volume(String yaml) {
        Pod part = pod("{spec: {volumes: [" + yaml + "]}}");
        Pod.Builder pod = BASE.toBuilder();
        pod.getSpecBuilder()
                .addVolumesBuilder()
                .setName("v")
                .mergeFrom(part.getSpec().getVolumes(0));
        return pod.build();
    }

    private static Container containerPart(String yaml) {
        return pod("{spec: {containers: [" + yaml + "]}}").getSpec().getContainers(0);
    }
}
