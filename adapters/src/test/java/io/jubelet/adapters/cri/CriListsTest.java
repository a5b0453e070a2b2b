package io.jubelet.adapters.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.cri.v1.Container;
import io.jubelet.cri.v1.ContainerMetadata;
import io.jubelet.cri.v1.Image;
import io.jubelet.cri.v1.ListContainersRequest;
import io.jubelet.cri.v1.ListContainersResponse;
import io.jubelet.cri.v1.ListImagesRequest;
import io.jubelet.cri.v1.ListPodSandboxRequest;
import io.jubelet.cri.v1.ListPodSandboxResponse;
import io.jubelet.cri.v1.PodSandbox;
import io.jubelet.cri.v1.StreamContainersRequest;
import io.jubelet.cri.v1.StreamContainersResponse;
import io.jubelet.cri.v1.StreamImagesRequest;
import io.jubelet.cri.v1.StreamImagesResponse;
import io.jubelet.cri.v1.StreamPodSandboxesRequest;
import io.jubelet.cri.v1.StreamPodSandboxesResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Lists that come in streams, as the gate CRIListStreaming has them.
class CriListsTest extends CriClientFixture {
    @Override
    boolean streamedLists() {
        return true;
    }

    private static StreamPodSandboxesResponse sandbox(String id, int bytes) {
        return StreamPodSandboxesResponse.newBuilder()
                .addPodSandboxes(
                        PodSandbox.newBuilder()
                                .setId(id)
                                .putAllLabels(Specs.POD_LABELS)
                                .putAnnotations("big", "x".repeat(bytes)))
                .build();
    }

    private static Container.Builder container(String id) {
        return Container.newBuilder()
                .setId(id)
                .setPodSandboxId("s1")
                .setMetadata(ContainerMetadata.newBuilder().setName("main"))
                .putAllLabels(Specs.POD_LABELS)
                .putLabels("io.kubernetes.container.name", "main");
    }

    @Test
    void aListMayBeLargerThanAnyAnswer() {
        cri.answer(
                StreamPodSandboxesRequest.class,
                List.of(sandbox("s1", 9 << 20), sandbox("s2", 9 << 20)));

        assertThat(client.runtime().listSandboxes(Optional.empty()))
                .extracting(sandbox -> sandbox.id().value())
                .containsExactly("s1", "s2");
        assertThat(cri.wasAsked(ListPodSandboxRequest.class)).isFalse();
    }

    @Test
    void onePodIsAskedForByItsLabelAndTheWholeListHasItsTime() {
        cri.answer(StreamContainersRequest.class, List.of());

        assertThat(client.runtime().listContainers(Optional.of(new PodUid("uid-1")))).isEmpty();

        assertThat(cri.asked(StreamContainersRequest.class).getFilter().getLabelSelectorMap())
                .isEqualTo(Map.of("io.kubernetes.pod.uid", "uid-1"));
        var left = cri.deadlineOf(StreamContainersRequest.class).orElseThrow();
        assertThat(Duration.ofMillis(left.timeRemaining(TimeUnit.MILLISECONDS)))
                .isBetween(TIMEOUT.minusMinutes(1), TIMEOUT);
    }

    @Test
    void imagesComeInAStreamToo() {
        cri.answer(
                StreamImagesRequest.class,
                List.of(
                        StreamImagesResponse.newBuilder()
                                .addImages(Image.newBuilder().setId("sha256:1"))
                                .addImages(Image.newBuilder().setId("sha256:2"))
                                .build()));

        assertThat(client.images().list()).hasSize(2);
        assertThat(cri.wasAsked(ListImagesRequest.class)).isFalse();
    }

    @Test
    void aRuntimeThatKnowsNoStreamsIsAskedForOneOnce() {
        cri.answer(StreamContainersRequest.class, Status.UNIMPLEMENTED);
        cri.answer(
                ListContainersRequest.class,
                ListContainersResponse.newBuilder().addContainers(container("c1")).build());
        cri.answer(ListPodSandboxRequest.class, ListPodSandboxResponse.getDefaultInstance());

        assertThat(client.runtime().listContainers(Optional.empty())).hasSize(1);
        assertThat(client.runtime().listContainers(Optional.empty())).hasSize(1);
        assertThat(client.runtime().listSandboxes(Optional.empty())).isEmpty();

        assertThat(observed)
                .containsExactly(
                        "version Optional.empty",
                        "image_fs_info Optional.empty",
                        "list_containers Optional[UNIMPLEMENTED]",
                        "list_containers Optional.empty",
                        "list_containers Optional.empty",
                        "list_podsandbox Optional.empty");
    }

    @Test
    void aStreamThatBreaksIsNoListAndIsTriedAgain() {
        cri.answer(
                StreamContainersRequest.class,
                List.of(
                        StreamContainersResponse.newBuilder()
                                .addContainers(container("c1"))
                                .build(),
                        Status.INTERNAL.withDescription("the disk is gone")));

        var failure =
                catchThrowableOfType(
                        RuntimeCallException.class,
                        () -> client.runtime().listContainers(Optional.empty()));

        assertThat(failure.code()).isEqualTo(Code.FAILED);
        assertThat(failure).hasMessageContaining("the disk is gone");
        assertThat(cri.wasAsked(ListContainersRequest.class)).isFalse();

        cri.answer(
                StreamContainersRequest.class,
                List.of(
                        StreamContainersResponse.newBuilder()
                                .addContainers(container("c1"))
                                .build()));
        assertThat(client.runtime().listContainers(Optional.empty())).hasSize(1);
    }
}
