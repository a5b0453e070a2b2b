package io.jubelet.core.testing;

import io.jubelet.core.runtime.ImageService;
import java.util.List;

/// An image service of which a test needs to find and to pull, and nothing else.
public interface OnlyPulls extends ImageService {
    @Override
    default List<ListedImage> list() {
        return List.of();
    }

    @Override
    default void remove(String id) {
        throw new UnsupportedOperationException("nothing is removed here");
    }

    @Override
    default Space space() {
        return new Space(1, 1);
    }
}
