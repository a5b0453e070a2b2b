package io.jubelet.app.training;

import io.grpc.stub.StreamObserver;
import io.jubelet.cri.v1.ContainerEventResponse;
import io.jubelet.cri.v1.ContainerEventType;
import io.jubelet.cri.v1.ContainerStatusRequest;
import io.jubelet.cri.v1.ContainerStatusResponse;
import io.jubelet.cri.v1.CreateContainerRequest;
import io.jubelet.cri.v1.CreateContainerResponse;
import io.jubelet.cri.v1.ExecSyncRequest;
import io.jubelet.cri.v1.ExecSyncResponse;
import io.jubelet.cri.v1.GetEventsRequest;
import io.jubelet.cri.v1.ListContainersRequest;
import io.jubelet.cri.v1.ListContainersResponse;
import io.jubelet.cri.v1.ListPodSandboxRequest;
import io.jubelet.cri.v1.ListPodSandboxResponse;
import io.jubelet.cri.v1.PodSandboxStatusRequest;
import io.jubelet.cri.v1.PodSandboxStatusResponse;
import io.jubelet.cri.v1.RemoveContainerRequest;
import io.jubelet.cri.v1.RemoveContainerResponse;
import io.jubelet.cri.v1.RemovePodSandboxRequest;
import io.jubelet.cri.v1.RemovePodSandboxResponse;
import io.jubelet.cri.v1.RunPodSandboxRequest;
import io.jubelet.cri.v1.RunPodSandboxResponse;
import io.jubelet.cri.v1.RuntimeCondition;
import io.jubelet.cri.v1.RuntimeServiceGrpc;
import io.jubelet.cri.v1.StartContainerRequest;
import io.jubelet.cri.v1.StartContainerResponse;
import io.jubelet.cri.v1.StatusRequest;
import io.jubelet.cri.v1.StatusResponse;
import io.jubelet.cri.v1.StopContainerRequest;
import io.jubelet.cri.v1.StopContainerResponse;
import io.jubelet.cri.v1.StopPodSandboxRequest;
import io.jubelet.cri.v1.StopPodSandboxResponse;
import io.jubelet.cri.v1.VersionRequest;
import io.jubelet.cri.v1.VersionResponse;

/// Answers CRI's calls out of [StandInPods].
///
/// Thread: gRPC's own.
final class StandInRuntime extends RuntimeServiceGrpc.RuntimeServiceImplBase {
    private final StandInPods pods;

    StandInRuntime(StandInPods pods) {
        this.pods = pods;
    }

    static <T> void reply(StreamObserver<T> answer, T message) {
        answer.onNext(message);
        answer.onCompleted();
    }

    @Override
    public void version(VersionRequest request, StreamObserver<VersionResponse> answer) {
        reply(
                answer,
                VersionResponse.newBuilder()
                        .setVersion("0.1.0")
                        .setRuntimeName("stand-in")
                        .setRuntimeVersion("1")
                        .setRuntimeApiVersion("v1")
                        .build());
    }

    @Override
    public void status(StatusRequest request, StreamObserver<StatusResponse> answer) {
        var status = StatusResponse.newBuilder();
        for (var type : new String[] {"RuntimeReady", "NetworkReady"}) {
            status.getStatusBuilder()
                    .addConditions(RuntimeCondition.newBuilder().setType(type).setStatus(true));
        }
        reply(answer, status.build());
    }

    @Override
    public void listPodSandbox(
            ListPodSandboxRequest request, StreamObserver<ListPodSandboxResponse> answer) {
        var selector = request.getFilter().getLabelSelectorMap();
        reply(
                answer,
                ListPodSandboxResponse.newBuilder()
                        .addAllItems(pods.listSandboxes(selector))
                        .build());
    }

    @Override
    public void listContainers(
            ListContainersRequest request, StreamObserver<ListContainersResponse> answer) {
        var selector = request.getFilter().getLabelSelectorMap();
        reply(
                answer,
                ListContainersResponse.newBuilder()
                        .addAllContainers(pods.listContainers(selector))
                        .build());
    }

    @Override
    public void podSandboxStatus(
            PodSandboxStatusRequest request, StreamObserver<PodSandboxStatusResponse> answer) {
        var status = pods.sandbox(request.getPodSandboxId());
        reply(answer, PodSandboxStatusResponse.newBuilder().setStatus(status).build());
    }

    @Override
    public void containerStatus(
            ContainerStatusRequest request, StreamObserver<ContainerStatusResponse> answer) {
        var status = pods.container(request.getContainerId());
        reply(answer, ContainerStatusResponse.newBuilder().setStatus(status).build());
    }

    @Override
    public void runPodSandbox(
            RunPodSandboxRequest request, StreamObserver<RunPodSandboxResponse> answer) {
        var id = pods.addSandbox(request.getConfig());
        reply(answer, RunPodSandboxResponse.newBuilder().setPodSandboxId(id).build());
    }

    @Override
    public void stopPodSandbox(
            StopPodSandboxRequest request, StreamObserver<StopPodSandboxResponse> answer) {
        pods.stopSandbox(request.getPodSandboxId());
        reply(answer, StopPodSandboxResponse.getDefaultInstance());
    }

    @Override
    public void removePodSandbox(
            RemovePodSandboxRequest request, StreamObserver<RemovePodSandboxResponse> answer) {
        pods.removeSandbox(request.getPodSandboxId());
        reply(answer, RemovePodSandboxResponse.getDefaultInstance());
    }

    @Override
    public void createContainer(
            CreateContainerRequest request, StreamObserver<CreateContainerResponse> answer) {
        var id = pods.addContainer(request);
        reply(answer, CreateContainerResponse.newBuilder().setContainerId(id).build());
    }

    @Override
    public void startContainer(
            StartContainerRequest request, StreamObserver<StartContainerResponse> answer) {
        pods.start(request.getContainerId());
        reply(answer, StartContainerResponse.getDefaultInstance());
    }

    @Override
    public void stopContainer(
            StopContainerRequest request, StreamObserver<StopContainerResponse> answer) {
        pods.stop(request.getContainerId());
        reply(answer, StopContainerResponse.getDefaultInstance());
    }

    @Override
    public void removeContainer(
            RemoveContainerRequest request, StreamObserver<RemoveContainerResponse> answer) {
        pods.removeContainer(request.getContainerId());
        reply(answer, RemoveContainerResponse.getDefaultInstance());
    }

    @Override
    public void execSync(ExecSyncRequest request, StreamObserver<ExecSyncResponse> answer) {
        reply(answer, ExecSyncResponse.getDefaultInstance());
    }

    @Override
    public void getContainerEvents(
            GetEventsRequest request, StreamObserver<ContainerEventResponse> answer) {
        // Stays open: the listing finds what happens here, the events are of nobody.
        answer.onNext(
                ContainerEventResponse.newBuilder()
                        .setContainerId("unknown")
                        .setContainerEventType(ContainerEventType.CONTAINER_STARTED_EVENT)
                        .build());
    }
}
