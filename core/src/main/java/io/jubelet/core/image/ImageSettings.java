package io.jubelet.core.image;

/// What of the configuration is about images.
public record ImageSettings(PullSettings pulls, CollectionSettings collection) {
    public static final ImageSettings STANDARD =
            new ImageSettings(PullSettings.STANDARD, CollectionSettings.STANDARD);
}
