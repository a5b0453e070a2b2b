package io.jubelet.adapters.cri;

import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.cri.v1.ContainerStatus;
import io.jubelet.cri.v1.CreateContainerResponse;
import io.jubelet.cri.v1.Image;
import io.jubelet.cri.v1.PodSandboxStatus;
import io.jubelet.cri.v1.PullImageResponse;
import io.jubelet.cri.v1.RunPodSandboxResponse;
import io.jubelet.cri.v1.VersionResponse;
import java.util.ArrayList;
import java.util.List;

/// Refuses answers that lack what CRI promises, before anything is decided on them.
///
/// Thread: any; pure.
///
/// Upstream: cri-client/pkg/utils.go and the checks after each call in remote_runtime.go.
final class CriAnswers {
    private CriAnswers() {}

    static void checkVersion(VersionResponse answer) {
        var missing = new ArrayList<String>();
        addIfEmpty(missing, "Version", answer.getVersion());
        addIfEmpty(missing, "RuntimeName", answer.getRuntimeName());
        addIfEmpty(missing, "RuntimeApiVersion", answer.getRuntimeApiVersion());
        addIfEmpty(missing, "RuntimeVersion", answer.getRuntimeVersion());
        require(
                missing.isEmpty(),
                "Version",
                "not all fields are set in VersionResponse (missing "
                        + String.join(", ", missing)
                        + ")");
    }

    private static void addIfEmpty(List<String> missing, String name, String value) {
        if (value.isEmpty()) {
            missing.add(name);
        }
    }

    static void checkSandbox(PodSandboxStatus status) {
        var operation = "PodSandboxStatus";
        var metadata = status.getMetadata();
        require(!status.getId().isEmpty(), operation, "status.Id is not set");
        require(status.hasMetadata(), operation, "status.Metadata is not set");
        require(
                !metadata.getName().isEmpty()
                        && !metadata.getNamespace().isEmpty()
                        && !metadata.getUid().isEmpty(),
                operation,
                "metadata.Name, metadata.Namespace or metadata.Uid is not in metadata");
        require(status.getCreatedAt() != 0, operation, "status.CreatedAt is not set");
    }

    static void checkContainer(ContainerStatus status) {
        var operation = "ContainerStatus";
        require(!status.getId().isEmpty(), operation, "status.Id is not set");
        require(status.hasMetadata(), operation, "status.Metadata is not set");
        require(
                !status.getMetadata().getName().isEmpty(),
                operation,
                "metadata.Name is not in metadata");
        require(status.getCreatedAt() != 0, operation, "status.CreatedAt is not set");
        require(!status.getImage().getImage().isEmpty(), operation, "status.Image is not set");
        require(!status.getImageRef().isEmpty(), operation, "status.ImageRef is not set");
    }

    static void checkSandboxId(RunPodSandboxResponse answer, SandboxSpec spec) {
        require(
                !answer.getPodSandboxId().isEmpty(),
                "RunPodSandbox",
                "PodSandboxId is not set for sandbox \"" + spec.pod() + "\"");
    }

    static void checkContainerId(CreateContainerResponse answer, ContainerSpec spec) {
        require(
                !answer.getContainerId().isEmpty(),
                "CreateContainer",
                "ContainerId is not set for container \"" + spec.name() + "\"");
    }

    static void checkImage(Image image, String name) {
        require(
                !image.getId().isEmpty() && image.getSize() != 0,
                "ImageStatus",
                "Id or size of image \"" + name + "\" is not set");
    }

    static void checkPulled(PullImageResponse answer, String name) {
        require(
                !answer.getImageRef().isEmpty(),
                "PullImage",
                "imageRef of image \"" + name + "\" is not set");
    }

    private static void require(boolean holds, String operation, String message) {
        if (!holds) {
            throw new RuntimeCallException(operation, Code.FAILED, message);
        }
    }
}
