package io.jubelet.sim;

import static io.jubelet.sim.Invariants.require;

import io.jubelet.core.execution.Cancellation;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.RegistryCredential;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Stands between one life of the agent and the images, and sees to it that never more are pulled
/// at a time than there are slots.
///
/// Thread: any.
final class PullRules implements ImageService {
    private final ImageService images;
    private final int slots;
    private final AtomicInteger running = new AtomicInteger();

    /// @param slots zero for as many as there are
    PullRules(ImageService images, int slots) {
        this.images = images;
        this.slots = slots;
    }

    @Override
    public Optional<LocalImage> find(String image) {
        return images.find(image);
    }

    @Override
    public List<ListedImage> list() {
        return images.list();
    }

    @Override
    public String pull(
            String image, Optional<RegistryCredential> credential, Cancellation cancellation) {
        var now = running.incrementAndGet();
        require(slots == 0 || now <= slots, () -> now + " pulls at a time, not " + slots);
        try {
            return images.pull(image, credential, cancellation);
        } finally {
            running.decrementAndGet();
        }
    }
}
