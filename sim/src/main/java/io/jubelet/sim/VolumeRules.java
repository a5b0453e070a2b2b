package io.jubelet.sim;

import static io.jubelet.sim.Invariants.require;

import io.jubelet.sim.host.FakePodFiles;
import io.jubelet.sim.host.FakeVolumeFiles;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.RuntimeFact;

/// What may happen to volumes: no container starts before those of its pod are there, and none is
/// there once the pod's folder is gone.
///
/// Thread: whoever holds the baton.
final class VolumeRules {
    private final FakeVolumeFiles volumes;
    private final FakePodFiles files;
    private final Wishes wishes;

    VolumeRules(FakeVolumeFiles volumes, FakePodFiles files, Wishes wishes) {
        this.volumes = volumes;
        this.files = files;
        this.wishes = wishes;
    }

    void onFact(RuntimeFact fact) {
        if (fact instanceof RuntimeFact.ContainerStarted(FakeContainer container)) {
            container
                    .owner()
                    .filter(
                            pod ->
                                    wishes.sketch(pod.uid())
                                            .filter(PodSketch::hasVolume)
                                            .isPresent())
                    .ifPresent(
                            pod ->
                                    require(
                                            volumes.find(pod.uid(), PodSketch.VOLUME)
                                                    .filter(FakeVolumeFiles.Volume::complete)
                                                    .isPresent(),
                                            () -> container + " started without its volume"));
        }
    }

    void check() {
        var folders = files.pods();
        for (var pod : volumes.pods()) {
            require(
                    folders.contains(pod),
                    () -> "pod " + pod + " has a volume and no folder any more");
        }
    }
}
