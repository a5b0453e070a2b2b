package io.jubelet.adapters.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.cri.v1.CgroupDriver;
import io.jubelet.cri.v1.Container;
import io.jubelet.cri.v1.ContainerMetadata;
import io.jubelet.cri.v1.ContainerStatus;
import io.jubelet.cri.v1.ContainerStatusRequest;
import io.jubelet.cri.v1.ContainerStatusResponse;
import io.jubelet.cri.v1.CreateContainerRequest;
import io.jubelet.cri.v1.CreateContainerResponse;
import io.jubelet.cri.v1.Image;
import io.jubelet.cri.v1.ImageSpec;
import io.jubelet.cri.v1.ImageStatusRequest;
import io.jubelet.cri.v1.ImageStatusResponse;
import io.jubelet.cri.v1.LinuxRuntimeConfiguration;
import io.jubelet.cri.v1.ListContainersRequest;
import io.jubelet.cri.v1.ListContainersResponse;
import io.jubelet.cri.v1.ListPodSandboxRequest;
import io.jubelet.cri.v1.ListPodSandboxResponse;
import io.jubelet.cri.v1.PodSandbox;
import io.jubelet.cri.v1.PullImageRequest;
import io.jubelet.cri.v1.RemoveContainerRequest;
import io.jubelet.cri.v1.RunPodSandboxRequest;
import io.jubelet.cri.v1.RunPodSandboxResponse;
import io.jubelet.cri.v1.RuntimeConfigRequest;
import io.jubelet.cri.v1.RuntimeConfigResponse;
import io.jubelet.cri.v1.VersionRequest;
import io.jubelet.cri.v1.VersionResponse;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CriClientTest extends CriClientFixture {
    @Test
    void tellsWhoTheRuntimeIs() {
        assertThat(client.runtime().version().toString())
                .isEqualTo("RuntimeVersion[runtimeName=fake, runtimeVersion=v9.9, apiVersion=v1]");
    }

    @Test
    void anIncompleteVersionIsRefused() {
        cri.answer(VersionRequest.class, VersionResponse.newBuilder().setVersion("0.1.0").build());

        assertThatThrownBy(() -> client.runtime().version())
                .hasMessage(
                        "not all fields are set in VersionResponse"
                                + " (missing RuntimeName, RuntimeApiVersion, RuntimeVersion)");
    }

    @Test
    void tellsTheCgroupDriverWhereTheRuntimeDoes() {
        var cgroupfs =
                LinuxRuntimeConfiguration.newBuilder().setCgroupDriver(CgroupDriver.CGROUPFS);

        assertThat(client.runtime().cgroupDriver()).isEmpty();
        cri.answer(RuntimeConfigRequest.class, RuntimeConfigResponse.getDefaultInstance());
        assertThat(client.runtime().cgroupDriver()).isEmpty();
        cri.answer(
                RuntimeConfigRequest.class,
                RuntimeConfigResponse.newBuilder().setLinux(cgroupfs).build());
        assertThat(client.runtime().cgroupDriver()).contains("cgroupfs");
    }

    @ParameterizedTest
    @CsvSource({
        "UNAVAILABLE, UNAVAILABLE, Unavailable",
        "NOT_FOUND, NOT_FOUND, NotFound",
        "UNIMPLEMENTED, UNIMPLEMENTED, Unimplemented",
        "UNKNOWN, FAILED, Unknown",
        "INVALID_ARGUMENT, FAILED, InvalidArgument",
        "CANCELLED, FAILED, Canceled",
        "RESOURCE_EXHAUSTED, FAILED, ResourceExhausted",
    })
    void failuresKeepTheirCodeAndGetUpstreamsWords(Status.Code sent, Code code, String word) {
        cri.answer(ContainerStatusRequest.class, sent.toStatus().withDescription("no such luck"));
        listOneContainer();

        var failure =
                catchThrowableOfType(
                        RuntimeCallException.class,
                        () -> client.runtime().containerStatus(new ContainerId("c1")));

        assertThat(failure.operation()).isEqualTo("ContainerStatus");
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure).hasMessage("rpc error: code = " + word + " desc = no such luck");
    }

    @Test
    void aLongErrorComesThroughWhole() {
        var output = "mount failed. ".repeat(10_000);
        cri.answer(RunPodSandboxRequest.class, Status.UNKNOWN.withDescription(output));

        assertThatThrownBy(() -> client.runtime().runSandbox(Specs.sandbox()))
                .hasMessage("rpc error: code = Unknown desc = " + output);
    }

    @Test
    void aFailedPullSpeaksWithoutTheCode() {
        cri.answer(PullImageRequest.class, Status.UNKNOWN.withDescription("no such image"));

        assertThatThrownBy(() -> client.images().pull("app:1")).hasMessage("no such image");
    }

    @Test
    void removingWhatIsGoneSucceeds() {
        cri.answer(RemoveContainerRequest.class, Status.NOT_FOUND);

        client.runtime().removeContainer(new ContainerId("c1"));

        assertThat(observed).contains("remove_container Optional[NOT_FOUND]");
    }

    @Test
    void anImageThatIsNotThereIsEmpty() {
        cri.answer(ImageStatusRequest.class, ImageStatusResponse.getDefaultInstance());

        assertThat(client.images().find("app:1")).isEmpty();
    }

    @Test
    void anImageIsKnownByItsId() {
        cri.answer(
                ImageStatusRequest.class,
                ImageStatusResponse.newBuilder()
                        .setImage(Image.newBuilder().setId("sha256:1").setSize(7))
                        .build());

        assertThat(client.images().find("app:1").orElseThrow().reference()).isEqualTo("sha256:1");
        assertThat(cri.asked(ImageStatusRequest.class).getImage().getImage()).isEqualTo("app:1");
    }

    @Test
    void whatNoKubeletMadeIsNotListed() {
        cri.answer(
                ListPodSandboxRequest.class,
                ListPodSandboxResponse.newBuilder()
                        .addItems(PodSandbox.newBuilder().setId("stranger"))
                        .addItems(
                                PodSandbox.newBuilder().setId("s1").putAllLabels(Specs.POD_LABELS))
                        .build());
        cri.answer(
                ListContainersRequest.class,
                ListContainersResponse.newBuilder()
                        .addContainers(
                                Container.newBuilder()
                                        .setId("nameless")
                                        .putAllLabels(Specs.POD_LABELS))
                        .addContainers(container())
                        .build());
        var runtime = client.runtime();

        assertThat(runtime.listSandboxes(Optional.empty()))
                .extracting(sandbox -> sandbox.id().value())
                .containsExactly("s1");
        assertThat(runtime.listContainers(Optional.empty()))
                .extracting(container -> container.id().value())
                .containsExactly("c1");
    }

    @Test
    void onePodIsAskedForByItsLabel() {
        cri.answer(ListPodSandboxRequest.class, ListPodSandboxResponse.getDefaultInstance());

        client.runtime().listSandboxes(Optional.of(new PodUid("uid-1")));

        assertThat(cri.asked(ListPodSandboxRequest.class).getFilter().getLabelSelectorMap())
                .containsExactly(java.util.Map.entry("io.kubernetes.pod.uid", "uid-1"));
    }

    @Test
    void aListOfSixteenMegabytesComesThrough() {
        var big = "x".repeat(1 << 20);
        var answer = ListPodSandboxResponse.newBuilder();
        for (var i = 0; i < 15; i++) {
            answer.addItems(
                    PodSandbox.newBuilder()
                            .setId("s" + i)
                            .putAllLabels(Specs.POD_LABELS)
                            .putAnnotations("big", big));
        }
        cri.answer(ListPodSandboxRequest.class, answer.build());

        assertThat(client.runtime().listSandboxes(Optional.empty())).hasSize(15);
    }

    @Test
    void aLargerListIsRefused() {
        var answer =
                ListPodSandboxResponse.newBuilder()
                        .addItems(PodSandbox.newBuilder().putAnnotations("b", "x".repeat(17 << 20)))
                        .build();
        cri.answer(ListPodSandboxRequest.class, answer);

        var failure =
                catchThrowableOfType(
                        RuntimeCallException.class,
                        () -> client.runtime().listSandboxes(Optional.empty()));

        assertThat(failure.code()).isEqualTo(Code.FAILED);
        assertThat(failure).hasMessageContaining("code = ResourceExhausted");
    }

    @Test
    void aContainersStatusKnowsItsSandboxFromTheList() {
        listOneContainer();
        answerContainerStatus();

        client.runtime().listContainers(Optional.empty());
        var status = client.runtime().containerStatus(new ContainerId("c1"));

        assertThat(status.sandbox()).isEqualTo(new SandboxId("s1"));
        assertThat(observed).containsOnlyOnce("list_containers Optional.empty");
    }

    @Test
    void aContainersStatusAsksForItsSandboxWhenItMust() {
        listOneContainer();
        answerContainerStatus();

        var status = client.runtime().containerStatus(new ContainerId("c1"));

        assertThat(status.sandbox()).isEqualTo(new SandboxId("s1"));
        assertThat(cri.asked(ListContainersRequest.class).getFilter().getId()).isEqualTo("c1");
    }

    @Test
    void aContainersStatusKnowsTheSandboxItWasMadeIn() {
        answerContainerStatus();
        cri.answer(
                CreateContainerRequest.class,
                CreateContainerResponse.newBuilder().setContainerId("c1").build());
        var id =
                client.runtime()
                        .createContainer(
                                new SandboxId("s7"),
                                Specs.container(ProcessIdentity.DEFAULT),
                                Specs.sandbox());

        assertThat(client.runtime().containerStatus(id).sandbox()).isEqualTo(new SandboxId("s7"));
        assertThat(cri.asked(CreateContainerRequest.class).getSandboxConfig().getLogDirectory())
                .isEqualTo("/logs/default_web_uid-1");
    }

    private void listOneContainer() {
        cri.answer(
                ListContainersRequest.class,
                ListContainersResponse.newBuilder().addContainers(container()).build());
    }

    private static Container.Builder container() {
        return Container.newBuilder()
                .setId("c1")
                .setPodSandboxId("s1")
                .putAllLabels(Specs.CONTAINER_LABELS);
    }

    private void answerContainerStatus() {
        cri.answer(
                ContainerStatusRequest.class,
                ContainerStatusResponse.newBuilder()
                        .setStatus(
                                ContainerStatus.newBuilder()
                                        .setId("c1")
                                        .setMetadata(ContainerMetadata.newBuilder().setName("app"))
                                        .setCreatedAt(1)
                                        .setImage(ImageSpec.newBuilder().setImage("app:1"))
                                        .setImageRef("sha256:1"))
                        .build());
    }

    @Test
    void everyCallIsObservedUnderUpstreamsName() {
        cri.answer(
                RunPodSandboxRequest.class,
                RunPodSandboxResponse.newBuilder().setPodSandboxId("s1").build());

        client.runtime().runSandbox(Specs.sandbox());

        assertThat(observed)
                .containsExactly(
                        "version Optional.empty",
                        "image_fs_info Optional.empty",
                        "run_podsandbox Optional.empty");
    }
}
