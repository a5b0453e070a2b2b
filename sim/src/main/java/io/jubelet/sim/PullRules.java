package io.jubelet.sim;

import static io.jubelet.sim.Invariants.require;

import io.jubelet.core.execution.Cancellation;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.RegistryCredential;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// Stands between one life of the agent and the images, and sees to it that never more are pulled
/// at a time than there are slots, and that no image goes that is in use.
///
/// Thread: any.
final class PullRules implements ImageService {
    private final ImageService images;
    private final int slots;
    private final AtomicInteger running = new AtomicInteger();

    private final Predicate<String> inUse;

    /// @param slots zero for as many as there are
    /// @param inUse whether a container has run on the image of that id for a while
    PullRules(ImageService images, int slots, Predicate<String> inUse) {
        this.images = images;
        this.slots = slots;
        this.inUse = inUse;
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
    public void remove(String id) {
        require(!inUse.test(id), () -> id + " is in use, and is removed");
        images.remove(id);
    }

    @Override
    public Space space() {
        return images.space();
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
