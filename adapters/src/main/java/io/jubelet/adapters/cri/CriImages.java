package io.jubelet.adapters.cri;

import io.jubelet.adapters.linux.DiskSpace;
import io.jubelet.core.execution.Cancellation;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.cri.v1.Image;
import io.jubelet.cri.v1.ImageFsInfoRequest;
import io.jubelet.cri.v1.ImageServiceGrpc;
import io.jubelet.cri.v1.ImageSpec;
import io.jubelet.cri.v1.ImageStatusRequest;
import io.jubelet.cri.v1.PullImageRequest;
import io.jubelet.cri.v1.RemoveImageRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The runtime's images behind CRI's ImageService.
///
/// Thread: any.
///
/// Upstream: cri-client/pkg/remote_image.go.
public final class CriImages implements ImageService {
    private final CriCalls calls;
    private final CriLists lists;
    private final Duration timeout;
    private final DiskSpace disks = new DiskSpace();

    CriImages(CriCalls calls, CriLists lists, Duration timeout) {
        this.calls = calls;
        this.lists = lists;
        this.timeout = timeout;
    }

    /// Throws unless an ImageService answers.
    void validate() {
        var method = ImageServiceGrpc.getImageFsInfoMethod();
        calls.call(method, timeout, ImageFsInfoRequest.getDefaultInstance());
    }

    @Override
    public Optional<LocalImage> find(String image) {
        var request = ImageStatusRequest.newBuilder().setImage(spec(image)).build();
        var answer = calls.call(ImageServiceGrpc.getImageStatusMethod(), timeout, request);
        if (!answer.hasImage()) {
            return Optional.empty();
        }
        var found = answer.getImage();
        CriAnswers.checkImage(found, image);
        return Optional.of(new LocalImage(found.getId(), found.getSize(), user(found)));
    }

    @Override
    public List<ListedImage> list() {
        return lists.images().stream()
                .map(
                        image ->
                                new ListedImage(
                                        image.getId(),
                                        image.getRepoDigestsList(),
                                        image.getRepoTagsList(),
                                        image.getSize(),
                                        image.getPinned()))
                .toList();
    }

    @Override
    public String pull(
            String image, Optional<RegistryCredential> credential, Cancellation cancellation) {
        var request = PullImageRequest.newBuilder().setImage(spec(image));
        credential.ifPresent(
                it -> request.getAuthBuilder().setUsername(it.user()).setPassword(it.password()));
        var method = ImageServiceGrpc.getPullImageMethod();
        var answer = calls.callUntil(method, cancellation, request.build());
        CriAnswers.checkPulled(answer, image);
        return answer.getImageRef();
    }

    @Override
    public void remove(String id) {
        var request = RemoveImageRequest.newBuilder().setImage(spec(id)).build();
        var _ = calls.call(ImageServiceGrpc.getRemoveImageMethod(), timeout, request);
    }

    /// The runtime says where its images are; how full that is, the machine knows.
    @Override
    public Space space() {
        var method = ImageServiceGrpc.getImageFsInfoMethod();
        var answer = calls.call(method, timeout, ImageFsInfoRequest.getDefaultInstance());
        if (answer.getImageFilesystemsCount() == 0) {
            throw new RuntimeCallException(
                    "ImageFsInfo", Code.FAILED, "imageFs information is unavailable");
        }
        try {
            return disks.of(answer.getImageFilesystems(0).getFsId().getMountpoint());
        } catch (HostCallException failure) {
            throw new RuntimeCallException("ImageFsInfo", Code.FAILED, failure.reason(), failure);
        }
    }

    /// An image that says nothing runs as root.
    private static ImageUser user(Image image) {
        if (image.hasUid()) {
            return new ImageUser(OptionalLong.of(image.getUid().getValue()), "");
        }
        return image.getUsername().isEmpty()
                ? ImageUser.ROOT
                : new ImageUser(OptionalLong.empty(), image.getUsername());
    }

    private static ImageSpec spec(String image) {
        return ImageSpec.newBuilder().setImage(image).build();
    }
}
