package io.jubelet.core.check.planted;

import io.jubelet.core.loop.SyncLoop;

/// A class of the lowest layer that knows the highest, so that the layer test can be seen to fail.
public record PlantedImport(SyncLoop loop) {}
