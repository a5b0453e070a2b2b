package io.jubelet.app.training;

import io.grpc.stub.StreamObserver;
import io.jubelet.cri.v1.Image;
import io.jubelet.cri.v1.ImageFsInfoRequest;
import io.jubelet.cri.v1.ImageFsInfoResponse;
import io.jubelet.cri.v1.ImageServiceGrpc;
import io.jubelet.cri.v1.ImageStatusRequest;
import io.jubelet.cri.v1.ImageStatusResponse;
import io.jubelet.cri.v1.ListImagesRequest;
import io.jubelet.cri.v1.ListImagesResponse;

/// Images that are always there.
///
/// Thread: gRPC's own.
final class StandInImages extends ImageServiceGrpc.ImageServiceImplBase {
    @Override
    public void listImages(ListImagesRequest request, StreamObserver<ListImagesResponse> answer) {
        StandInRuntime.reply(answer, ListImagesResponse.getDefaultInstance());
    }

    @Override
    public void imageFsInfo(
            ImageFsInfoRequest request, StreamObserver<ImageFsInfoResponse> answer) {
        StandInRuntime.reply(answer, ImageFsInfoResponse.getDefaultInstance());
    }

    @Override
    public void imageStatus(
            ImageStatusRequest request, StreamObserver<ImageStatusResponse> answer) {
        var name = request.getImage().getImage();
        StandInRuntime.reply(
                answer,
                ImageStatusResponse.newBuilder()
                        .setImage(
                                Image.newBuilder()
                                        .setId("sha256:" + name)
                                        .setSize(1)
                                        .addRepoTags(name))
                        .build());
    }
}
