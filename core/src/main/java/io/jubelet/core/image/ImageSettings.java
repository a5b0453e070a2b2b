package io.jubelet.core.image;

/// What of the configuration is about images.
///
/// @param credentials what this machine itself opens registries with
public record ImageSettings(
        PullSettings pulls, CollectionSettings collection, NodeCredentials credentials) {
    public static final ImageSettings STANDARD =
            new ImageSettings(
                    PullSettings.STANDARD, CollectionSettings.STANDARD, NodeCredentials.NONE);
}
